export { english, type Figures, figuresIn, type Marks, range, separatorsIn, signed } from './figures.ts';
export { type ReadNumber, readNumberIn, typedIn } from './typed.ts';

export { english, type Figures, figuresIn, type Marks, range, separatorsIn, signed } from './figures.ts';
export { type ReadNumber, readNumber, typedIn } from './typed.ts';

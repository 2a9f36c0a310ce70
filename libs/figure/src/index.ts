export { english, type Figures, figuresIn, type Marks, range, signed } from './figures.ts';

export { type Figure, type FigureName, figures, type FigureUnit } from './figures.ts';

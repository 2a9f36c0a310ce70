export { type Figure, type FigureName, figures, type FigureUnit, reportFigures } from './figures.ts';

export { replicateCount, Resampling, Resamplings } from './bootstrap.ts';
export { correlate } from './correlation.ts';
export type { Estimate } from './estimate.ts';
export { total } from './estimate.ts';
export { fisherTail, studentQuantile, studentTail } from './student.ts';
export type { Correlation, SpreadFigures } from './student-interval.ts';
export { estimateByStudent, spreadOf, standardErrorOf } from './student-interval.ts';

export { replicateCount, Resampling, Resamplings } from './bootstrap.ts';
export type { Interval } from './confidence-sequence.ts';
export { around, fixedReach, sequenceReach, sequenceReachOfFew } from './confidence-sequence.ts';
export { correlate } from './correlation.ts';
export type { WeekCover } from './day-design.ts';
export { DayDesign, missingWeekdaysOf, weekdayOf } from './day-design.ts';
export type { Break, DayEnds, DayVariance, LastDays } from './day-tests.ts';
export { compareDays, compareEnds, findBreak } from './day-tests.ts';
export type { Estimate } from './estimate.ts';
export { total } from './estimate.ts';
export { logGamma, sampleRatioBayesFactor } from './sample-ratio.ts';
export { fisherTail, studentQuantile, studentTail } from './student.ts';
export type { Correlation, SpreadFigures } from './student-interval.ts';
export { estimateByStudent, spreadOf, standardErrorOf } from './student-interval.ts';
export type { DrawnDose, TwoWay, TwoWayEstimate } from './two-way.ts';
export { estimateTwoWay, invertRandomisation, withoutColumns, withoutEffects } from './two-way.ts';
export type { CountedHour, Persistence } from './whole-days.ts';
export {
  daysOfWholeWeeks,
  findPersistence,
  leastHoursOfWholeDay,
  lengthOfPart,
  spreadIfShocksPersist,
  toHourTable,
} from './whole-days.ts';
export type { DayDoubt, DayEvidence, SaidOfDays } from './day-doubts.ts';
export { dayDoubts, dayDoubtTexts, daysOfAVerdict, daysThatShow, findDayDoubts, mayLastDayLast } from './day-doubts.ts';

import { addDays, type Day, daysBetween } from './day.ts';

const daysOfWeek = 7;

/** A period of whole days, the last included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** The same weekday of so many weeks before, the latest first. */
export const likeDaysBefore = (day: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(day, -daysOfWeek * (index + 1)));

/**
 * The days with which a period is compared, as many as it has. `before`: those just before it. `week`: the latest days
 * before it that have its weekdays in its order.
 */
export function againstPeriod({ from, to }: Days, by: 'week' | 'before'): Days {
  const count = daysBetween(from, to) + 1;
  const apart = by === 'before' ? count : Math.ceil(count / daysOfWeek) * daysOfWeek;
  return { from: addDays(from, -apart), to: addDays(to, -apart) };
}

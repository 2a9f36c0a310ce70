import { addDays, type Day } from '@auction-tiers/calendar';
import type { ReportRow } from '@auction-tiers/contract';
import { wholeDays } from './course.ts';

const weekDays = 7;
/** With fewer days there is no range. */
const leastDays = 3;

/** The relative change of the net per day since the week before; null where there was none. */
export const changeOf = ({ thisWeek, lastWeek }: Pick<Weeks, 'thisWeek' | 'lastWeek'>): number | null =>
  lastWeek === null || lastWeek === 0 ? null : (thisWeek - lastWeek) / lastWeek;

/**
 * Compares weeks by buyer. `rows`: by buyer and day, of the fourteen days up to the last one. On a day without bids of
 * a buyer its net is 0, if any buyer bid on that day.
 */
export function compareWeeks(rows: readonly ReportRow[], lastDay: Day, isOver: boolean) {
  const whole = wholeDays(rows, lastDay, isOver);
  const weekBegin = addDays(lastDay, 1 - weekDays);
  const [now, before] = [whole.filter((day) => day >= weekBegin), whole.filter((day) => day < weekBegin)];
  const nets = new Map(rows.map((row) => [`${keyOf(row)} ${row.day}`, Number(row.net)]));
  return (key: string) => {
    if (now.length === 0) return null;
    const netsOf = (days: readonly Day[]) => days.map((day) => nets.get(`${key} ${day}`) ?? 0);
    const earlier = netsOf(before);
    return {
      /** Per day, on average. */
      thisWeek: mean(netsOf(now)),
      days: now.length,
      lastWeek: earlier.length === 0 ? null : mean(earlier),
      /** The least and the most of a day of the week before; null for fewer than three days. */
      range: earlier.length < leastDays ? null : { low: Math.min(...earlier), high: Math.max(...earlier) },
      daysBefore: earlier.length,
      /** Of each whole day, the earliest first. */
      nets: netsOf(whole),
    };
  };
}

/** The net of a buyer this week and in the week before. Of whole days. */
export type Weeks = NonNullable<ReturnType<ReturnType<typeof compareWeeks>>>;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The buyer of a row of the report. */
export function keyOf({ buyer_id: id, is_other: isOther }: Pick<ReportRow, 'buyer_id' | 'is_other'>): string {
  if (typeof id === 'number') return String(id);
  return isOther === true ? 'other' : 'unknown';
}

import type { Stability } from '@auction-tiers/contract/compare-report';
import type { LogHour } from './log-days.ts';

const hoursADay = 24;
/** Smaller counts are equal by chance. */
const leastOfHour = 20;
const leastOfDay = 100;
/** Hours, hours of the day, and days that end at the same count. */
const [leastHours, leastHoursOfDay, leastDays] = [5, 3, 3];
/** Counts within this part of the highest are near it; without a cap they are more than those equal to it. */
const nearShare = 0.9;
const equalPerNear = 5;

/**
 * The number of auctions at which hours or days of a log seem to be cut off: many have exactly the highest count, and
 * hardly any comes near it. Busy hours then lack auctions, or the ends of days. Null: none seem so.
 */
export function findCap(hours: readonly LogHour[]): Stability['cap'] {
  const ofHours = hours.map(({ auctions }) => auctions);
  const busy = atCap(ofHours, leastOfHour, leastHours);
  if (busy !== null && busy.count < hours.length) {
    const own = hours.filter(({ auctions }) => auctions === busy.auctions);
    if (new Set(own.map(({ hour }) => hour % hoursADay)).size >= leastHoursOfDay) return { per: 'hour', ...busy };
  }
  const byDay = [...Map.groupBy(hours, ({ day }) => day).values()];
  const full = atCap(byDay.map(ofDay), leastOfDay, leastDays);
  // Days that are equal and have all of their hours were made so, as in a generated log.
  const areCut = byDay.every((own) => ofDay(own) !== full?.auctions || own.length < hoursADay - 1);
  return full !== null && areCut ? { per: 'day', ...full } : null;
}

const ofDay = (own: readonly LogHour[]) => own.reduce((sum, { auctions }) => sum + auctions, 0);

/** The highest count, and how many have it, if they are too many for chance. */
function atCap(counts: readonly number[], leastCount: number, leastEqual: number) {
  const auctions = counts.reduce((most, count) => Math.max(most, count), 0);
  const count = counts.filter((one) => one === auctions).length;
  const near = counts.filter((one) => one < auctions && one >= nearShare * auctions).length;
  return auctions >= leastCount && count >= leastEqual && count >= equalPerNear * near ? { auctions, count } : null;
}

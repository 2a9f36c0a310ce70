import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import type { UsualDay } from '@auction-tiers/contract';
import { hourMs, shortDayText } from '../figure/date.ts';

const [dayHours, learningDays] = [24, 14];

/** What tells how far the service has learned what is usual. */
export type Learned = Pick<UsualDay, 'date' | 'timezone' | 'learned_hours'>;

/** The first day for which two weeks are known if auctions go on; null: there was none yet. */
function knownOn({ date, timezone, learned_hours: learned }: Learned): Day | null {
  if (learned === 0) return null;
  const zone = calendarOf(timezone);
  const missingMs = (learningDays * dayHours - learned) * hourMs;
  let day = date;
  while (zone.startOf(day) - zone.startOf(date) < missingMs) day = addDays(day, 1);
  return day;
}

/** `5 of 14 days of auctions so far, known from Dec 9 on`. */
export function learningText(learned: Learned): string {
  const on = knownOn(learned);
  const days = Math.floor(learned.learned_hours / dayHours);
  return `${days} of ${learningDays} days of auctions so far${on === null ? '' : `, known from ${shortDayText(on)} on`}`;
}

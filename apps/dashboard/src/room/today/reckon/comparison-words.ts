import type { Day } from '@auction-tiers/calendar';
import type { UsualDay } from '@auction-tiers/contract';
import { dayText, rangeText, weekdayName } from '../../../figure/date.ts';
import { type Learned, learningText } from '../../../report/learning.ts';

/** What is told of how a day is judged. */
export type UsualWords = Learned & Pick<UsualDay, 'is_learning' | 'calendar' | 'day'>;

/** The sums of several days: what is usual is known of each day alone. */
export function periodWords({ from, to }: { readonly from: Day; readonly to: Day }, until: string | null): string {
  const what = `${rangeText(from, to)}, in all`;
  return until === null ? what : `${what}, so far, until ${until}`;
}

/** The day of the figures, and what its ranges are: `Sun 22 Nov, so far, until 14:05. Bands: ...`. */
export function comparisonWords(
  { day, until }: { readonly day: Day; readonly until: string | null },
  usual: UsualWords | null,
): string {
  const what = until === null ? dayText(day) : `${dayText(day)}, so far, until ${until}`;
  return usual === null ? what : `${what}. ${usualWords(day, until, usual)}`;
}

function usualWords(day: Day, until: string | null, { is_learning: isLearning, ...usual }: UsualWords): string {
  if (isLearning) return `Usual ranges: ${learningText(usual)}.`;
  const isKnown = Object.values(usual.day).some((range) => range !== null);
  const kind = usual.calendar === null ? `a ${weekdayName(day)}` : `days of your calendar (${usual.calendar.name})`;
  if (!isKnown) return `Too little is known of ${kind} for a range.`;
  return `Bands: what is usual on ${kind}${until === null ? '' : ' by this time'}; 19 of 20 lie in them.`;
}

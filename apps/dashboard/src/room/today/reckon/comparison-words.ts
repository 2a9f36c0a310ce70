import type { Day } from '@auction-tiers/calendar';
import type { UsualDay } from '@auction-tiers/contract';
import { dayText, rangeText, weekdayName } from '../../../figure/date.ts';
import { type Learned, learningText } from '../../../report/learning.ts';

/** What is told of how a day is judged. */
export type UsualWords = Learned & Pick<UsualDay, 'is_learning' | 'calendar' | 'day'>;

/** The days of figures: `Sun 22 Nov`, `Sun 22 Nov, so far, until 14:05`, `Nov 16 – 22, in all`. */
export function periodWords({ from, to }: { readonly from: Day; readonly to: Day }, until: string | null): string {
  const what = from === to ? dayText(to) : `${rangeText(from, to)}, in all`;
  return until === null ? what : `${what}, so far, until ${until}`;
}

/** What the ranges of a day are, or why it has none. */
export function usualWords(day: Day, isSoFar: boolean, { is_learning: isLearning, ...usual }: UsualWords): string {
  if (isLearning) return `Usual ranges: ${learningText(usual)}.`;
  const isKnown = Object.values(usual.day).some((range) => range !== null);
  const kind = usual.calendar === null ? `a ${weekdayName(day)}` : `days of your calendar (${usual.calendar.name})`;
  if (!isKnown) return `Too little is known of ${kind} for a range.`;
  return `What is usual on ${kind}${isSoFar ? ' by this time' : ''}; 19 of 20 lie in them.`;
}

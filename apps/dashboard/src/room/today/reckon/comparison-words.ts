import type { Day } from '@auction-tiers/calendar';
import { counted } from '../../../figure/count.ts';
import { dayText, rangeText } from '../../../figure/date.ts';
import { weekdayName } from './sentences.ts';
import type { Usual } from './usual.ts';

interface Compared {
  readonly day: Day;
  /** The time, `14:05`, up to which a day that is not over is counted. */
  readonly until: string | null;
  readonly usual: Usual;
}

interface ComparedPeriod {
  readonly from: Day;
  readonly to: Day;
  readonly until: string | null;
  readonly usual: Usual;
}

/** The days of the sums of several days, and the days that they are compared with. */
export function periodWords({ from, to, until, usual: { weekdays, basis } }: ComparedPeriod): string {
  const what = `${rangeText(from, to)}, in all`;
  if (until !== null) return `${what}, so far, until ${until}. There is a range once these days are over.`;
  if (basis !== null)
    return `${what}. Bands: the ${counted(weekdays.length, 'such period')} before, of the same weekdays.`;
  const only = weekdays.length === 0 ? 'no such period before' : 'only one such period before';
  return `${what}. There is ${only}: that is too little for a range.`;
}

/** The day of the figures, and the days that they are compared with: `Sun 22 Nov, so far, until 14:05; ...`. */
export function comparisonWords({ day, until, usual: { weekdays, basis, of } }: Compared): string {
  const weekday = weekdayName(day);
  const what = until === null ? dayText(day) : `${dayText(day)}, so far, until ${until}`;
  const sameTime = until === null ? '' : '; days before to the same time';
  const few = weekdays.length < 4 ? ` (there are ${weekdays.length} of 4)` : '';
  if (basis === 'weekdays') return `${what}. Bands: the ${counted(weekdays.length, weekday)} before${few}${sameTime}.`;
  const only = weekdays.length === 0 ? `no ${weekday} before` : `only ${counted(weekdays.length, weekday)} before`;
  if (basis === 'days') {
    const toSameTime = until === null ? '' : ', to the same time';
    return `${what}. There is ${only}: the bands show the ${counted(of.length, 'day')} before, whatever their weekday${toSameTime}, and judge nothing.`;
  }
  return `${what}. There is ${only}: that is too little for a range.`;
}

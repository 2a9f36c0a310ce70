import { addDays, calendarOf, type Day } from '@auction-tiers/calendar';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { msOf } from '../../figure/date.ts';
import { useReport } from '../../report/use-report.ts';
import { addUp, type Figures, figuresOf, sumsOf } from './reckon/sums.ts';
import { daysFrom, findUsualPeriods, type Usual } from './reckon/usual.ts';

/** Earlier periods that are compared, and one more day: the first day with auctions may not be whole. */
const periodsBefore = 4;

/** The sums of several chosen days. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
  /** Until when it is counted; null: it is over. */
  readonly untilMs: number | null;
  readonly figures: Figures;
  readonly usual: Usual;
}

const noUsual: Usual = { weekdays: [], basis: null, of: [] };

/** The sums of the chosen days; null for a single day, and while they are read. */
export function usePeriod(): Period | null {
  const { from, to, timeZone } = usePlace();
  const length = daysFrom(from, to).length;
  const first = addDays(from, -periodsBefore * 7 * Math.ceil(length / 7) - 1);
  const { data } = useReport({ groupBy: ['day'], from: first, to, enabled: from < to });
  return useMemo(() => {
    if (data === undefined || from === to) return null;
    const sums = new Map(data.rows.map((row) => [row.day!, sumsOf(row)]));
    const untilMs = msOf(data.complete_to);
    const isOver = untilMs >= calendarOf(timeZone).endOf(to);
    const begin = [...sums.keys()].toSorted()[0];
    const whole = new Map([...sums].filter(([day]) => day !== begin));
    return {
      from,
      to,
      untilMs: isOver ? null : untilMs,
      figures: figuresOf(addUp([...sums].filter(([day]) => day >= from && day <= to).map(([, one]) => one))),
      usual: isOver ? findUsualPeriods(from, to, whole) : noUsual,
    };
  }, [data, from, to, timeZone]);
}

import { calendarOf, type Day } from '@auction-tiers/calendar';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { msOf } from '../../figure/date.ts';
import { useReport } from '../../report/use-report.ts';
import { addUp, type Figures, figuresOf, sumsOf } from './reckon/sums.ts';

/** The sums of several chosen days. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
  /** Until when it is counted; null: it is over. */
  readonly untilMs: number | null;
  readonly figures: Figures;
}

/** The sums of the chosen days; null for a single day, and while they are read. */
export function usePeriod(): Period | null {
  const { from, to, timeZone } = usePlace();
  const { data } = useReport({ groupBy: ['day'], enabled: from < to });
  return useMemo(() => {
    if (data === undefined || from === to) return null;
    const untilMs = msOf(data.complete_to);
    return {
      from,
      to,
      untilMs: untilMs >= calendarOf(timeZone).endOf(to) ? null : untilMs,
      figures: figuresOf(addUp(data.rows.map(sumsOf))),
    };
  }, [data, from, to, timeZone]);
}

import { calendarOf, type Day } from '@auction-tiers/calendar';
import type { BuyerHour, ReportRow } from '@auction-tiers/contract';
import { wholeDays } from '../../../report/course.ts';
import { keyOf } from '../../../report/weeks.ts';

interface Known {
  readonly key: string;
  /** By buyer and day, of two weeks and all buyers. */
  readonly rows: readonly ReportRow[];
  /** What it bid in the recorded hours. */
  readonly hours: readonly BuyerHour[];
  /** The last day, and whether it is over. */
  readonly lastDay: Day;
  readonly isOver: boolean;
  readonly timeZone: string;
}

/** What a buyer did on each whole day of two weeks. */
export function buyerDays({ key, rows, hours, lastDay, isOver, timeZone }: Known) {
  const own = new Map(rows.filter((row) => keyOf(row) === key).map((row) => [row.day!, row]));
  const meanOf = meansByDay(hours, timeZone);
  return wholeDays(rows, lastDay, isOver).map((day) => {
    const { bids = 0, win_rate: winRate = null, net = '0' } = own.get(day) ?? {};
    return {
      day,
      bids,
      /** Net price, CPM, of its recorded bids; null: none was recorded. */
      meanBid: meanOf.get(day) ?? null,
      /** From 0 to 1; null without bids. */
      winRate,
      /** What its wins earned. */
      net: Number(net),
    };
  });
}

export type BuyerDay = ReturnType<typeof buyerDays>[number];

function meansByDay(hours: readonly BuyerHour[], timeZone: string): ReadonlyMap<Day, number> {
  const calendar = calendarOf(timeZone);
  const days = Map.groupBy(hours, ({ starts_ms: ms }) => calendar.dayAt(ms));
  return new Map(
    Array.from(days, ([day, of]) => {
      const bids = of.reduce((sum, hour) => sum + hour.bids, 0);
      return [day, of.reduce((sum, hour) => sum + hour.mean_net * hour.bids, 0) / bids] as const;
    }),
  );
}

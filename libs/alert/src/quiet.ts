import { findSilence, type MarketHour, type Silence } from './silence.ts';
import type { WindowCounts } from './series.ts';
import type { WeekClock } from './place.ts';

/** A buyer whose silence is unlikely for it. */
export interface QuietBuyer extends Pick<Silence, 'hours' | 'everyDays' | 'isRarer'> {
  readonly buyer: number;
  /** When the first hour without a bid began. */
  readonly sinceMs: number;
  /** Net that it usually brings in such a time, CPM micros. */
  readonly missedNet: number;
}

const [dayHours, weekend] = [24, 5];
const monthDays = 30;
/** A gap is reported if it comes less often than this many false alarms per month over all buyers let expect. */
const quietPart = 0.3;
/** What is known tells gaps that come up to this many times less often than once in it. */
const mostBeyond = 10;

/** The buyers whose silence is unlikely for them, the least likely first: also those that are too small or bid too irregularly for a window. */
export function quietBuyers(
  hours: readonly WindowCounts[],
  { clock, falseAlarmsPerMonth }: { readonly clock: WeekClock; readonly falseAlarmsPerMonth: number },
  /** Someone who looks each day is told of a gap that comes less often than this per buyer; an alert waits for its limit. */
  seenDaysPerBuyer = Infinity,
): QuietBuyer[] {
  const market = hours.map(({ startMs, auctions }): MarketHour => {
    const { weekday, hour } = clock.clockAt(startMs);
    return { auctions, slot: hour + (weekday >= weekend ? dayHours : 0) };
  });
  const buyers = [...new Set(hours.flatMap(({ bids }) => [...bids.keys()]))];
  const knownDays = market.filter(({ auctions }) => auctions > 0).length / dayHours;
  const leastDays = Math.min(
    Math.max(monthDays, seenDaysPerBuyer * buyers.length),
    (monthDays * buyers.length) / (falseAlarmsPerMonth * quietPart),
    mostBeyond * knownDays,
  );
  const sum = (from: number, to: number, of: (hour: WindowCounts) => number) =>
    hours.slice(from, to).reduce((total, hour) => total + of(hour), 0);
  return buyers
    .flatMap((buyer): QuietBuyer[] => {
      const silence = findSilence(
        market,
        hours.map(({ bids }) => bids.get(buyer) ?? 0),
      );
      if (silence === null || silence.everyDays < leastDays) return [];
      const { from, ...told } = silence;
      const net = sum(0, from, ({ buyerNet }) => buyerNet.get(buyer) ?? 0);
      const before = Math.max(
        1,
        sum(0, from, ({ auctions }) => auctions),
      );
      const missedNet = (net * sum(from, hours.length, ({ auctions }) => auctions)) / before;
      return [{ buyer, sinceMs: hours[from]!.startMs, missedNet, ...told }];
    })
    .toSorted((one, other) => other.everyDays - one.everyDays || other.hours - one.hours);
}

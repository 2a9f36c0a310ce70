import { calendarOf } from '@auction-tiers/calendar';
import type { ReportRow } from '@auction-tiers/contract';
import { msOf } from '../../../figure/date.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import { findSilence, type MarketHour, type Silence } from './silence.ts';

const [hourMs, saturday] = [3_600_000, 5];

export interface QuietBuyer extends Pick<Silence, 'hours' | 'everyDays' | 'isRarer'> {
  readonly id: number;
  readonly name: string;
  /** When the first hour without a bid began. */
  readonly sinceMs: number;
  /** Net that it usually brings in such a time. */
  readonly money: number;
}

interface Rows {
  /** By hour. */
  readonly market: readonly ReportRow[];
  /** By buyer and hour, of the same hours. */
  readonly buyers: readonly ReportRow[];
  readonly timeZone: string;
}

/** A gap is reported if it comes less often than once in this many days: at least 30, and 2 per buyer. */
const [leastDays, daysPerBuyer] = [30, 2];
/** The limit for many buyers does not rise beyond this, which is below what the kept days can show at all. */
const mostDays = 75;

/** Buyers whose silence is unlikely for them, the least likely first. */
export function findQuietBuyers({ market, buyers, timeZone }: Rows): QuietBuyer[] {
  const starts = market.map(({ hour }) => msOf(hour!));
  if (starts.length === 0) return [];
  const [firstMs, lastMs] = [Math.min(...starts), Math.max(...starts)];
  const placeOf = (ms: number) => Math.round((ms - firstMs) / hourMs);
  const count = placeOf(lastMs) + 1;
  const auctions = Array.from({ length: count }, () => 0);
  for (const [at, row] of market.entries()) auctions[placeOf(starts[at]!)] = row.auctions ?? 0;
  const hours = auctions.map(
    (of, place): MarketHour => ({ auctions: of, slot: slotOf(firstMs + place * hourMs, timeZone) }),
  );
  const bids = new Map<number, { name: string; counts: number[]; net: number }>();
  for (const row of buyers) {
    if (typeof row.buyer_id !== 'number') continue;
    const place = placeOf(msOf(row.hour!));
    if (place < 0 || place >= count) continue;
    const known = bids.get(row.buyer_id) ?? {
      name: buyerName({ id: row.buyer_id, name: row.buyer_name }),
      counts: Array.from({ length: count }, () => 0),
      net: 0,
    };
    bids.set(row.buyer_id, known);
    known.counts[place]! += row.bids;
    known.net += Number(row.net);
  }
  const wanted = Math.min(mostDays, Math.max(leastDays, daysPerBuyer * bids.size));
  return [...bids]
    .flatMap(([id, { name, counts, net }]): QuietBuyer[] => {
      const silence = findSilence(hours, counts);
      if (silence === null || silence.everyDays < wanted) return [];
      const { from, ...told } = silence;
      const [before, since] = [auctions.slice(0, from), auctions.slice(from)].map((all) =>
        all.reduce((sum, of) => sum + of, 0),
      );
      const money = (net * since!) / Math.max(1, before!);
      return [{ id, name, sinceMs: firstMs + from * hourMs, money, ...told }];
    })
    .toSorted((one, other) => other.everyDays - one.everyDays || other.hours - one.hours);
}

/** Weekdays and the weekend differ; what is kept is too short to tell every day of the week from the others. */
function slotOf(ms: number, timeZone: string): number {
  const { hour, weekday } = calendarOf(timeZone).clockAt(ms);
  return hour + (weekday >= saturday ? 24 : 0);
}

import type { CountedMap, HourCounts, WindowCounts } from '@auction-tiers/alert';
import type { ZoneCalendar } from '@auction-tiers/calendar';
import type { ReportSubject } from '@auction-tiers/store';
import { type Grouping, pairCell, pairWidth, ReportCounts, totalCell } from '@auction-tiers/tally';
import type { Cut } from '../report/cut.ts';
import type { StoredCounts } from '../report/stored-counts.ts';

const hourMs = 3_600_000;

/** The ym-profile whose counts are read, and the time zone of its hours. */
export interface Counted {
  readonly store: Pick<StoredCounts, 'hours' | 'read'>;
  readonly subject: ReportSubject;
  readonly zone: ZoneCalendar;
  readonly cuts: readonly Cut[];
}

/** The counts of a ym-profile in each hour of a period, including hours without auctions. */
export async function readHours(counted: Counted, fromMs: number, toMs: number): Promise<WindowCounts[]> {
  const { store, subject, zone } = counted;
  const sums = new Map<number, ReportCounts | null>();
  const slots = store.hours(counted, zone.hourAt(fromMs).startMs, toMs);
  for (const { startMs, isOtherCut } of slots) if (!isOtherCut) sums.set(startMs, null);
  await store.read(subject, slots, { tier: true, buyer: true }, ({ startMs }) => {
    const hour = zone.hourAt(startMs).startMs;
    const sum = sums.get(hour) ?? new ReportCounts(Number.POSITIVE_INFINITY);
    sums.set(hour, sum);
    return sum;
  });
  return [...sums]
    .toSorted(([one], [other]) => one - other)
    .map(([startMs, sum]) => ({
      ...toCounts(startMs, sum),
      hours: (zone.hourAt(startMs).endMs - startMs) / hourMs,
    }));
}

/** The sum of a ym-profile's counts in a period, by tier, buyer and unknown values. */
export async function readSum(counted: Counted, fromMs: number, toMs: number): Promise<ReportCounts> {
  const { store, subject, zone } = counted;
  const sum = new ReportCounts(Number.POSITIVE_INFINITY);
  const by: Grouping = { tier: true, buyer: true, breakdowns: ['unknown_value'] };
  await store.read(subject, store.hours(counted, zone.hourAt(fromMs).startMs, toMs), by, () => sum);
  return sum;
}

/** One row of the sums of buyers and tiers; 0: unknown, or untiered. */
export interface PairSums {
  readonly buyer: number;
  readonly tier: number;
  readonly bids: number;
  readonly won: number;
  readonly net: number;
}

export const pairsOf = ({ pairs }: Pick<ReportCounts, 'pairs'>): PairSums[] =>
  Array.from({ length: pairs.length - 1 }, (_, index) => {
    const at = (index + 1) * pairWidth;
    const of = (cell: number) => pairs.sums.cells[at + cell]!;
    const { buyer, tier, bids, won, net } = pairCell;
    return { buyer: of(buyer), tier: of(tier), bids: of(bids), won: of(won), net: Number(pairs.sums.exact(at + net)) };
  });

export const totalOf = ({ totals }: Pick<ReportCounts, 'totals'>, cell: number): number => Number(totals.exact(cell));

const add = (sums: Map<number, number>, id: number, count: number) => {
  if (id > 0) sums.set(id, (sums.get(id) ?? 0) + count);
};

function toCounts(startMs: number, counts: ReportCounts | null): HourCounts {
  const maps = { bids: new Map(), buyerWins: new Map(), buyerNet: new Map(), wins: new Map() } satisfies Record<
    CountedMap,
    Map<number, number>
  >;
  if (counts === null) return { startMs, auctions: 0, sold: 0, net: 0, forgone: 0, ...maps };
  for (const { buyer, tier, bids, won, net } of pairsOf(counts)) {
    add(maps.bids, buyer, bids);
    add(maps.buyerWins, buyer, won);
    add(maps.buyerNet, buyer, net);
    add(maps.wins, tier, won);
  }
  const { auctions, sold, net, forgone } = totalCell;
  return {
    startMs,
    auctions: totalOf(counts, auctions),
    sold: totalOf(counts, sold),
    net: totalOf(counts, net),
    forgone: totalOf(counts, forgone),
    ...maps,
  };
}

/** What was counted since an earlier reading of one hour. */
export function since(before: HourCounts, after: HourCounts, hours: number): WindowCounts {
  const less = (name: CountedMap) =>
    new Map(Array.from(after[name], ([id, count]) => [id, count - (before[name].get(id) ?? 0)]));
  return {
    startMs: after.startMs,
    auctions: after.auctions - before.auctions,
    sold: after.sold - before.sold,
    net: after.net - before.net,
    bids: less('bids'),
    buyerWins: less('buyerWins'),
    buyerNet: less('buyerNet'),
    wins: less('wins'),
    hours,
  };
}

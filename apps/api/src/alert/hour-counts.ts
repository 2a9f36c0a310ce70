import type { CountedMap, HourCounts, WindowCounts } from '@auction-tiers/alert';
import type { LocalHour, ZoneCalendar } from '@auction-tiers/calendar';
import type { ReportStore, ReportSubject } from '@auction-tiers/store';
import { type Grouping, pairCell, pairWidth, ReportCounts, totalCell } from '@auction-tiers/tally';
import { breathe } from '../loop/breathe.ts';
import { addGrouped } from '../report/merge.ts';
import { hourNamesBetween } from '../report/hour-name.ts';

/** Hours that are read at once. */
const hoursAtOnce = 8;

/** The ym-profile whose counts are read, and the time zone of its hours. */
export interface Counted {
  readonly store: Pick<ReportStore, 'read'>;
  readonly subject: ReportSubject;
  readonly zone: ZoneCalendar;
}

/** Passes on the stored records of each hour from `fromMs` on and before `toMs`; null: there are none. */
async function readRecords(
  { store, subject, zone }: Counted,
  fromMs: number,
  toMs: number,
  take: (records: Buffer | null, startMs: number) => void,
): Promise<void> {
  const hours: LocalHour[] = [];
  for (let hour = zone.hourAt(fromMs); hour.startMs < toMs; hour = zone.hourAt(hour.endMs)) hours.push(hour);
  for (let at = 0; at < hours.length; at += hoursAtOnce) {
    const some = hours.slice(at, at + hoursAtOnce).map(({ startMs, endMs }) => ({
      startMs,
      names: hourNamesBetween(startMs, endMs),
    }));
    const read = await store.read(
      subject,
      some.flatMap(({ names }) => names),
    );
    for (const { startMs, names } of some) {
      const found = read.splice(0, names.length).filter((records) => records !== null);
      take(found.length === 0 ? null : Buffer.concat(found), startMs);
      await breathe();
    }
  }
}

/** The counts of a ym-profile in each hour of a period, including hours without auctions. */
export async function readHours(counted: Counted, fromMs: number, toMs: number): Promise<HourCounts[]> {
  const hours: HourCounts[] = [];
  await readRecords(counted, fromMs, toMs, (records, startMs) => hours.push(toCounts(startMs, records)));
  return hours;
}

/** The sum of a ym-profile's counts in a period, by tier, buyer and unknown values. */
export async function readSum(counted: Counted, fromMs: number, toMs: number): Promise<ReportCounts> {
  const sum = new ReportCounts(Number.POSITIVE_INFINITY);
  const by: Grouping = { tier: true, buyer: true, breakdowns: ['unknown_value'] };
  await readRecords(counted, fromMs, toMs, (records) => {
    if (records !== null) addGrouped(records, sum, by);
  });
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
  Array.from({ length: pairs.length - 1 }, (_, place) => {
    const at = (place + 1) * pairWidth;
    const of = (cell: number) => pairs.sums.cells[at + cell]!;
    const { buyer, tier, bids, won, net } = pairCell;
    return { buyer: of(buyer), tier: of(tier), bids: of(bids), won: of(won), net: Number(pairs.sums.exact(at + net)) };
  });

export const totalOf = ({ totals }: Pick<ReportCounts, 'totals'>, cell: number): number => Number(totals.exact(cell));

const add = (sums: Map<number, number>, id: number, count: number) => {
  if (id > 0) sums.set(id, (sums.get(id) ?? 0) + count);
};

function toCounts(startMs: number, records: Buffer | null): HourCounts {
  const maps = { bids: new Map(), buyerWins: new Map(), buyerNet: new Map(), wins: new Map() } satisfies Record<
    CountedMap,
    Map<number, number>
  >;
  if (records === null) return { startMs, auctions: 0, sold: 0, net: 0, ...maps };
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  addGrouped(records, counts, { tier: true, buyer: true });
  for (const { buyer, tier, bids, won, net } of pairsOf(counts)) {
    add(maps.bids, buyer, bids);
    add(maps.buyerWins, buyer, won);
    add(maps.buyerNet, buyer, net);
    add(maps.wins, tier, won);
  }
  const { auctions, sold, net } = totalCell;
  return {
    startMs,
    auctions: totalOf(counts, auctions),
    sold: totalOf(counts, sold),
    net: totalOf(counts, net),
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

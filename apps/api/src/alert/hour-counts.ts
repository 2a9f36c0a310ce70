import type { HourCounts, WindowCounts } from '@auction-tiers/alert';
import type { ReportStore, ReportSubject } from '@auction-tiers/store';
import { pairCell, pairWidth, ReportCounts, totalCell } from '@auction-tiers/tally';
import { breathe } from '../loop/breathe.ts';
import { addGrouped } from '../report/merge.ts';
import type { ZoneHours } from '../report/zone-hours.ts';

const hourMs = 3_600_000;
/** Hours that are read at once. */
const hoursAtOnce = 8;

/** What was counted of a ym-profile in the hours from one moment on and before another; hours without auctions too. */
export async function readHours(
  store: Pick<ReportStore, 'read'>,
  subject: ReportSubject,
  zone: ZoneHours,
  fromMs: number,
  toMs: number,
): Promise<HourCounts[]> {
  const starts: number[] = [];
  for (let ms = zone.hourAt(fromMs).startMs; ms < toMs; ms += hourMs) starts.push(ms);
  const hours: HourCounts[] = [];
  for (let at = 0; at < starts.length; at += hoursAtOnce) {
    const some = starts.slice(at, at + hoursAtOnce);
    const records = await store.read(
      subject,
      some.map((ms) => zone.hourAt(ms).hour),
    );
    for (const [place, record] of records.entries()) {
      hours.push(toCounts(some[place]!, record));
      await breathe();
    }
  }
  return hours;
}

const add = (sums: Map<number, number>, id: number, count: number) => sums.set(id, (sums.get(id) ?? 0) + count);

function toCounts(startMs: number, records: Buffer | null): HourCounts {
  const [bids, wins] = [new Map<number, number>(), new Map<number, number>()];
  if (records === null) return { startMs, auctions: 0, sold: 0, net: 0, bids, wins };
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  addGrouped(records, counts, { tier: true, buyer: true });
  const { totals, pairs } = counts;
  for (let number = 1; number < pairs.length; number++) {
    const cell = (of: number) => pairs.sums.cells[number * pairWidth + of]!;
    if (cell(pairCell.buyer) > 0) add(bids, cell(pairCell.buyer), cell(pairCell.bids));
    if (cell(pairCell.tier) > 0) add(wins, cell(pairCell.tier), cell(pairCell.won));
  }
  const total = (cell: number) => Number(totals.exact(cell));
  const { auctions, sold, net } = totalCell;
  return { startMs, auctions: total(auctions), sold: total(sold), net: total(net), bids, wins };
}

/** What was counted since an earlier reading of one hour. */
export function since(before: HourCounts, after: HourCounts, hours: number): WindowCounts {
  const less = (of: (counts: HourCounts) => ReadonlyMap<number, number>) =>
    new Map(Array.from(of(after), ([id, count]) => [id, count - (of(before).get(id) ?? 0)]));
  return {
    startMs: after.startMs,
    auctions: after.auctions - before.auctions,
    sold: after.sold - before.sold,
    net: after.net - before.net,
    bids: less(({ bids }) => bids),
    wins: less(({ wins }) => wins),
    hours,
  };
}

import { dateText, type Handlers, mostUnknownSeats } from '@auction-tiers/contract';
import { ReportCounts, type Value, ValueTable, valueCell } from '@auction-tiers/tally';
import { cutsOf } from '../../report/cut.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { resolvePeriod } from './period.ts';
import { createToRow } from './row.ts';

type SeatDeps = Pick<Deps, 'mirror' | 'follower' | 'liveReport' | 'clock'>;

const grouped = { group_by: 'unknown_seat' } as const;
const unnamed = { tier: () => null, buyer: () => null };

/** The seats that are no buyer's, as the report counts them, over all ym-profiles of a member. */
export function unknownSeatHandlers({ mirror, follower, liveReport, clock }: SeatDeps): Handlers['unknownSeat'] {
  return {
    async list(call, { member_id: asked, ...period }) {
      const memberId = sellerOf(call, asked);
      await follower.fresh(memberId);
      const cuts = cutsOf(mirror.row('member', memberId, memberId));
      const counts = new ReportCounts(Number.POSITIVE_INFINITY);
      const by = { tier: false, buyer: false, breakdowns: ['unknown_seat'] } as const;
      const nowMs = clock.epochMs();
      const { stored } = liveReport;
      let [startMs, endMs] = [nowMs, nowMs];
      for (const { id: ymProfileId } of mirror.rows('ym-profile', memberId)) {
        const subject = { memberId, ymProfileId };
        const resolved = await resolvePeriod(stored, { subject, cuts }, period, undefined, nowMs);
        for (const sentence of await stored.read(subject, resolved.slots, by, () => counts)) call.warn(sentence);
        ({ startMs, endMs } = resolved);
      }
      const table = mostBids(counts.valuesOf('unknown_seat'));
      const toRow = createToRow(grouped, unnamed);
      const items = valuesOf(table).map(({ value, row }) =>
        toRow({ label: '', counts, number: -1, value: { value, table, row } }),
      );
      return { count: items.length, items, start_date: dateText(startMs), end_date: dateText(endMs) };
    },
  };
}

const bidsOf = ({ sums }: ValueTable, row: number): number => sums.cells[row + valueCell.bids]!;

/** The seats with the most bids, the most first; all others share the first row. */
function mostBids(all: ValueTable): ValueTable {
  const table = new ValueTable(mostUnknownSeats);
  table.sums.addRow(0, all.sums, 0);
  const ordered = [...all.rows()].toSorted(
    ([one, row], [other, otherRow]) =>
      bidsOf(all, otherRow) - bidsOf(all, row) || (String(one) < String(other) ? -1 : 1),
  );
  for (const [at, [seat, from]] of ordered.entries()) {
    const row = at < mostUnknownSeats ? table.rowOf(seat) : 0;
    table.sums.addRow(row, all.sums, from);
  }
  return table;
}

/** The rows of a table, that of all others last and only where it has bids. */
function valuesOf(table: ValueTable): { readonly value: Value | null; readonly row: number }[] {
  const rows = Array.from(table.rows(), ([value, row]) => ({ value, row }));
  return bidsOf(table, 0) > 0 ? [...rows, { value: null, row: 0 }] : rows;
}

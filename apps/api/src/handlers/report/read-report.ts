import { invalid, isReportAttribute, type ReportGroup } from '@auction-tiers/contract';
import type { ReportStore, ReportSubject } from '@auction-tiers/store';
import {
  type Grouping,
  pairCell,
  pairWidth,
  ReportCounts,
  type ValueTable,
  valueCell,
  type Value,
} from '@auction-tiers/tally';
import { breathe } from '../../loop/breathe.ts';
import { addGrouped } from '../../report/merge.ts';
import type { ReportTime } from './period.ts';

/** Hours or days that are read at once: some megabytes where a ym-profile has the most pairs. */
const timesAtOnce = 8;
/** Rows that a report may have. */
const mostRows = 500_000;

/** A row of a report, as a reference into the counts that it is made from. */
export interface CountedRow {
  /** The hour or day; '' where rows are not of either. */
  readonly label: string;
  readonly counts: ReportCounts;
  /** The number of its pair in the counts, 0: of all other pairs; -1: the totals. */
  readonly number: number;
  /** For a report by an attribute: the row's value, and its place in the table. */
  readonly value?: ValueRow;
}

interface ValueRow {
  /** Null: the row of all other values. */
  readonly value: Value | null;
  readonly table: ValueTable;
  readonly row: number;
}

/** Sums the stored counts of a ym-profile by the groups of the rows. Throws `invalid` for too many rows. */
export async function readReport(
  store: ReportStore,
  subject: ReportSubject,
  times: readonly ReportTime[],
  groups: ReadonlySet<ReportGroup>,
): Promise<CountedRow[]> {
  const breakdown = [...groups].find(isReportAttribute);
  const by: Grouping = {
    tier: groups.has('tier'),
    buyer: groups.has('buyer'),
    ...(breakdown !== undefined && { breakdowns: [breakdown] }),
  };
  const hasTimes = groups.has('hour') || groups.has('day');
  const byLabel = new Map<string, ReportCounts>();
  if (!hasTimes) byLabel.set('', new ReportCounts(Number.POSITIVE_INFINITY));
  for (let start = 0; start < times.length; start += timesAtOnce) {
    const some = times.slice(start, start + timesAtOnce);
    const read = await store.read(
      subject,
      some.map(({ time }) => time),
    );
    for (const [at, records] of read.entries()) {
      if (records === null) continue;
      const label = hasTimes ? some[at]!.label : '';
      const counts = byLabel.get(label) ?? new ReportCounts(Number.POSITIVE_INFINITY);
      byLabel.set(label, counts);
      addGrouped(records, counts, by);
      await breathe();
      requireFew(byLabel);
    }
  }
  return [...byLabel].flatMap(([label, counts]) => rowsOf(label, counts, by));
}

function requireFew(byLabel: ReadonlyMap<string, ReportCounts>): void {
  let rows = 0;
  for (const { pairs, values } of byLabel.values()) {
    rows += pairs.size;
    for (const table of values.values()) rows += table.size;
  }
  if (rows <= mostRows) return;
  const message = `gives more than ${mostRows} rows, allowed: ${mostRows}; leave one out, or ask for less time`;
  throw invalid([{ path: 'group_by', message }]);
}

function rowsOf(label: string, counts: ReportCounts, by: Grouping): CountedRow[] {
  const rows: CountedRow[] = [];
  for (const breakdown of by.breakdowns ?? []) {
    const table = counts.valuesOf(breakdown);
    for (const [value, row] of table.rows()) rows.push({ label, counts, number: -1, value: { value, table, row } });
    const hasOther = table.sums.cells[valueCell.auctions]! > 0;
    if (hasOther) rows.push({ label, counts, number: -1, value: { value: null, table, row: 0 } });
  }
  if (by.breakdowns !== undefined) return rows;
  if (!by.tier && !by.buyer) return [{ label, counts, number: -1 }];
  const { pairs } = counts;
  for (let number = 1; number < pairs.length; number++) rows.push({ label, counts, number });
  if (pairs.sums.cells[pairCell.bids]! > 0) rows.push({ label, counts, number: 0 });
  return rows;
}

/** A cell of the row of a pair. */
export const pairOf = ({ counts, number }: CountedRow, cell: number): number =>
  counts.pairs.sums.cells[number * pairWidth + cell]!;

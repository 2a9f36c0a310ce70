import { invalid, isReportAttribute, isReportBreakdown, type ReportGroup, reportTimeOf } from '@auction-tiers/contract';
import {
  type Grouping,
  pairCell,
  pairWidth,
  pathLevel,
  ReportCounts,
  totalCell,
  type ValueTable,
  valueCell,
  type Value,
} from '@auction-tiers/tally';
import type { ReportSubject } from '@auction-tiers/store';
import type { Slot, StoredCounts } from '../../report/stored-counts.ts';
import { labelOf } from './period.ts';

/** Rows that a report may have. */
const mostRows = 500_000;

/** A row of a report, as a reference into the counts that it is made from. */
export interface CountedRow {
  /** The hour, day, week or month; '' where rows are not of any. */
  readonly label: string;
  /** How it is cut, where it is not by the present zone alone. */
  readonly cut?: Cut;
  readonly counts: ReportCounts;
  /** The number of its pair in the counts, 0: of all other pairs; -1: the totals. */
  readonly number: number;
  /** For a report by an attribute: the row's value, and its place in the table. */
  readonly value?: ValueRow;
}

/** What rows of a label cover, and the zone that cuts them. */
interface Cut {
  readonly timezone: string;
  startMs: number;
  endMs: number;
}

interface ValueRow {
  /** Null: the row of all other values, or of what was not counted. */
  readonly value: Value | null;
  readonly isNotCounted?: boolean;
  readonly table: ValueTable;
  readonly row: number;
}

/** The counts of some rows by time. */
interface Group {
  readonly label: string;
  readonly counts: ReportCounts;
  readonly cut: Cut;
  isOtherCut: boolean;
}

/** The rows of a report, and what was left out of them because it is damaged, in sentences. */
interface ReadReport {
  readonly rows: readonly CountedRow[];
  readonly damaged: readonly string[];
}

/**
 * Sums the stored counts of a ym-profile by the groups of the rows, and with a path by one level of the tree of names.
 * Throws `invalid` for too many rows.
 */
export async function readReport(
  stored: Pick<StoredCounts, 'read'>,
  subject: ReportSubject,
  slots: readonly Slot[],
  groups: ReadonlySet<ReportGroup>,
  path?: string,
): Promise<ReadReport> {
  const breakdown = [...groups].find(isReportAttribute);
  const by: Grouping = {
    tier: groups.has('tier'),
    buyer: groups.has('buyer'),
    ...(breakdown !== undefined && { breakdowns: [breakdown] }),
  };
  const time = reportTimeOf(groups);
  const made = new Map<string, Group>();
  const groupOf = ({
    startMs,
    endMs,
    timezone,
    isOtherCut,
    ...slot
  }: Pick<Slot, 'startMs' | 'endMs' | 'day'> & Partial<Slot>) => {
    const label = labelOf({ startMs, ...slot }, time);
    const key = time === undefined ? '' : `${label} ${timezone ?? ''}`;
    let group = made.get(key);
    if (group === undefined) {
      const cut = { timezone: timezone ?? '', startMs, endMs };
      group = { label, counts: new ReportCounts(Number.POSITIVE_INFINITY), cut, isOtherCut: false };
      made.set(key, group);
    }
    group.cut.startMs = Math.min(group.cut.startMs, startMs);
    group.cut.endMs = Math.max(group.cut.endMs, endMs);
    group.isOtherCut ||= time !== undefined && isOtherCut === true;
    return group;
  };
  if (time === undefined) groupOf({ startMs: 0, endMs: 0, day: '' });
  const damaged = await stored.read(
    subject,
    slots,
    by,
    (slot) => groupOf(slot).counts,
    () => requireFew(made),
  );
  // A day without auctions that was cut anew is stored, too.
  const isMet = ({ counts }: Group) => time === undefined || counts.totals.cells[totalCell.auctions]! > 0;
  return { rows: [...made.values()].filter(isMet).flatMap((group) => rowsOf(group, by, path)), damaged };
}

function requireFew(groups: ReadonlyMap<string, Group>): void {
  let rows = 0;
  for (const { counts } of groups.values()) {
    rows += counts.pairs.size;
    for (const table of counts.values.values()) rows += table.size;
  }
  if (rows <= mostRows) return;
  const message = `gives more than ${mostRows} rows, allowed: ${mostRows}; leave one out, or ask for less time`;
  throw invalid([{ path: 'group_by', message }]);
}

function rowsOf({ label, counts, cut, isOtherCut }: Group, by: Grouping, path: string | undefined): CountedRow[] {
  const group = { label, counts, ...(isOtherCut && { cut }) };
  const rows: CountedRow[] = [];
  for (const breakdown of by.breakdowns ?? []) {
    const all = counts.valuesOf(breakdown);
    const table = path === undefined ? all : pathLevel(all, path);
    const add = (value: ValueRow) => rows.push({ ...group, number: -1, value });
    for (const [value, row] of table.rows()) add({ value, table, row });
    if (table.sums.cells[valueCell.auctions]! > 0) add({ value: null, table, row: 0 });
    const rest = isReportBreakdown(breakdown) ? counts.notCounted(breakdown) : null;
    if (rest !== null) add({ value: null, isNotCounted: true, table: rest, row: 0 });
  }
  if (by.breakdowns !== undefined) return rows;
  if (!by.tier && !by.buyer) return [{ ...group, number: -1 }];
  const { pairs } = counts;
  for (let number = 1; number < pairs.length; number++) rows.push({ ...group, number });
  if (pairs.sums.cells[pairCell.bids]! > 0) rows.push({ ...group, number: 0 });
  return rows;
}

/** A cell of the row of a pair. */
export const pairOf = ({ counts, number }: CountedRow, cell: number): number =>
  counts.pairs.sums.cells[number * pairWidth + cell]!;

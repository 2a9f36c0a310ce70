import type { ExactSums, TableWidth } from '@auction-tiers/tally';

/** Money summed over auctions, CPM micros: an impression brings a thousandth of it. */
export interface Money {
  /** What buyers pay, or bid. */
  readonly grossMicros: bigint;
  /** The same with the service's fee removed. */
  readonly netMicros: bigint;
}

/** Bids and what was bid. */
export interface BidValue extends Money {
  readonly bids: number;
}

/** Auctions won and what winners pay. */
export interface Revenue extends Money {
  readonly wins: number;
}

export interface RowFigures {
  /** Auctions in which it took part. */
  readonly auctions: number;
  readonly bids: number;
  readonly revenue: Revenue;
  /** The same auctions without tiers; of a tier: won by the bids that are in it. Zero where no baseline was given. */
  readonly baseline: Revenue;
  readonly excluded: BidValue;
  readonly belowFloor: BidValue;
  /** The price of preference, net: what the auctions that its bids won forgo. */
  readonly forgoneMicros: bigint;
}

/** A row of a breakdown. */
export interface TallyRow extends RowFigures {
  /** null: no key, such as an impression without a market, or the row of all others. */
  readonly key: number | string | null;
  /** Whether it is the row of all keys without a row of their own; its key is null. */
  readonly isOther: boolean;
}

/** The columns of a count and the two sums that belong to it. */
export interface Columns {
  readonly count: number;
  readonly gross: number;
  readonly net: number;
}

export const [auctionCount, bidCount] = [0, 1];
export const revenueColumns: Columns = { count: 2, gross: 6, net: 7 };
export const baselineColumns: Columns = { count: 3, gross: 8, net: 9 };
export const excludedColumns: Columns = { count: 4, gross: 10, net: 11 };
export const belowFloorColumns: Columns = { count: 5, gross: 12, net: 13 };
export const forgoneColumn = 14;
export const columnCount = 15;

/** Place of the mark in a row: the number of the last auction that the row was counted in. */
export const auctionMark = columnCount;

export const rowWidth: TableWidth = { columns: columnCount, marks: 1 };

export function addValue(
  rows: ExactSums,
  row: number,
  { count, gross, net }: Columns,
  amount: number,
  grossMicros: number,
  netMicros: number,
): void {
  rows.cells[row + count]! += amount;
  rows.add(row + gross, grossMicros);
  rows.add(row + net, netMicros);
}

export function readRow(rows: ExactSums, row: number): RowFigures {
  const money = ({ gross, net }: Columns): Money => ({
    grossMicros: rows.exact(row + gross),
    netMicros: rows.exact(row + net),
  });
  const revenueOf = (columns: Columns) => ({ wins: rows.number(row + columns.count), ...money(columns) });
  const valueOf = (columns: Columns) => ({ bids: rows.number(row + columns.count), ...money(columns) });
  return {
    auctions: rows.number(row + auctionCount),
    bids: rows.number(row + bidCount),
    revenue: revenueOf(revenueColumns),
    baseline: revenueOf(baselineColumns),
    excluded: valueOf(excludedColumns),
    belowFloor: valueOf(belowFloorColumns),
    forgoneMicros: rows.exact(row + forgoneColumn),
  };
}

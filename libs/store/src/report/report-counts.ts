import { addMicros, addRow, carryOffset, exactMicros, otherRow, PairTable, pairWidth } from './pair-table.ts';

/** Pairs of tier and buyer that a ym-profile has of its own in one hour or day; all others are summed together. */
export const mostPairs = 20_000;

/** The cells of the totals of a ym-profile. Money as in the rows of pairs. */
export const totalCell = {
  auctions: 0,
  sold: 1,
  withoutBids: 2,
  /** Bids by outcome, in the order of the engine's `outcomes`. */
  outcomes: 3,
  gross: 9,
  net: 10,
  forgone: 11,
  excludedNet: 12,
  /** Carries of the four money cells, in their order. */
  carries: 13,
} as const;
export const totalWidth = 17;

/** What pairs are added to: which of tier and buyer their rows stand for there. */
export interface Grouping {
  readonly tier: boolean;
  readonly buyer: boolean;
}

export const byBoth: Grouping = { tier: true, buyer: true };

/** What was counted of one ym-profile in some time: the totals of its auctions, and its bids by tier and buyer. */
export class ReportCounts {
  readonly totals = new Float64Array(totalWidth);
  readonly pairs: PairTable;

  constructor(limit: number = mostPairs) {
    this.pairs = new PairTable(limit);
  }

  clear(): void {
    this.totals.fill(0);
    this.pairs.clear();
  }

  /** Adds what another has counted; `by` leaves the tier or the buyer out, and with both left out the pairs. */
  add({ totals, pairs }: Pick<ReportCounts, 'totals' | 'pairs'>, by: Grouping = byBoth): void {
    addTotals(this.totals, totals);
    addRow(this.pairs.rows, otherRow, pairs.rows, otherRow);
    if (!by.tier && !by.buyer) return;
    for (let number = 1; number < pairs.length; number++) {
      const from = number * pairWidth;
      const row = this.pairs.rowOf(by.tier ? pairs.rows[from]! : 0, by.buyer ? pairs.rows[from + 1]! : 0);
      addRow(this.pairs.rows, row, pairs.rows, from);
    }
  }
}

/** Totals as text: the counts, and the sums of money in micros, in the order of their cells. */
export function totalsText(totals: Float64Array): string {
  const counts = totals.subarray(0, totalCell.gross);
  const money = [totalCell.gross, totalCell.net, totalCell.forgone, totalCell.excludedNet];
  return [...counts, ...money.map((cell) => exactMicros(totals, cell))].join(' ');
}

/** Adds totals to others. */
export function addTotals(to: Float64Array, totals: Float64Array): void {
  for (let cell = 0; cell < totalCell.gross; cell++) to[cell]! += totals[cell]!;
  for (let cell = totalCell.gross; cell < totalCell.carries; cell++) {
    addMicros(to, cell, totals[cell]!);
    to[cell + carryOffset]! += totals[cell + carryOffset]!;
  }
}

import { outcomes } from '@auction-tiers/tier-engine';
import { type Breakdown, breakdowns } from './breakdown.ts';
import { cellsByName, pairCell, pairWidth, totalWidth, valueCell, valueWidth } from './cell.ts';
import { ExactSums } from './exact-sums.ts';
import { otherRow, PairTable } from './pair-table.ts';
import { mostValues, ValueTable } from './value-table.ts';

/** The most pairs of tier and buyer with rows of their own, per ym-profile and hour or day; others share one row. */
export const mostPairs = 20_000;

/** The most unknown seats with rows of their own, likewise: callers make them up. */
export const mostSeats = 200;

/** How pairs are grouped when counts are added: whether rows keep the tier and the buyer. */
export interface Grouping {
  readonly tier: boolean;
  readonly buyer: boolean;
  /** The attributes whose values are also added. */
  readonly breakdowns?: readonly Breakdown[];
}

export const byAll: Grouping = { tier: true, buyer: true, breakdowns };

/** The counts of one ym-profile in some time: the totals of its auctions, and its bids by tier and buyer. */
export class ReportCounts {
  /** One row. */
  readonly totals = new ExactSums(totalWidth, { rows: 1 });
  readonly pairs: PairTable;
  /** By the attributes that were counted. */
  readonly values = new Map<Breakdown, ValueTable>();
  readonly #mostValues: number;

  constructor(limit: number = mostPairs) {
    this.totals.append();
    this.#mostValues = limit === mostPairs ? mostValues : limit;
    this.pairs = new PairTable(limit);
  }

  clear(): void {
    this.totals.clear();
    this.totals.append();
    this.pairs.clear();
    for (const table of this.values.values()) table.clear();
  }

  /** The rows of the values of an attribute. */
  valuesOf(breakdown: Breakdown): ValueTable {
    let table = this.values.get(breakdown);
    if (table === undefined) {
      table = new ValueTable(breakdown === 'unknown_seat' ? Math.min(mostSeats, this.#mostValues) : this.#mostValues);
      this.values.set(breakdown, table);
    }
    return table;
  }

  /** Moves the counts of pairs and values beyond their limits into the rows of all others. */
  bound(): void {
    this.pairs.bound();
    for (const table of this.values.values()) table.bound();
  }

  /**
   * What was counted while an attribute was not: the totals less the rows of its values, as the shared row of a table.
   * Null: every auction was counted by it. For an attribute by which each auction counts once.
   */
  notCounted(breakdown: Breakdown): ValueTable | null {
    const { sums: counted } = this.valuesOf(breakdown);
    const rest = new ValueTable(0);
    const add = (cell: number, sums: ExactSums, at: number, sign: 1 | -1) => {
      rest.sums.add(cell, sign * sums.cells[at]!);
      rest.sums.addCarries(cell, sign * sums.carries(at));
    };
    for (const [name, cell] of Object.entries(cellsByName.value)) {
      // Bids have no cell of their own in the totals, which have them by outcome.
      const of = name === 'bids' ? outcomes : [name];
      for (const one of of) add(cell, this.totals, cellsByName.totals[one]!, 1);
      for (let row = 0; row < counted.rowCount; row++) add(cell, counted, row * valueWidth + cell, -1);
    }
    return rest.sums.number(valueCell.auctions) === 0 ? null : rest;
  }

  /** Adds other counts; `by` may leave out the tier or the buyer (without both: the pairs), and attributes. */
  add({ totals, pairs, values }: Pick<ReportCounts, 'totals' | 'pairs' | 'values'>, by: Grouping = byAll): void {
    for (const name of by.breakdowns ?? []) {
      const table = values.get(name);
      if (table !== undefined) this.valuesOf(name).add(table);
    }
    this.totals.addRow(0, totals, 0);
    this.pairs.sums.addRow(otherRow, pairs.sums, otherRow);
    if (!by.tier && !by.buyer) return;
    const { cells } = pairs.sums;
    for (let number = 1; number < pairs.length; number++) {
      const from = number * pairWidth;
      const tier = by.tier ? cells[from + pairCell.tier]! : 0;
      const buyer = by.buyer ? cells[from + pairCell.buyer]! : 0;
      this.pairs.sums.addRow(this.pairs.rowOf(tier, buyer), pairs.sums, from);
    }
  }
}

/** Totals as text: the counts, and the sums of money in micros, in the order of their cells. */
export const totalsText = (totals: ExactSums): string =>
  Array.from({ length: totalWidth }, (_, cell) => totals.exact(cell)).join(' ');

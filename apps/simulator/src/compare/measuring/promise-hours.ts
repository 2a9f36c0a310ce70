import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { Sale } from './sale.ts';

/** What an auction, or many, bring to promises under one tier set: net CPM micros, and what each promise counts. */
export interface PromiseCounts {
  readonly net: number;
  readonly amounts: Float64Array;
}

export type PromiseSide = 'current' | 'draft';

/** By hour since the epoch: what each promise counts under the current tiers, and under the draft. */
export type PromiseHoursData = ReadonlyMap<number, Float64Array>;

/** What promises count by hour. Days are made of hours, so that the days of any time zone can be asked. */
export class PromiseHours {
  readonly commitments: readonly ReadCommitment[];
  /** Of each side: the net, then an amount for each promise. */
  readonly #hours = new Map<number, Float64Array>();

  constructor(commitments: readonly ReadCommitment[]) {
    this.commitments = commitments;
  }

  add(hour: number, current: PromiseCounts, draft: PromiseCounts): void {
    if (this.commitments.length === 0) return;
    const sums = this.#sumsOf(hour);
    const width = 1 + this.commitments.length;
    sums[0]! += current.net;
    sums[width]! += draft.net;
    for (let at = 1; at < width; at++) {
      sums[at]! += current.amounts[at - 1]!;
      sums[width + at]! += draft.amounts[at - 1]!;
    }
  }

  /** Adds what an auction brings under both tier sets. */
  addSales(hour: number, current: Sale, draft: Sale): void {
    if (this.commitments.length === 0) return;
    const sums = this.#sumsOf(hour);
    const width = 1 + this.commitments.length;
    sums[0]! += current.netMicros;
    sums[width]! += draft.netMicros;
    for (let at = 1; at < width; at++) {
      const commitment = this.commitments[at - 1]!;
      sums[at]! += amountOf(commitment, current);
      sums[width + at]! += amountOf(commitment, draft);
    }
  }

  /** What a promise counts in an hour, and the net of all auctions in it. */
  at(hour: number, side: PromiseSide, promise: number): { readonly net: number; readonly amount: number } {
    const sums = this.#hours.get(hour);
    const first = side === 'current' ? 0 : 1 + this.commitments.length;
    return { net: sums?.[first] ?? 0, amount: sums?.[first + 1 + promise] ?? 0 };
  }

  merge(data: PromiseHoursData): void {
    for (const [hour, added] of data) {
      const sums = this.#sumsOf(hour);
      for (const [at, amount] of added.entries()) sums[at]! += amount;
    }
  }

  toData(): PromiseHoursData {
    return this.#hours;
  }

  #sumsOf(hour: number): Float64Array {
    let sums = this.#hours.get(hour);
    if (sums === undefined) {
      sums = new Float64Array(2 * (1 + this.commitments.length));
      this.#hours.set(hour, sums);
    }
    return sums;
  }
}

/** What a sale counts for a promise: a win, or net CPM micros. */
export function amountOf({ subject, id, figure }: ReadCommitment, sale: Sale): number {
  if (sale.place < 0 || (subject === 'buyer' ? sale.memberId : sale.tierId) !== id) return 0;
  return figure === 'wins' ? 1 : sale.netMicros;
}

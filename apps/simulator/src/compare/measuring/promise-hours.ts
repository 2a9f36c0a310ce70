import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { Sale } from './sale.ts';

/** What an auction, or many, bring to promises under one tier set: net CPM micros, and what each promise counts. */
export interface PromiseCounts {
  readonly net: number;
  readonly amounts: Float64Array;
}

type WritableCounts = { -readonly [Name in keyof PromiseCounts]: PromiseCounts[Name] };

export type PromiseSide = 'current' | 'draft';

/** By hour since the epoch: what each promise counts under the current tiers, and under the draft. */
export type PromiseHoursData = ReadonlyMap<number, Float64Array>;

/** What promises count by hour. Days are made of hours, so that the days of any time zone can be asked. */
export class PromiseHours {
  readonly commitments: readonly ReadCommitment[];
  /** Of each side: the net, then an amount for each promise. */
  readonly #hours = new Map<number, Float64Array>();
  // Reused for each sale.
  readonly #current: WritableCounts;
  readonly #draft: WritableCounts;

  constructor(commitments: readonly ReadCommitment[]) {
    this.commitments = commitments;
    this.#current = { net: 0, amounts: new Float64Array(commitments.length) };
    this.#draft = { net: 0, amounts: new Float64Array(commitments.length) };
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
    this.add(hour, this.#count(this.#current, current), this.#count(this.#draft, draft));
  }

  /** Adds what a draft changes of an auction that other hours have, with which these are merged. */
  addChange(hour: number, current: PromiseCounts, draft: PromiseCounts): void {
    if (this.commitments.length === 0) return;
    const sums = this.#sumsOf(hour);
    const width = 1 + this.commitments.length;
    sums[width]! += draft.net - current.net;
    for (let at = 1; at < width; at++) sums[width + at]! += draft.amounts[at - 1]! - current.amounts[at - 1]!;
  }

  /** The same of sales. */
  addSalesChange(hour: number, current: Sale, draft: Sale): void {
    if (this.commitments.length === 0) return;
    this.addChange(hour, this.#count(this.#current, current), this.#count(this.#draft, draft));
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

  #count(into: WritableCounts, sale: Sale): PromiseCounts {
    into.net = sale.netMicros;
    for (let at = 0; at < this.commitments.length; at++) into.amounts[at] = amountOf(this.commitments[at]!, sale);
    return into;
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

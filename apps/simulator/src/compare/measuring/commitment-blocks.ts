import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { placeCount } from './block.ts';
import { amountOf } from './promise-hours.ts';
import type { Sale } from './sale.ts';

/** What each commitment counts under the draft, by block: wins, or net CPM micros. */
export class CommitmentBlocks {
  readonly #commitments: readonly ReadCommitment[];
  readonly #sums: ExactSums;

  constructor(commitments: readonly ReadCommitment[]) {
    this.#commitments = commitments;
    this.#sums = new ExactSums(commitments.length * placeCount, { rows: 1 });
  }

  add(places: Int32Array, sale: Sale): void {
    if (sale.place < 0) return;
    for (let at = 0; at < this.#commitments.length; at++) {
      const amount = amountOf(this.#commitments[at]!, sale);
      if (amount === 0) continue;
      for (const index of places) this.#sums.add(at * placeCount + index, amount);
    }
  }

  /** Adds what a draft changes of an auction that other blocks have, with which these are merged. */
  addChange(places: Int32Array, current: Sale, draft: Sale): void {
    for (let at = 0; at < this.#commitments.length; at++) {
      const commitment = this.#commitments[at]!;
      const more = amountOf(commitment, draft) - amountOf(commitment, current);
      if (more === 0) continue;
      for (const index of places) this.#sums.add(at * placeCount + index, more);
    }
  }

  /** The figure of the commitment at an index of the list, by place of blocks. */
  values(at: number): Float64Array {
    return this.#sums.numbers(at * placeCount, placeCount);
  }

  merge(data: SumsData): void {
    this.#sums.merge(0, data);
  }

  toData(): SumsData {
    return this.#sums.toData(0);
  }
}

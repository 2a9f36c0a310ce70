import type { Outcome } from '@auction-tiers/tier-engine';
import { outcomes } from '@auction-tiers/tier-engine';
import type { AuctionSum } from './auction-sum.ts';
import { grossOffset, netOffset } from './auction-sum.ts';
import type { SumsData } from '../kit/exact-sums.ts';
import { ExactSums } from '../kit/exact-sums.ts';
import type { BidValue } from './row.ts';

const [bidCount, gross, net] = [0, 1, 2];

/** What became of bids: how many, and what they bid. */
export class OutcomeTable {
  readonly #sums = new ExactSums(3);
  /** By the code of the outcome. */
  readonly #rows = outcomes.map(() => this.#sums.append());

  add({ ofOutcome }: AuctionSum): void {
    for (let code = 0; code < outcomes.length; code++) {
      const bids = ofOutcome[code]!;
      if (bids === 0) continue;
      const row = this.#rows[code]!;
      this.#sums.cells[row + bidCount]! += bids;
      this.#sums.add(row + gross, ofOutcome[grossOffset + code]!);
      this.#sums.add(row + net, ofOutcome[netOffset + code]!);
    }
  }

  values(): Record<Outcome, BidValue> {
    const valueOf = (row: number): BidValue => ({
      bids: this.#sums.number(row + bidCount),
      grossMicros: this.#sums.exact(row + gross),
      netMicros: this.#sums.exact(row + net),
    });
    return Object.fromEntries(outcomes.map((outcome, code) => [outcome, valueOf(this.#rows[code]!)])) as Record<
      Outcome,
      BidValue
    >;
  }

  merge(rows: readonly SumsData[]): void {
    for (const [code, data] of rows.entries()) this.#sums.merge(this.#rows[code]!, data);
  }

  toData(): SumsData[] {
    return this.#rows.map((row) => this.#sums.toData(row));
  }
}

import type { Outcome } from '@auction-tiers/tier-engine';
import { outcomes } from '@auction-tiers/tier-engine';
import type { AuctionSum } from './auction-sum.ts';
import { grossOffset, netOffset } from './auction-sum.ts';
import { Figures } from '../kit/figures.ts';
import type { BidValue } from './row.ts';

const [bidCount, gross, net] = [0, 0, 1];

/** What became of bids: how many, and what they bid. */
export class OutcomeTable {
  readonly #figures = new Figures(1, 2);
  /** By the code of the outcome. */
  readonly #rows = outcomes.map(() => this.#figures.append());

  add({ ofOutcome }: AuctionSum): void {
    for (let code = 0; code < outcomes.length; code++) {
      const bids = ofOutcome[code]!;
      if (bids === 0) continue;
      const row = this.#rows[code]!;
      this.#figures.cells[row + bidCount]! += bids;
      this.#figures.add(row, gross, ofOutcome[grossOffset + code]!);
      this.#figures.add(row, net, ofOutcome[netOffset + code]!);
    }
  }

  values(): Record<Outcome, BidValue> {
    const valueOf = (row: number): BidValue => ({
      bids: this.#figures.countAt(row, bidCount),
      grossMicros: this.#figures.sumAt(row, gross),
      netMicros: this.#figures.sumAt(row, net),
    });
    return Object.fromEntries(outcomes.map((outcome, code) => [outcome, valueOf(this.#rows[code]!)])) as Record<
      Outcome,
      BidValue
    >;
  }

  merge(rows: readonly (readonly number[])[]): void {
    for (const [code, data] of rows.entries()) this.#figures.merge(this.#rows[code]!, data);
  }

  toData(): number[][] {
    return this.#rows.map((row) => this.#figures.toData(row));
  }
}

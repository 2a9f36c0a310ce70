import {
  type AuctionFigures,
  ExactSums,
  grossOffset,
  netOffset,
  outcomeColumns,
  type SumsData,
} from '@auction-tiers/tally';
import { type Outcome, outcomes } from '@auction-tiers/tier-engine';
import type { BidValue } from './row.ts';

/** Bids by outcome: how many, and their gross and net prices. */
export class OutcomeTable {
  /** One row, as `ofOutcome` has it. */
  readonly #sums = new ExactSums(outcomeColumns);
  readonly #row = this.#sums.append();

  add({ ofOutcome }: AuctionFigures): void {
    this.#sums.addAmounts(this.#row, ofOutcome);
  }

  values(): Record<Outcome, BidValue> {
    const valueOf = (code: number): BidValue => ({
      bids: this.#sums.number(this.#row + code),
      grossMicros: this.#sums.exact(this.#row + grossOffset + code),
      netMicros: this.#sums.exact(this.#row + netOffset + code),
    });
    return Object.fromEntries(outcomes.map((outcome, code) => [outcome, valueOf(code)])) as Record<Outcome, BidValue>;
  }

  merge(data: SumsData): void {
    this.#sums.merge(this.#row, data);
  }

  toData(): SumsData {
    return this.#sums.toData(this.#row);
  }
}

import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { microsPerUnit, slackOf } from '../../compare/judging/keeping.ts';

/** What tiers bring over the auctions that are looked at, CPM micros, and what each commitment counts. */
export interface Figures {
  readonly net: number;
  readonly amounts: Float64Array;
}

/** Sums are whole numbers, so that no order of adding changes them. */
export const plus = (one: Figures, other: Figures): Figures => ({
  net: one.net + other.net,
  amounts: one.amounts.map((amount, at) => amount + other.amounts[at]!),
});

/** What nothing was promised of is missed by a share of this. */
const leastWanted = 1e-9;

/** Compares tier sets by their commitments first, then by their net. */
export class Standing {
  readonly commitments: readonly ReadCommitment[];
  /** Number of days that the auctions represent. */
  readonly days: number;

  constructor(commitments: readonly ReadCommitment[], days: number) {
    this.commitments = commitments;
    this.days = days;
  }

  /** The figure of a commitment, in its own unit. */
  reached({ net, amounts }: Figures, at: number): number {
    const { figure } = this.commitments[at]!;
    if (figure === 'share_of_net') return net === 0 ? 0 : amounts[at]! / net;
    return amounts[at]! / this.days / (figure === 'net' ? microsPerUnit : 1);
  }

  /**
   * The same, but each commitment asks for `reaches` more than was promised, so that new days keep it; where the present
   * tiers have less, for what they have.
   */
  beyond(present: Figures, reaches: readonly number[]): Standing {
    const commitments = this.commitments.map((commitment, at) => {
      const beyond = Math.min(slackOf(commitment, this.reached(present, at)), reaches[at]!);
      if (beyond <= 0) return commitment;
      const { bound, wanted } = commitment;
      return { ...commitment, wanted: bound === 'at_least' ? wanted + beyond : wanted - beyond };
    });
    return new Standing(commitments, this.days);
  }

  isKept(figures: Figures, at: number): boolean {
    return this.#missing(figures, at) === 0;
  }

  /** The sum of how far each commitment is missed, as a share of what was promised; 0: all are kept. */
  violation(figures: Figures): number {
    let sum = 0;
    for (let at = 0; at < this.commitments.length; at++) sum += this.#missing(figures, at);
    return sum;
  }

  /** Whether the first is better than the other. */
  isBetter(one: Figures, other: Figures): boolean {
    const [missed, missedByOther] = [this.violation(one), this.violation(other)];
    return missed < missedByOther || (missed === missedByOther && one.net > other.net);
  }

  #missing(figures: Figures, at: number): number {
    const commitment = this.commitments[at]!;
    const slack = slackOf(commitment, this.reached(figures, at));
    return slack < 0 ? -slack / Math.max(commitment.wanted, leastWanted) : 0;
  }
}

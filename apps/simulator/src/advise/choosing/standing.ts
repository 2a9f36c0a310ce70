import type { ReadCommitment } from '@auction-tiers/contract/tier-set';

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

const microsPerUnit = 1e9;
/** Shares of sums have the rounding errors of doubles. */
const tolerance = 1e-9;

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
    const { bound, wanted } = this.commitments[at]!;
    const reached = this.reached(figures, at);
    const short = bound === 'at_least' ? wanted - reached : reached - wanted;
    const share = short / Math.max(wanted, tolerance);
    return share > tolerance ? share : 0;
  }
}

import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { quantityOf, timesQuantity } from '@auction-tiers/tally';
import {
  type AuctionRequest,
  type Decision,
  forgoneMicros,
  netTakenMicros,
  type Tier,
} from '@auction-tiers/tier-engine';

/** What one decision brings, CPM micros. The object is reused for other decisions. */
export class Outcome {
  net = 0;
  /** What the auction would bring with no bid in a tier. */
  untiered = 0;
  /** The tier of the winner; -1: none. */
  tierIndex = -1;
  /** The buyer that wins; null: none, or an unknown one. */
  buyer: number | null = null;
  /** Whether the winner was promised something. */
  isPromised = false;
  readonly amounts: Float64Array;
  readonly commitments: readonly ReadCommitment[];

  constructor(commitments: readonly ReadCommitment[]) {
    this.commitments = commitments;
    this.amounts = new Float64Array(commitments.length);
  }

  /** `untiered`: what it would bring with no bid in a tier, where that is known. */
  read(tiers: readonly Tier[], request: AuctionRequest, decision: Decision, untiered?: number): void {
    const quantity = quantityOf(request);
    this.net = timesQuantity(netTakenMicros(request, decision), quantity);
    // Of several impressions both parts are rounded.
    const isKnown = untiered !== undefined && quantity === 1;
    this.untiered = isKnown ? untiered : this.net + timesQuantity(forgoneMicros(request, decision), quantity);
    const { winnerIndex } = decision;
    this.tierIndex = winnerIndex < 0 ? -1 : decision.tierIndexes[winnerIndex]!;
    const buyer = winnerIndex < 0 ? null : request.bids[winnerIndex]!.memberId;
    this.buyer = buyer;
    this.isPromised = false;
    if (this.amounts.length === 0) return;
    const tier = this.tierIndex < 0 ? null : tiers[this.tierIndex]!.id;
    for (let index = 0; index < this.amounts.length; index++) {
      const { subject, id, bound, figure } = this.commitments[index]!;
      const isCounted = winnerIndex >= 0 && (subject === 'buyer' ? buyer : tier) === id;
      if (isCounted && bound === 'at_least') this.isPromised = true;
      this.amounts[index] = isCounted ? (figure === 'wins' ? 1 : this.net) : 0;
    }
  }

  addTo(sums: { net: number; readonly amounts: Float64Array }): void {
    sums.net += this.net;
    for (let index = 0; index < this.amounts.length; index++) sums.amounts[index]! += this.amounts[index]!;
  }

  copy({ net, untiered, tierIndex, buyer, amounts }: Outcome): void {
    this.net = net;
    this.untiered = untiered;
    this.tierIndex = tierIndex;
    this.buyer = buyer;
    this.amounts.set(amounts);
  }

  is(other: Outcome): boolean {
    if (this.net !== other.net || this.untiered !== other.untiered || this.tierIndex !== other.tierIndex) return false;
    if (this.buyer !== other.buyer) return false;
    return this.amounts.every((amount, index) => amount === other.amounts[index]);
  }
}

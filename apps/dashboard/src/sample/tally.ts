import {
  type AuctionRequest,
  countFunnel,
  Decision,
  decideAuction,
  forgoneMicros,
  Funnel,
  netTakenMicros,
  type Outcome,
  outcomes,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { type BuyerTally, BuyerTallies } from './buyer-tally.ts';

/** What a tier did in the sample. Money is the sum of CPM prices in micros. */
export interface TierTally {
  readonly tierId: number;
  /** Bids of buyers that it names. */
  readonly listed: number;
  /** Of these, those that reach its minimum. */
  readonly pricedIn: number;
  /** Of these, those for an impression that its profile matches. */
  readonly targeted: number;
  /** Of these, those that it took and no other tier. */
  readonly inTier: number;
  readonly won: number;
  /** What the seller gets of the auctions that its bids won. */
  readonly netMicros: number;
  /** The price of preference in the auctions that its bids won. */
  readonly forgoneMicros: number;
  readonly excluded: number;
  /** The net prices of the bids that it excluded. */
  readonly excludedMicros: number;
}

/** What a tier set decides over a sample. Money is the sum of CPM prices in micros. */
export interface Tally {
  readonly auctions: number;
  readonly sold: number;
  readonly bids: number;
  readonly netMicros: number;
  readonly forgoneMicros: number;
  /** In the order in which the tiers are checked. */
  readonly tiers: readonly TierTally[];
  /** By bids, most first. */
  readonly buyers: readonly BuyerTally[];
}

/** The sums of one tier. */
const noSums = () => ({ won: 0, netMicros: 0, forgoneMicros: 0, excluded: 0, excludedMicros: 0 });

export const outcomeOf = (decision: Decision, place: number): Outcome => outcomes[decision.outcomes[place]!]!;

/** Decides the auctions and sums what became of them. */
export function tallyOf(requests: Iterable<AuctionRequest>, tierSet: TierSet): Tally {
  const decision = new Decision();
  const funnel = new Funnel(tierSet.tiers.length);
  const sums = tierSet.tiers.map(noSums);
  const buyers = new BuyerTallies(tierSet);
  const whole = { auctions: 0, sold: 0, bids: 0, netMicros: 0, forgoneMicros: 0 };
  for (const request of requests) {
    decideAuction(tierSet, request, decision);
    countFunnel(tierSet, request, decision, funnel);
    buyers.add(request, decision);
    const net = netTakenMicros(request, decision);
    const forgone = forgoneMicros(request, decision);
    whole.auctions++;
    whole.bids += decision.bidCount;
    whole.netMicros += net;
    whole.forgoneMicros += forgone;
    if (decision.winnerPlace >= 0) whole.sold++;
    const winner = sums[decision.tierIndexes[decision.winnerPlace] ?? -1];
    if (winner !== undefined) {
      winner.won++;
      winner.netMicros += net;
      winner.forgoneMicros += forgone;
    }
    for (let place = 0; place < decision.bidCount; place++) {
      if (outcomeOf(decision, place) !== 'excluded') continue;
      const tier = sums[decision.tierIndexes[place]!]!;
      tier.excluded++;
      tier.excludedMicros += decision.netMicros[place]!;
    }
  }
  const tiers = tierSet.tiers.map(({ id }, at) => ({
    tierId: id,
    listed: funnel.listed[at]!,
    pricedIn: funnel.pricedIn[at]!,
    targeted: funnel.targeted[at]!,
    inTier: funnel.categorised[at]!,
    ...sums[at]!,
  }));
  return { ...whole, tiers, buyers: buyers.list() };
}

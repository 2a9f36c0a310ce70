import { AuctionSums, pairCell, ReportCounts, totalCell } from '@auction-tiers/tally';
import {
  type AuctionRequest,
  Decision,
  decideAuction,
  type Outcome,
  outcomes,
  type TierSet,
} from '@auction-tiers/tier-engine';
import { countFunnel, Funnel } from '@auction-tiers/tier-engine/measure';
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
  /** Of these, the bids that this tier took, and no other. */
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

export const outcomeOf = (decision: Decision, place: number): Outcome => outcomes[decision.outcomes[place]!]!;

/** Decides the auctions, and sums the results. */
export function tallyOf(requests: Iterable<AuctionRequest>, tierSet: TierSet): Tally {
  const funnel = new Funnel(tierSet.tiers.length);
  const buyers = new BuyerTallies();
  const sums = decideAll(requests, tierSet, (request, decision) => {
    countFunnel(tierSet, request, decision, funnel);
    buyers.add(request, decision);
  });
  const tierSums = sumsByTier(sums);
  const tiers = tierSet.tiers.map(({ id }, at) => ({
    tierId: id,
    ...funnel.stagesOf(at),
    ...tierSums(id),
  }));
  return { auctions: sums.totals.number(totalCell.auctions), ...wholeOf(sums), tiers, buyers: buyers.list(sums) };
}

/** Decides the auctions and sums them by tier and buyer. */
export function decideAll(
  requests: Iterable<AuctionRequest>,
  tierSet: TierSet,
  each: (request: AuctionRequest, decision: Decision) => void = () => {},
): ReportCounts {
  const decision = new Decision();
  const sums = new AuctionSums(Number.POSITIVE_INFINITY);
  for (const request of requests) {
    decideAuction(tierSet, request, decision);
    sums.count(tierSet, request, decision);
    each(request, decision);
  }
  sums.settle();
  return sums;
}

/** The sums of all auctions. */
export function wholeOf({ totals }: ReportCounts): Pick<Tally, 'sold' | 'bids' | 'netMicros' | 'forgoneMicros'> {
  return {
    sold: totals.number(totalCell.sold),
    bids: outcomes.reduce((bids, _, code) => bids + totals.number(totalCell.outcomes + code), 0),
    netMicros: totals.number(totalCell.net),
    forgoneMicros: totals.number(totalCell.forgone),
  };
}

/** The sums of each tier; 0 of one without bids. */
export function sumsByTier(sums: ReportCounts) {
  const byTier = new ReportCounts(Number.POSITIVE_INFINITY);
  byTier.add(sums, { tier: true, buyer: false });
  return (tierId: number) => {
    const row = byTier.pairs.rowOf(tierId, 0);
    const of = (cell: number) => byTier.pairs.sums.number(row + cell);
    return {
      inTier: of(pairCell.bids),
      won: of(pairCell.won),
      netMicros: of(pairCell.net),
      forgoneMicros: of(pairCell.forgone),
      excluded: of(pairCell.excluded),
      excludedMicros: of(pairCell.excludedNet),
    };
  };
}

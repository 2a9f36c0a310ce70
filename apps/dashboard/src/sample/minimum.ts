import { ReportCounts } from '@auction-tiers/tally';
import {
  type AuctionRequest,
  compile,
  Decision,
  decideAuction,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { decideAll, sumsByTier, wholeOf } from './tally.ts';

/** Sums over the sample; money is the sum of CPM prices in micros. */
interface Sums {
  readonly sold: number;
  readonly netMicros: number;
  readonly forgoneMicros: number;
}

/** What a minimum of one tier decides over. */
export interface MinimumCase {
  readonly tierId: number;
  /**
   * The net prices, ascending, of the bids that only the minimum may keep out of the tier: of buyers that it names, for
   * impressions that its profile matches.
   */
  readonly nets: Float64Array;
  /** Bids of its buyers for impressions that its profile does not match. */
  readonly otherBids: number;
  /** The auctions with such bids. */
  readonly auctions: readonly AuctionRequest[];
  /** Of all others, which no minimum of the tier changes. */
  readonly rest: ReportCounts;
}

/** What a minimum would do, were all bids as they were. */
export interface MinimumAnswer {
  readonly minPriceMicros: number;
  /** Of the tier: its bids, those that won, and what these brought and cost; or the bids that it excluded. */
  readonly inTier: number;
  readonly won: number;
  readonly netMicros: number;
  readonly forgoneMicros: number;
  readonly excluded: number;
  readonly excludedMicros: number;
  /** Of all auctions of the sample. */
  readonly whole: Sums;
}

/** Compiles; throws an Error with the first issue of a tier set that does not compile. */
export function compileOrThrow(source: TierSetSource): TierSet {
  const result = compile(source);
  if (result.ok) return result.tierSet;
  const [issue] = result.issues;
  throw new Error(`these tiers cannot decide an auction: ${issue?.path} ${issue?.message}`);
}

/** Finds the bids that a tier's minimum decides over. Throws an Error where the source has no such tier. */
export function findCase(
  requests: readonly AuctionRequest[],
  source: TierSetSource,
  tierSet: TierSet,
  tierId: number,
): MinimumCase {
  const tier = source.tiers.find(({ id }) => id === tierId);
  if (tier === undefined) throw new Error(`these tiers have no tier ${tierId}`);
  // Alone and without a minimum, the tier takes exactly the bids that its buyers and its profile let in.
  const alone = compileOrThrow({ ...source, tiers: [{ ...tier, minPriceMicros: 0 }] });
  const buyers = new Set(tier.buyerMemberIds);
  const decision = new Decision();
  const nets: number[] = [];
  const auctions: AuctionRequest[] = [];
  const others: AuctionRequest[] = [];
  let otherBids = 0;
  for (const request of requests) {
    decideAuction(alone, request, decision);
    let isDecidedOver = false;
    for (let place = 0; place < decision.bidCount; place++) {
      if (decision.tierIndexes[place] === 0) {
        nets.push(decision.netMicros[place]!);
        isDecidedOver = true;
      } else if (buyers.has(request.bids[place]!.memberId ?? 0)) otherBids++;
    }
    (isDecidedOver ? auctions : others).push(request);
  }
  return { tierId, nets: Float64Array.from(nets).toSorted(), otherBids, auctions, rest: decideAll(others, tierSet) };
}

/** Decides again all auctions that a tier's minimum may change, under another minimum. */
export function decideMinimum(
  { tierId, auctions, rest }: MinimumCase,
  source: TierSetSource,
  minPriceMicros: number,
): MinimumAnswer {
  const tiers = source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier));
  const tierSet = compileOrThrow({ ...source, tiers });
  const sums = decideAll(auctions, tierSet);
  const { inTier, ...own } = sumsByTier(sums)(tierId);
  const whole = new ReportCounts(Number.POSITIVE_INFINITY);
  for (const part of [rest, sums]) whole.add(part, { tier: false, buyer: false });
  const { sold, netMicros, forgoneMicros } = wholeOf(whole);
  return { minPriceMicros, inTier, ...own, whole: { sold, netMicros, forgoneMicros } };
}

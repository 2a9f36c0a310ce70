import type { Estimated, MinimumFigures } from '@auction-tiers/contract';
import {
  type AuctionRequest,
  Decision,
  decideAuction,
  forgoneMicros,
  netTakenMicros,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { compileOrRefuse, outcomeOf, Refused } from './decided.ts';

/** Sums over the sample; money is the sum of CPM prices in micros. */
interface Sums {
  netMicros: number;
  forgoneMicros: number;
}

/** The bids and auctions that depend on the minimum of one tier. */
export interface MinimumCase {
  readonly tierId: number;
  /**
   * The net prices, ascending, of the bids that only the minimum may keep out of the tier: of buyers that it names, for
   * impressions that its profile matches. A limit may keep out some of them.
   */
  readonly nets: Float64Array;
  /** Bids of its buyers for impressions that its profile does not match. */
  readonly otherBids: number;
  /** The auctions with such bids, the net prices of these bids in each, and its net under the tier's own minimum. */
  readonly auctions: readonly AuctionRequest[];
  readonly auctionNets: readonly Float64Array[];
  readonly present: Float64Array;
  /** All auctions of the sample. */
  readonly count: number;
  /** Sums of all other auctions, which no minimum of the tier changes. */
  readonly rest: Readonly<Sums>;
}

/** The figures under a minimum: sums over the sample, if all bids stayed the same. */
export interface MinimumSums {
  /** Figures of the tier: its bids, its wins with their net and forgone; or the bids that it excluded. */
  readonly inTier: number;
  readonly won: number;
  readonly netMicros: number;
  readonly forgoneMicros: number;
  readonly excluded: number;
  readonly excludedMicros: number;
  /** Sums of all auctions of the sample. */
  readonly whole: Readonly<Sums>;
  /** Net of all auctions, less their net under the tier's own minimum: the sum of CPM micros. */
  readonly gain: Estimated;
}

/** What is earned by one CPM micro. */
const earnedPerMicro = 1e-9;

/** Sums over the sample as estimates for all hours. `weight`: decided auctions per sampled auction. */
export const figuresOf = (sums: MinimumSums, weight: number): MinimumFigures => ({
  bids_in: sums.inTier * weight,
  won: sums.won * weight,
  net: sums.netMicros * weight * earnedPerMicro,
  forgone: sums.forgoneMicros * weight * earnedPerMicro,
  excluded: sums.excluded * weight,
  excluded_net: sums.excludedMicros * weight * earnedPerMicro,
  all_net: sums.whole.netMicros * weight * earnedPerMicro,
  all_forgone: sums.whole.forgoneMicros * weight * earnedPerMicro,
});

/** A sum over the sample, CPM micros, as earned in all hours. */
export const earnedOf = ({ value, low, high, changed }: Estimated, weight: number): Estimated => ({
  value: value * weight * earnedPerMicro,
  low: low * weight * earnedPerMicro,
  high: high * weight * earnedPerMicro,
  changed,
});

/** Standard errors on either side of 95 % of a normal distribution. */
const errorsOf95 = 1.96;

/** The interval of a sum of differences over `count` auctions, most of which may be 0; auctions are taken as independent. */
export function intervalOf(sum: number, squares: number, count: number): Omit<Estimated, 'changed'> {
  const error = errorsOf95 * Math.sqrt(Math.max(0, squares - (sum * sum) / Math.max(1, count)));
  return { value: sum, low: sum - error, high: sum + error };
}

/** Compares, auction by auction, what two minimums bring. */
export function compareNets(nets: Float64Array, base: Float64Array, count: number): Estimated {
  let [sum, squares, changed] = [0, 0, 0];
  for (let at = 0; at < nets.length; at++) {
    const difference = nets[at]! - base[at]!;
    if (difference !== 0) changed++;
    sum += difference;
    squares += difference * difference;
  }
  return { ...intervalOf(sum, squares, count), changed };
}

/** Finds the bids that depend on a tier's minimum. Throws a `Refused` where the source has no such tier. */
export function findCase(
  requests: readonly AuctionRequest[],
  source: TierSetSource,
  tierSet: TierSet,
  tierId: number,
): MinimumCase {
  const tier = source.tiers.find(({ id }) => id === tierId);
  if (tier === undefined) throw new Refused('tier_id', `is ${tierId}, which is not among these tiers`);
  // Alone, without a minimum and a limit, the tier takes exactly the bids of its buyers that its profile matches.
  const alone = compileOrRefuse({ ...source, tiers: [{ ...tier, minPriceMicros: 0, maxForgoneMicros: null }] });
  const buyers = new Set(tier.buyerMemberIds);
  const decision = new Decision();
  const nets: number[] = [];
  const auctions: AuctionRequest[] = [];
  const auctionNets: Float64Array[] = [];
  const present: number[] = [];
  const rest: Sums = { netMicros: 0, forgoneMicros: 0 };
  let otherBids = 0;
  for (const request of requests) {
    decideAuction(alone, request, decision);
    const own: number[] = [];
    for (let index = 0; index < decision.bidCount; index++) {
      if (decision.tierIndexes[index] === 0) {
        own.push(decision.netMicros[index]!);
      } else if (buyers.has(request.bids[index]!.memberId ?? 0)) otherBids++;
    }
    decideAuction(tierSet, request, decision);
    if (own.length === 0) add(rest, request, decision);
    else {
      nets.push(...own);
      auctions.push(request);
      auctionNets.push(Float64Array.from(own));
      present.push(netTakenMicros(request, decision));
    }
  }
  return {
    tierId,
    nets: Float64Array.from(nets).toSorted(),
    otherBids,
    auctions,
    auctionNets,
    present: Float64Array.from(present),
    count: requests.length,
    rest,
  };
}

function add(sums: Sums, request: AuctionRequest, decision: Decision): void {
  sums.netMicros += netTakenMicros(request, decision);
  sums.forgoneMicros += forgoneMicros(request, decision);
}

/** Decides again all auctions that a tier's minimum may change, under another minimum. */
export function decideMinimum(
  { tierId, auctions, rest, present, count }: MinimumCase,
  source: TierSetSource,
  minPriceMicros: number,
): MinimumSums {
  const tiers = source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier));
  const tierSet = compileOrRefuse({ ...source, tiers });
  const tierIndex = tierSet.tiers.findIndex(({ id }) => id === tierId);
  const decision = new Decision();
  const whole = { ...rest };
  const own = { inTier: 0, won: 0, netMicros: 0, forgoneMicros: 0, excluded: 0, excludedMicros: 0 };
  const nets = new Float64Array(auctions.length);
  for (const [at, request] of auctions.entries()) {
    decideAuction(tierSet, request, decision);
    add(whole, request, decision);
    nets[at] = netTakenMicros(request, decision);
    for (let index = 0; index < decision.bidCount; index++) {
      if (decision.tierIndexes[index] !== tierIndex) continue;
      own.inTier++;
      if (outcomeOf(decision, index) === 'excluded') {
        own.excluded++;
        own.excludedMicros += decision.netMicros[index]!;
      } else if (index === decision.winnerIndex) {
        own.won++;
        own.netMicros += netTakenMicros(request, decision);
        own.forgoneMicros += forgoneMicros(request, decision);
      }
    }
  }
  return { ...own, whole, gain: compareNets(nets, present, count) };
}

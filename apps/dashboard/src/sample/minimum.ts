import {
  type AuctionRequest,
  compile,
  Decision,
  decideAuction,
  forgoneMicros,
  netTakenMicros,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { outcomeOf } from './tally.ts';

/** Sums over the sample; money is the sum of CPM prices in micros. */
interface Sums {
  sold: number;
  netMicros: number;
  forgoneMicros: number;
}

/** The bids and auctions that depend on the minimum of one tier. */
export interface MinimumCase {
  readonly tierId: number;
  /**
   * The net prices, ascending, of the bids that only the minimum may keep out of the tier: of buyers that it names, for
   * impressions that its profile matches.
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

/** The figures under a minimum, if all bids stayed the same. */
export interface MinimumAnswer {
  readonly minPriceMicros: number;
  /** Figures of the tier: its bids, its wins with their net and forgone; or the bids that it excluded. */
  readonly inTier: number;
  readonly won: number;
  readonly netMicros: number;
  readonly forgoneMicros: number;
  readonly excluded: number;
  readonly excludedMicros: number;
  /** Sums of all auctions of the sample. */
  readonly whole: Readonly<Sums>;
  /** Net of all auctions, less their net under the tier's own minimum. */
  readonly gain: Estimated;
}

/** A sum over the sample with its interval, 95 %, CPM micros. */
export interface Estimated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Number of auctions whose net changes. If they are few, the interval is too narrow. */
  readonly changed: number;
}

/** Fewer changed auctions tell nothing. */
export const leastChanged = 10;

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

/** Compiles; throws an Error with the first issue of a tier set that does not compile. */
export function compileOrThrow(source: TierSetSource): TierSet {
  const result = compile(source);
  if (result.ok) return result.tierSet;
  const [issue] = result.issues;
  throw new Error(`these tiers cannot decide an auction: ${issue?.path} ${issue?.message}`);
}

/** Finds the bids that depend on a tier's minimum. Throws an Error where the source has no such tier. */
export function findCase(
  requests: readonly AuctionRequest[],
  source: TierSetSource,
  tierSet: TierSet,
  tierId: number,
): MinimumCase {
  const tier = source.tiers.find(({ id }) => id === tierId);
  if (tier === undefined) throw new Error(`these tiers have no tier ${tierId}`);
  // Alone and without a minimum, the tier takes exactly the bids of its buyers that its profile matches.
  const alone = compileOrThrow({ ...source, tiers: [{ ...tier, minPriceMicros: 0 }] });
  const buyers = new Set(tier.buyerMemberIds);
  const decision = new Decision();
  const nets: number[] = [];
  const auctions: AuctionRequest[] = [];
  const auctionNets: Float64Array[] = [];
  const present: number[] = [];
  const rest: Sums = { sold: 0, netMicros: 0, forgoneMicros: 0 };
  let otherBids = 0;
  for (const request of requests) {
    decideAuction(alone, request, decision);
    const own: number[] = [];
    for (let place = 0; place < decision.bidCount; place++) {
      if (decision.tierIndexes[place] === 0) {
        own.push(decision.netMicros[place]!);
      } else if (buyers.has(request.bids[place]!.memberId ?? 0)) otherBids++;
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
  if (decision.winnerPlace >= 0) sums.sold++;
  sums.netMicros += netTakenMicros(request, decision);
  sums.forgoneMicros += forgoneMicros(request, decision);
}

/** Decides again all auctions that a tier's minimum may change, under another minimum. */
export function decideMinimum(
  { tierId, auctions, rest, present, count }: MinimumCase,
  source: TierSetSource,
  minPriceMicros: number,
): MinimumAnswer {
  const tiers = source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier));
  const tierSet = compileOrThrow({ ...source, tiers });
  const tierIndex = tierSet.tiers.findIndex(({ id }) => id === tierId);
  const decision = new Decision();
  const whole = { ...rest };
  const own = { inTier: 0, won: 0, netMicros: 0, forgoneMicros: 0, excluded: 0, excludedMicros: 0 };
  const nets = new Float64Array(auctions.length);
  for (const [at, request] of auctions.entries()) {
    decideAuction(tierSet, request, decision);
    add(whole, request, decision);
    nets[at] = netTakenMicros(request, decision);
    for (let place = 0; place < decision.bidCount; place++) {
      if (decision.tierIndexes[place] !== tierIndex) continue;
      own.inTier++;
      if (outcomeOf(decision, place) === 'excluded') {
        own.excluded++;
        own.excludedMicros += decision.netMicros[place]!;
      } else if (place === decision.winnerPlace) {
        own.won++;
        own.netMicros += netTakenMicros(request, decision);
        own.forgoneMicros += forgoneMicros(request, decision);
      }
    }
  }
  return { minPriceMicros, ...own, whole, gain: compareNets(nets, present, count) };
}

import { Draws, drawPurpose } from './auction/draws.ts';
import type { AuctionRequest, Bid, TierSetSource } from './model/auction.ts';
import type { BidAttributes } from './model/targeting.ts';
import { netMicros } from './money/money.ts';
import { isRunning, limitOf, takesPrice } from './set/conditions.ts';
import type { CompiledTargeting } from './targeting/compiled-targeting.ts';
import { compileTargetings } from './targeting/compiled-targeting.ts';
import { ImpressionValues } from './targeting/impression-values.ts';

/** Flights, targeting and draws, for other implementations of selecting that must come to the same answers. */
export type { CompiledTargeting };
export { compileTargetings, Draws, drawPurpose, ImpressionValues, isRunning };

/** Targeting is compiled once per source, so that benchmarks compare only the linear search with the index. */
const targetingsOfSource = new WeakMap<TierSetSource, ReadonlyMap<number | null, CompiledTargeting>>();

/**
 * The reference implementation for `selectTiers`: a linear search of the stored tiers, without an index or a cache.
 * Writes for each bid the index into `source.tiers` of its tier, or -1. The source must be one that `compile` accepts.
 */
export function selectTiersLinear(source: TierSetSource, request: AuctionRequest, out: Int32Array): void {
  const targetings = targetingsOfSource.get(source) ?? compileSource(source);
  const values = new ImpressionValues(request.impression, request.timeMs);
  const draws = new Draws(request.seed);
  const netOf = (bid: Bid) => netMicros(bid.grossMicros, bid.feePpm ?? request.feePpm);
  const select = (bid: Bid, index: number, highestNet: number) => {
    const { memberId } = bid;
    const net = netOf(bid);
    const matching = source.tiers.filter(
      (tier) =>
        isRunning(tier, request.timeMs) &&
        memberId !== null &&
        tier.buyerMemberIds.includes(memberId) &&
        takesPrice(tier, net) &&
        matchesTargeting(targetings.get(tier.profileId), values, bid) &&
        net + limitOf(tier) >= highestNet,
    );
    const priority = matching.reduce((highest, tier) => Math.max(highest, tier.priority), 0);
    const tied = matching.filter((tier) => tier.priority === priority).toSorted((left, right) => left.id - right.id);
    return tied[tied.length > 1 ? draws.u32(index, drawPurpose.tier, tied.length) % tied.length : 0];
  };
  const takesPart = (bid: Bid, index: number) =>
    bid.grossMicros >= (bid.floorMicros ?? request.bidFloorMicros) && select(bid, index, 0)?.memberAction !== 'exclude';
  const hasLimits = source.tiers.some((tier) => limitOf(tier) < Infinity);
  const highestNet = hasLimits ? Math.max(0, ...request.bids.filter(takesPart).map(netOf)) : 0;
  for (const [index, bid] of request.bids.entries()) {
    const chosen = select(bid, index, highestNet);
    out[index] = chosen === undefined ? -1 : source.tiers.indexOf(chosen);
  }
}

/** Whether an impression and a bid pass all dimensions; undefined targets everything. */
export function matchesTargeting(
  targeting: CompiledTargeting | undefined,
  values: ImpressionValues,
  bid: BidAttributes,
): boolean {
  if (targeting === undefined) return true;
  for (const condition of targeting.conditions.values()) if (!condition.holds(values, bid)) return false;
  return true;
}

function compileSource(source: TierSetSource): ReadonlyMap<number | null, CompiledTargeting> {
  const targetings = compileTargetings(source.profiles);
  const byId = new Map(source.profiles.map(({ id }, at) => [id, targetings[at]!]));
  targetingsOfSource.set(source, byId);
  return byId;
}

import { netMicros } from './fee.ts';
import type { AuctionRequest } from './model.ts';
import { qualification, qualify } from './qualify.ts';
import { Draws, drawPurpose } from './seed.ts';
import type { CompiledTiers, TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

/** In place of a tier's index: no tier matches the bid. */
export const untiered = -1;

/**
 * For each bid, in the order of the request, the index into `tierSet.tiers` of the one tier it belongs to, or -1. The
 * tier may be an exclude. Throws a RangeError when `out` is shorter than the bids.
 */
export function selectTiers(tierSet: TierSet, request: AuctionRequest, out: Int32Array): void {
  selectWith(new Draws(request.seed), tierSet, request, out);
}

/** As `selectTiers`, with chance that the rest of the auction goes on using, so that the seed is hashed once. */
export function selectWith(draws: Draws, tierSet: TierSet, request: AuctionRequest, out: Int32Array): void {
  const { bids } = request;
  if (out.length < bids.length) {
    throw new RangeError(`selectTiers was given room for ${out.length} of ${bids.length} bids.`);
  }
  const tiers = tierSet[compiled];
  tiers.memo.begin(request);
  for (let place = 0; place < bids.length; place++) {
    const bid = bids[place]!;
    const slot = bid.memberId === null ? undefined : tiers.slotOfBuyer.get(bid.memberId);
    if (slot === undefined) out[place] = untiered;
    else out[place] = selectTier(tiers, slot, netMicros(bid.grossMicros, bid.feePpm ?? request.feePpm), place, draws);
  }
}

function selectTier(tiers: CompiledTiers, slot: number, net: number, place: number, draws: Draws): number {
  const { priority, tierIndex } = tiers;
  const end = tiers.firstEntry[slot + 1]!;
  let first = tiers.firstEntry[slot]!;
  while (first < end && qualify(tiers, first, net) !== qualification.matched) first++;
  if (first === end) return untiered;

  let tiedCount = 1;
  for (let entry = first + 1; entry < end && priority[entry] === priority[first]; entry++) {
    if (qualify(tiers, entry, net) === qualification.matched) tiedCount++;
  }
  if (tiedCount === 1) return tierIndex[first]!;

  // Walking the tied tiers a second time is cheaper than keeping them: their profiles are in the memo by now.
  let toPass = draws.u32(place, drawPurpose.tier, tiedCount) % tiedCount;
  let entry = first;
  while (toPass > 0) if (qualify(tiers, ++entry, net) === qualification.matched) toPass--;
  return tierIndex[entry]!;
}

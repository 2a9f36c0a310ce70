import type { AuctionRequest, Bid, Tier } from '../model/auction.ts';
import { firstFailure } from '../set/conditions.ts';
import { absent, entryAfter, isLastOfBuyer, tierIndexOf } from '../set/tier-entries.ts';
import { compiled, type TierLevels, type TierSet } from '../set/tier-set.ts';
import { type Decision, decideSelected } from './decide.ts';
import { drawPurpose } from './draws.ts';
import { draws, highestNetOf, untiered } from './select.ts';

/**
 * The bid's tier if the tier `varied`, its limit aside, matched the bid at `variedPriority`; 0: if it did not match.
 * `highestNet`: what limits are compared with, or 0. A linear search, because it runs for few bids.
 */
export function selectVaried(
  tierSet: TierSet,
  position: number,
  bid: Bid,
  net: number,
  varied: number,
  variedPriority: number,
  highestNet = 0,
): number {
  const { tiers, [compiled]: own } = tierSet;
  const { firstEntry, entries } = own;
  let best = variedPriority;
  let matching: number[] = variedPriority === 0 ? [] : [varied];
  for (let entry = firstEntry.find(bid.memberId!); ; entry = entryAfter(entry)) {
    const tierIndex = tierIndexOf(entries, entry);
    const { priority } = tiers[tierIndex]!;
    // Entries come by descending priority.
    if (priority < best) break;
    if (tierIndex !== varied && firstFailure(tierSet, entry, net, bid, highestNet) === undefined) {
      if (priority > best) matching = [];
      best = priority;
      matching.push(tierIndex);
    }
    if (isLastOfBuyer(entries, entry)) break;
  }
  if (matching.length < 2) return matching[0] ?? untiered;
  matching.sort((left, right) => tiers[left]!.id - tiers[right]!.id);
  return matching[draws.index(position, drawPurpose.tier, matching.length)]!;
}

/** One tier as another: what its limit is, and at which priority it matches the bid at an index if its limit does not count. */
export interface Variation {
  readonly tierIndex: number;
  readonly limitMicros: number;
  /** 0: it does not match the bid. */
  readonly priorityOf: (index: number) => number;
}

/**
 * Decides an auction with one tier varied, where the tier set has limits. All bids are selected anew, because what one tier
 * takes can change the highest net price, and with it the tiers of bids that it never matches. `into` holds the net prices;
 * `tiers` and `levels` are those of the variation.
 */
export function decideVaried(
  tierSet: TierSet,
  tiers: readonly Tier[],
  levels: TierLevels,
  request: AuctionRequest,
  { tierIndex, limitMicros, priorityOf }: Variation,
  into: Decision,
): void {
  const { firstEntry } = tierSet[compiled];
  const select = (highestNet: number) => {
    for (const [index, bid] of request.bids.entries()) {
      const net = into.netMicros[index]!;
      const isNamed = bid.memberId !== null && firstEntry.find(bid.memberId) !== absent;
      const priority = net + limitMicros < highestNet ? 0 : priorityOf(index);
      into.tierIndexes[index] = isNamed
        ? selectVaried(tierSet, index, bid, net, tierIndex, priority, highestNet)
        : untiered;
    }
  };
  select(0);
  select(highestNetOf(levels, request, into.netMicros, into.tierIndexes));
  decideSelected(tiers, levels, request, into);
}

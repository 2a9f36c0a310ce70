import type { AuctionRequest } from '../model/auction.ts';
import {
  absent,
  entryAfter,
  isInexact,
  isLastOfBuyer,
  qualifies,
  reaches,
  reachesMinimum,
  slotOf,
  tierIndexOf,
  toPriceWord,
} from '../set/tier-entries.ts';
import { isRunning } from '../set/running.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';
import type { Decision } from './decide.ts';

/** How far bids came in each tier, by index into `TierSet.tiers`; each step counts only bids of the step before. */
export class Funnel {
  /** Bids of buyers that the tier names, while it is active and in its flight. */
  readonly listed: Float64Array;
  /** Listed bids that reach the tier's minimum. */
  readonly pricedIn: Float64Array;
  /** Priced-in bids for an impression that the tier's profile matches: the tier matches these bids. */
  readonly targeted: Float64Array;
  /** Targeted bids that this tier took, and no other tier. */
  readonly categorised: Float64Array;

  constructor(tierCount: number) {
    this.listed = new Float64Array(tierCount);
    this.pricedIn = new Float64Array(tierCount);
    this.targeted = new Float64Array(tierCount);
    this.categorised = new Float64Array(tierCount);
  }
}

/**
 * Adds the bids of an auction to a funnel, which has as many tiers as the set. `decision` is what `decideAuction`
 * wrote about it; of that, only the net prices and the tiers are read.
 */
export function countFunnel(tierSet: TierSet, request: AuctionRequest, decision: Decision, into: Funnel): void {
  const { firstEntry, entries, profiles } = tierSet[compiled];
  const { listed, pricedIn, targeted, categorised } = into;
  const { passing } = profiles;
  profiles.resume(request);
  for (let place = 0; place < request.bids.length; place++) {
    const chosen = decision.tierIndexes[place]!;
    if (chosen >= 0) categorised[chosen]!++;
    const bid = request.bids[place]!;
    const { memberId } = bid;
    const first = memberId === null ? absent : firstEntry.find(memberId);
    if (first === absent) continue;
    const net = decision.netMicros[place]!;
    const priceWord = toPriceWord(net);
    for (let entry = first; ; entry = entryAfter(entry)) {
      const tierIndex = tierIndexOf(entries, entry);
      if (!isInexact(entries, entry)) {
        listed[tierIndex]!++;
        pricedIn[tierIndex]! += reaches(entries, entry, priceWord);
        targeted[tierIndex]! += qualifies(entries, entry, passing, priceWord);
      } else if (isRunning(tierSet.tiers[tierIndex]!, request.timeMs)) {
        listed[tierIndex]!++;
        if (reachesMinimum(entries, entry, net, tierSet.tiers)) {
          pricedIn[tierIndex]!++;
          if (profiles.matches(slotOf(entries, entry), bid)) targeted[tierIndex]!++;
        }
      }
      if (isLastOfBuyer(entries, entry)) break;
    }
  }
}

import type { Decision } from './decision.ts';
import { dearMicros, entryAfter, isLastOfBuyer, minWordOf, slotOf, tierIndexOf } from './entry.ts';
import { absent } from './id-map.ts';
import type { AuctionRequest } from './model.ts';
import type { TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';

/** How far bids came in each tier, by index into `TierSet.tiers`; every stage counts only bids of the stage before. */
export class Funnel {
  /** Bids of buyers that the tier names. */
  readonly listed: Float64Array;
  /** Of these, those that reach its minimum. */
  readonly pricedIn: Float64Array;
  /** Of these, those for an impression that its profile matches: the tier matches them. */
  readonly targeted: Float64Array;

  constructor(tierCount: number) {
    this.listed = new Float64Array(tierCount);
    this.pricedIn = new Float64Array(tierCount);
    this.targeted = new Float64Array(tierCount);
  }
}

/**
 * Adds the bids of an auction to a funnel, which has as many tiers as the set. `decision` is what `decideAuction` has just
 * made of it with this set, or has the net prices at least.
 */
export function countFunnel(tierSet: TierSet, request: AuctionRequest, decision: Decision, into: Funnel): void {
  const { firstEntry, entries, profiles } = tierSet[compiled];
  const { listed, pricedIn, targeted } = into;
  profiles.resume(request);
  for (let place = 0; place < request.bids.length; place++) {
    const { memberId } = request.bids[place]!;
    const first = memberId === null ? absent : firstEntry.find(memberId);
    if (first === absent) continue;
    const net = decision.netMicros[place]!;
    for (let entry = first; ; entry = entryAfter(entry)) {
      const tierIndex = tierIndexOf(entries, entry);
      listed[tierIndex]!++;
      if (isPricedIn(tierSet, entry, tierIndex, net)) {
        pricedIn[tierIndex]!++;
        if (profiles.matches(slotOf(entries, entry))) targeted[tierIndex]!++;
      }
      if (isLastOfBuyer(entries, entry)) break;
    }
  }
}

function isPricedIn({ tiers, [compiled]: { entries } }: TierSet, entry: number, tierIndex: number, net: number) {
  const minWord = minWordOf(entries, entry);
  return net >= (minWord === dearMicros ? (tiers[tierIndex]!.minPriceMicros ?? 0) : minWord);
}

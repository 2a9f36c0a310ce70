import { entryAfter, isLastOfBuyer, slotOf, tierIndexOf } from './entry.ts';
import { netMicros } from './fee.ts';
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

/** Adds the bids of an auction to a funnel, which has as many tiers as the set. */
export function countFunnel(tierSet: TierSet, request: AuctionRequest, into: Funnel): void {
  const { firstEntry, entries, profiles } = tierSet[compiled];
  profiles.begin(request);
  for (const { memberId, grossMicros, feePpm = request.feePpm } of request.bids) {
    const first = memberId === null ? absent : firstEntry.find(memberId);
    if (first === absent) continue;
    const net = netMicros(grossMicros, feePpm);
    for (let entry = first; ; entry = entryAfter(entry)) {
      const tierIndex = tierIndexOf(entries, entry);
      into.listed[tierIndex]!++;
      if (net >= (tierSet.tiers[tierIndex]!.minPriceMicros ?? 0)) {
        into.pricedIn[tierIndex]!++;
        if (profiles.matches(slotOf(entries, entry))) into.targeted[tierIndex]!++;
      }
      if (isLastOfBuyer(entries, entry)) break;
    }
  }
}

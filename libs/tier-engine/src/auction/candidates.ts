import type { Bid } from '../model/auction.ts';
import { absent } from '../set/tier-entries.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';

/**
 * How many candidate entries an auction has: for each bid, the tiers that name its buyer. Deciding the auction looks at
 * each of them at most, so this is the work that it may take.
 */
export function candidateEntries(tierSet: TierSet, bids: readonly Bid[]): number {
  const { firstEntry, buyers } = tierSet[compiled];
  let count = 0;
  for (const { memberId } of bids) {
    const entry = memberId === null ? absent : firstEntry.find(memberId);
    if (entry !== absent) count += buyers.lengthFrom(entry);
  }
  return count;
}

/** The most that it can be for so many bids, whichever they are: known without a look at them. */
export function mostCandidateEntries(tierSet: TierSet, bidCount: number): number {
  return bidCount * tierSet[compiled].buyers.longest;
}

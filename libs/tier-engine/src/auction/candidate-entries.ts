import type { Bid } from '../model/auction.ts';
import { absent, wordsPerEntry } from '../set/tier-entries.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';

/**
 * The number of candidate entries of an auction: for each bid, the tiers that name its buyer. Deciding the auction
 * reads no other entries, so this number bounds its work.
 */
export function candidateEntries(tierSet: TierSet, bids: readonly Bid[]): number {
  const { firstEntry, starts } = tierSet[compiled];
  let count = 0;
  for (const { memberId } of bids) {
    const entry = memberId === null ? absent : firstEntry.find(memberId);
    if (entry !== absent) count += entriesFrom(starts, entry);
  }
  return count;
}

/** An upper bound of `candidateEntries` for this number of bids, known without reading the bids. */
export function mostCandidateEntries(tierSet: TierSet, bidCount: number): number {
  const { starts } = tierSet[compiled];
  return bidCount * (longestOf.get(starts) ?? findLongest(starts));
}

/** The most entries that a buyer has, by the starts of the buyers of a tier set. */
const longestOf = new WeakMap<Int32Array, number>();

function findLongest(starts: Int32Array): number {
  let longest = 0;
  for (let at = 1; at < starts.length; at++) longest = Math.max(longest, starts[at]! - starts[at - 1]!);
  longestOf.set(starts, longest / wordsPerEntry);
  return longest / wordsPerEntry;
}

/** How many entries the buyer with this first entry has. */
function entriesFrom(starts: Int32Array, firstEntry: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! < firstEntry) low = middle + 1;
    else high = middle;
  }
  return (starts[low + 1]! - firstEntry) / wordsPerEntry;
}

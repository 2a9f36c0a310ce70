import { type BuyerPairs, idOfKey, sortByBuyer } from './buyer-pairs.ts';
import { createEntries, endLevel, entryAt, type TierEntries, writeEntry } from './tier-entries.ts';

/** The tier entries, and where each buyer's entries begin. Plain data, so that a thread can make it. */
export interface BuyerTable {
  readonly entries: TierEntries;
  /** The ids of the buyers, in the order of their entries. */
  readonly buyerIds: Float64Array;
  /** By buyer: the index of its first entry; after the last buyer, the end of all entries. */
  readonly starts: Int32Array;
}

/** Makes the tier entries from the pairs of buyer and tier, each once. */
export function indexBuyers(pairs: BuyerPairs): BuyerTable {
  const { minPriceWords, rules, priorities, largeIds } = pairs;
  const { keys, tierIndexes } = sortByBuyer(pairs);
  const entries = createEntries(keys.length);
  const buyerIds: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < keys.length; at++) {
    const [key, index] = [keys[at]!, tierIndexes[at]!];
    const isNext = at === 0 || key !== keys[at - 1];
    if (isNext) {
      buyerIds.push(idOfKey(key, largeIds));
      starts.push(entryAt(at));
    }
    if (at > 0 && (isNext || priorities[index] !== priorities[tierIndexes[at - 1]!])) {
      endLevel(entries, entryAt(at - 1), isNext);
    }
    writeEntry(entries, entryAt(at), index, minPriceWords[index]!, rules[index]!);
  }
  if (keys.length > 0) endLevel(entries, entryAt(keys.length - 1), true);
  starts.push(entryAt(keys.length));
  return { entries, buyerIds: Float64Array.from(buyerIds), starts: Int32Array.from(starts) };
}

import type { Tier } from '../model/auction.ts';
import { BuyerTierPairs } from './buyer-tier-pairs.ts';
import type { TierEntries } from './tier-entries.ts';
import {
  BuyerStretches,
  createEntries,
  endLevel,
  entryAt,
  IdMap,
  toPriceWord,
  toRule,
  writeEntry,
} from './tier-entries.ts';
import type { CompiledTiers } from './tier-set.ts';

const pairsPerStep = 4096;

/** Makes the tier entries: all tiers are added, in the order checked, and then `finish` is run to its end. */
export class BuyerIndex {
  readonly #pairs: BuyerTierPairs;
  readonly #entries: TierEntries;
  /** By tier, side by side: what its entries have in common. Entries are written by buyer, so tiers come in no order. */
  readonly #minPriceWords: Int32Array;
  readonly #rules: Int32Array;
  readonly #priorities: Uint8Array;

  constructor(tierCount: number, pairCount: number) {
    this.#pairs = new BuyerTierPairs(pairCount);
    this.#entries = createEntries(pairCount);
    this.#minPriceWords = new Int32Array(tierCount);
    this.#rules = new Int32Array(tierCount);
    this.#priorities = new Uint8Array(tierCount);
  }

  add(tierIndex: number, { priority, minPriceMicros, buyerMemberIds }: Tier, slot: number, hasOthers: boolean): void {
    const minPriceWord = toPriceWord(minPriceMicros ?? 0);
    this.#minPriceWords[tierIndex] = minPriceWord;
    this.#rules[tierIndex] = toRule(slot, hasOthers, minPriceWord);
    this.#priorities[tierIndex] = priority;
    for (let at = 0; at < buyerMemberIds.length; at++) this.#pairs.add(buyerMemberIds[at]!, tierIndex);
  }

  *finish(): Generator<undefined, Pick<CompiledTiers, 'firstEntry' | 'entries' | 'buyers'>, undefined> {
    const pairs = this.#pairs;
    yield* pairs.sortByBuyer();
    const entries = this.#entries;
    const buyerCount = pairs.countBuyers();
    const firstEntry = new IdMap(buyerCount);
    const buyers = new BuyerStretches(buyerCount, entryAt(pairs.count));
    const last = pairs.count - 1;
    for (let at = 0; at <= last; at++) {
      const tierIndex = pairs.tierIndexOf(at);
      writeEntry(entries, entryAt(at), tierIndex, this.#minPriceWords[tierIndex]!, this.#rules[tierIndex]!);
      if (at === 0 || !pairs.isSameBuyer(at, at - 1)) {
        firstEntry.add(pairs.memberIdOf(at), entryAt(at));
        buyers.add(entryAt(at));
      }
      const endsBuyer = at === last || !pairs.isSameBuyer(at, at + 1);
      if (endsBuyer || this.#priorities[tierIndex] !== this.#priorities[pairs.tierIndexOf(at + 1)]) {
        endLevel(entries, entryAt(at), endsBuyer);
      }
      if (at % pairsPerStep === 0) yield;
    }
    buyers.end();
    return { entries, firstEntry, buyers };
  }
}

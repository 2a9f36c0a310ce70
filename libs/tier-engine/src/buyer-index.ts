import { mostWalked } from './crowd.ts';
import { Crowds } from './crowds.ts';
import type { Entries } from './entry.ts';
import { beginCrowd, createEntries, endLevel, entryAt, toMinWord, toRule, writeEntry } from './entry.ts';
import { IdMap } from './id-map.ts';
import type { Tier } from './model.ts';
import { Namings } from './namings.ts';
import type { CompiledTiers } from './tier-set.ts';

const namingsPerStep = 4096;

/** Puts tiers into entries by buyer: all are added, in the order checked, and then the steps of `finish` are gone through. */
export class BuyerIndex {
  readonly #namings: Namings;
  readonly #entries: Entries;
  readonly #crowdStarts: number[] = [];
  /** By tier, side by side: what entries take from them, which come to the tiers in no order. */
  readonly #minWords: Int32Array;
  readonly #rules: Int32Array;
  readonly #priorities: Uint8Array;

  /** `namingCount` is how many buyers the tiers name, one that several name as often. */
  constructor(tierCount: number, namingCount: number) {
    this.#namings = new Namings(namingCount);
    this.#entries = createEntries(namingCount);
    this.#minWords = new Int32Array(tierCount);
    this.#rules = new Int32Array(tierCount);
    this.#priorities = new Uint8Array(tierCount);
  }

  add(tierIndex: number, { priority, minPriceMicros, buyerMemberIds }: Tier, slot: number, needsAsking: boolean): void {
    this.#minWords[tierIndex] = toMinWord(minPriceMicros ?? 0);
    this.#rules[tierIndex] = toRule(slot, needsAsking);
    this.#priorities[tierIndex] = priority;
    for (let at = 0; at < buyerMemberIds.length; at++) this.#namings.add(buyerMemberIds[at]!, tierIndex);
  }

  *finish(): Generator<undefined, Pick<CompiledTiers, 'firstEntry' | 'entries' | 'crowds'>, undefined> {
    const namings = this.#namings;
    yield* namings.sortByBuyer();
    const entries = this.#entries;
    const firstEntry = new IdMap(namings.countBuyers());
    const last = namings.count - 1;
    let levelStart = 0;
    for (let at = 0; at <= last; at++) {
      const tierIndex = namings.tierIndexOf(at);
      writeEntry(entries, entryAt(at), tierIndex, this.#minWords[tierIndex]!, this.#rules[tierIndex]!);
      if (at === 0 || !namings.isSameBuyer(at, at - 1)) firstEntry.add(namings.memberIdOf(at), entryAt(at));
      const endsBuyer = at === last || !namings.isSameBuyer(at, at + 1);
      if (endsBuyer || this.#priorities[tierIndex] !== this.#priorities[namings.tierIndexOf(at + 1)]) {
        this.#endLevel(levelStart, at, endsBuyer);
        levelStart = at + 1;
      }
      if (at % namingsPerStep === 0) yield;
    }
    return { entries, firstEntry, crowds: new Crowds(entries, this.#crowdStarts) };
  }

  #endLevel(first: number, last: number, endsBuyer: boolean): void {
    endLevel(this.#entries, entryAt(last), endsBuyer);
    if (last - first < mostWalked) return;
    beginCrowd(this.#entries, entryAt(first), this.#crowdStarts.length);
    this.#crowdStarts.push(entryAt(first));
  }
}

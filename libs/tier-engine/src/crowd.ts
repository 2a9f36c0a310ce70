import { countBits, lowestBit, setBit, wordsOf } from './bits.ts';
import type { Entries } from './entry.ts';
import { entryAt, minWordOf, slotOf } from './entry.ts';
import type { ProfileIndex } from './profile-index.ts';

/** A level of more entries than this is a crowd. */
export const mostWalked = 32;

const leastStride = 8;

/**
 * The entries of one buyer and one priority where they are many, as sets of bits: who is priced in is looked up by price,
 * who is targeted by profile, and who is both matches. That is far less than asking each of them. All of it stands in one
 * array, because what costs most here is fetching from memory that nobody has used lately.
 */
export class Crowd {
  readonly #first: number;
  readonly #size: number;
  readonly #rowWords: number;
  readonly #stride: number;
  /**
   * The minimums, ascending; whose they are; for every so many of these, a row of those before; which profiles there are,
   * by slot; how many of them come before each word of that; and for each profile a row of its entries.
   */
  readonly #words: Int32Array;
  readonly #rankedAt: number;
  readonly #pricedInAt: number;
  readonly #profilesAt: number;
  readonly #profileWords: number;
  readonly #targetedAt: number;

  constructor(entries: Entries, first: number, size: number) {
    const places = Array.from({ length: size }, (_, place) => place);
    const minWords = places.map((place) => minWordOf(entries, first + entryAt(place)));
    const slots = places.map((place) => slotOf(entries, first + entryAt(place)));
    const distinctSlots = [...new Set(slots)].toSorted((left, right) => left - right);
    this.#first = first;
    this.#size = size;
    this.#rowWords = wordsOf(size);
    this.#stride = Math.max(leastStride, this.#rowWords);
    this.#profileWords = wordsOf(distinctSlots.at(-1)! + 1);
    this.#rankedAt = size;
    this.#pricedInAt = 2 * size;
    this.#profilesAt = this.#pricedInAt + (Math.floor(size / this.#stride) + 1) * this.#rowWords;
    this.#targetedAt = this.#profilesAt + 2 * this.#profileWords;
    this.#words = new Int32Array(this.#targetedAt + distinctSlots.length * this.#rowWords);
    this.#writePrices(minWords, places);
    this.#writeProfiles(slots, distinctSlots);
  }

  /** The last entry. */
  get last(): number {
    return this.#first + entryAt(this.#size - 1);
  }

  /** How many words `match` needs to work in. */
  get workWords(): number {
    return 2 * this.#rowWords;
  }

  /** How many entries match a bid. The first row of `work` then says which. */
  match(profiles: ProfileIndex, netWord: number, work: Int32Array): number {
    const rowWords = this.#rowWords;
    this.#findTargeted(profiles, work);
    this.#findPricedIn(netWord, work);
    let count = 0;
    for (let at = 0; at < rowWords; at++) {
      const matching = work[at]! & work[rowWords + at]!;
      work[at] = matching;
      count += countBits(matching);
    }
    return count;
  }

  /** The entry of the match after so many others. */
  entryOf(index: number, work: Int32Array): number {
    let left = index;
    let word = 0;
    for (let count = countBits(work[0]!); left >= count; count = countBits(work[word]!)) {
      left -= count;
      word++;
    }
    let matching = work[word]!;
    for (; left > 0; left--) matching &= matching - 1;
    return this.#first + entryAt(32 * word + lowestBit(matching));
  }

  /** Writes the first row of `work`. */
  #findTargeted(profiles: ProfileIndex, work: Int32Array): void {
    const { passing, asking } = profiles;
    const words = this.#words;
    const rowWords = this.#rowWords;
    for (let at = 0; at < rowWords; at++) work[at] = 0;
    for (let word = 0; word < this.#profileWords; word++) {
      const present = words[this.#profilesAt + word]!;
      const before = words[this.#profilesAt + this.#profileWords + word]!;
      for (let left = present & passing[word]!; left !== 0; left &= left - 1) {
        const bit = left & (0 - left);
        if ((asking[word]! & bit) !== 0 && !profiles.othersHold(32 * word + lowestBit(bit))) continue;
        const row = this.#targetedAt + (before + countBits(present & (bit - 1))) * rowWords;
        for (let at = 0; at < rowWords; at++) work[at]! |= words[row + at]!;
      }
    }
  }

  /** Writes the second row of `work`. */
  #findPricedIn(netWord: number, work: Int32Array): void {
    const words = this.#words;
    const rowWords = this.#rowWords;
    const rank = this.#rankOf(netWord);
    const row = Math.floor(rank / this.#stride);
    const rowAt = this.#pricedInAt + row * rowWords;
    for (let at = 0; at < rowWords; at++) work[rowWords + at] = words[rowAt + at]!;
    for (let at = row * this.#stride; at < rank; at++) setBit(work, rowWords, words[this.#rankedAt + at]!);
  }

  /** How many of the minimums the price reaches. */
  #rankOf(netWord: number): number {
    const words = this.#words;
    let low = 0;
    let size = this.#size;
    while (size > 0) {
      const half = size >>> 1;
      // As in `qualifies`: all ones where the minimum is reached.
      const isReached = ~((netWord - words[low + half]!) >> 31);
      low += (half + 1) & isReached;
      size = half - (((size & 1) ^ 1) & isReached);
    }
    return low;
  }

  #writePrices(minWords: readonly number[], places: readonly number[]): void {
    const words = this.#words;
    const row = new Int32Array(this.#rowWords);
    const ranked = places.toSorted((left, right) => minWords[left]! - minWords[right]!);
    for (let rank = 0; rank <= ranked.length; rank++) {
      if (rank % this.#stride === 0) words.set(row, this.#pricedInAt + (rank / this.#stride) * this.#rowWords);
      if (rank === ranked.length) return;
      const place = ranked[rank]!;
      words[rank] = minWords[place]!;
      words[this.#rankedAt + rank] = place;
      setBit(row, 0, place);
    }
  }

  #writeProfiles(slots: readonly number[], distinctSlots: readonly number[]): void {
    const words = this.#words;
    for (const slot of distinctSlots) setBit(words, this.#profilesAt, slot);
    const beforeAt = this.#profilesAt + this.#profileWords;
    for (let word = 1; word < this.#profileWords; word++) {
      words[beforeAt + word] = words[beforeAt + word - 1]! + countBits(words[this.#profilesAt + word - 1]!);
    }
    const rowOfSlot = new Map(distinctSlots.map((slot, row) => [slot, this.#targetedAt + row * this.#rowWords]));
    for (const [place, slot] of slots.entries()) setBit(words, rowOfSlot.get(slot)!, place);
  }
}

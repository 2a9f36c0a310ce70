const digitBits = 11;
const digits = 2 ** digitBits;
const largestInt32 = 0x7fffffff;

/**
 * The pairs of a buyer and a tier that names it. They are added in the order of the tiers and sorted by buyer, those of
 * one buyer staying in their order: by the digits of the ids from the lowest to the highest, which reads and writes
 * memory in long stretches. With lists by buyer in a map, compiling takes up to 1.3 times as long at 10,000 tiers
 * and twice as long at 100,000 (decision record 24).
 */
export class BuyerTierPairs {
  readonly count: number;
  #added = 0;
  #keys: Int32Array;
  #tierIndexes: Int32Array;
  #highestKey = 0;
  /** Ids that do not fit a key; their keys are the numbers below 0, from -1 down. */
  readonly #largeIds: number[] = [];
  readonly #keyOfLarge = new Map<number, number>();

  constructor(count: number) {
    this.count = count;
    this.#keys = new Int32Array(count);
    this.#tierIndexes = new Int32Array(count);
  }

  add(memberId: number, tierIndex: number): void {
    const key = memberId <= largestInt32 ? memberId : this.#toKey(memberId);
    if (key > this.#highestKey) this.#highestKey = key;
    this.#keys[this.#added] = key;
    this.#tierIndexes[this.#added++] = tierIndex;
  }

  /** One step per digit. */
  *sortByBuyer(): Generator<undefined, void, undefined> {
    const bits = this.#largeIds.length > 0 ? 32 : 32 - Math.clz32(this.#highestKey);
    for (let shift = 0; shift < bits; shift += digitBits) {
      this.#sortByDigit(shift);
      yield;
    }
  }

  /** How many buyers there are, once sorted. */
  countBuyers(): number {
    let count = 0;
    for (let at = 0; at < this.count; at++) if (at === 0 || !this.isSameBuyer(at, at - 1)) count++;
    return count;
  }

  memberIdOf(at: number): number {
    const key = this.#keys[at]!;
    return key > 0 ? key : this.#largeIds[-1 - key]!;
  }

  isSameBuyer(at: number, other: number): boolean {
    return this.#keys[at] === this.#keys[other];
  }

  tierIndexOf(at: number): number {
    return this.#tierIndexes[at]!;
  }

  #sortByDigit(shift: number): void {
    const keys = this.#keys;
    const next = new Int32Array(digits + 1);
    for (const key of keys) next[((key >>> shift) & (digits - 1)) + 1]!++;
    for (let digit = 0; digit < digits; digit++) next[digit + 1]! += next[digit]!;
    const sortedKeys = new Int32Array(keys.length);
    const sortedIndexes = new Int32Array(keys.length);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      const to = next[(key >>> shift) & (digits - 1)]!++;
      sortedKeys[to] = key;
      sortedIndexes[to] = this.#tierIndexes[at]!;
    }
    this.#keys = sortedKeys;
    this.#tierIndexes = sortedIndexes;
  }

  #toKey(memberId: number): number {
    const known = this.#keyOfLarge.get(memberId);
    if (known !== undefined) return known;
    this.#largeIds.push(memberId);
    this.#keyOfLarge.set(memberId, -this.#largeIds.length);
    return -this.#largeIds.length;
  }
}

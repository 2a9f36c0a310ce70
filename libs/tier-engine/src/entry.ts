/** An entry is four words: the least net price, the rule, the index of the tier, the number of the crowd it begins. */
const [ruleWord, tierWord, crowdWord] = [1, 2, 3];
const wordsPerEntry = 4;

/** Bits of a rule; those above are the slot of the tier's profile. */
const endsBuyer = 1;
const endsLevel = 2;
const beginsCrowd = 4;
const needsAsking = 8;
const slotShift = 4;

/** Prices from here on, 2,147.48 a thousand, do not fit a word: a minimum of that much is written as this. */
export const dearMicros = 0x7fffffff;

export function toMinWord(minPriceMicros: number): number {
  return Math.min(minPriceMicros, dearMicros);
}

/** The rule of every entry of a tier. `asks`: the profile may fail although its bit is set. */
export function toRule(profileSlot: number, asks: boolean): number {
  return (profileSlot << slotShift) | (asks ? needsAsking : 0);
}

/**
 * The tiers by buyer: an entry says that a tier names a buyer. A buyer's entries stand next to each other in the order
 * checked, those of one priority being a level, so that selecting for a bid reads one short stretch of memory. An entry
 * is named by where it begins.
 */
export class Entries {
  readonly #words: Int32Array;

  constructor(count: number) {
    this.#words = new Int32Array(wordsPerEntry * count);
  }

  /** The entry at a place, from 0. */
  static at(place: number): number {
    return wordsPerEntry * place;
  }

  static after(entry: number): number {
    return entry + wordsPerEntry;
  }

  write(entry: number, tierIndex: number, minWord: number, rule: number): void {
    this.#words[entry] = minWord;
    this.#words[entry + ruleWord] = rule;
    this.#words[entry + tierWord] = tierIndex;
  }

  endLevel(last: number, isLastOfBuyer: boolean): void {
    this.#words[last + ruleWord]! |= isLastOfBuyer ? endsLevel | endsBuyer : endsLevel;
  }

  beginCrowd(first: number, crowd: number): void {
    this.#words[first + ruleWord]! |= beginsCrowd;
    this.#words[first + crowdWord] = crowd;
  }

  endsLevel(entry: number): boolean {
    return (this.#words[entry + ruleWord]! & endsLevel) !== 0;
  }

  endsBuyer(entry: number): boolean {
    return (this.#words[entry + ruleWord]! & endsBuyer) !== 0;
  }

  beginsCrowd(entry: number): boolean {
    return (this.#words[entry + ruleWord]! & beginsCrowd) !== 0;
  }

  crowdOf(entry: number): number {
    return this.#words[entry + crowdWord]!;
  }

  /** Index into `TierSet.tiers`; ascending among the entries of a buyer. */
  tierIndexOf(entry: number): number {
    return this.#words[entry + tierWord]!;
  }

  slotOf(entry: number): number {
    return this.#words[entry + ruleWord]! >>> slotShift;
  }

  needsAsking(entry: number): boolean {
    return (this.#words[entry + ruleWord]! & needsAsking) !== 0;
  }

  /** The least net price, at most `dearMicros`. */
  minWordOf(entry: number): number {
    return this.#words[entry]!;
  }

  /**
   * 1 where the net price, which is under `dearMicros`, reaches the minimum and the profile's bit is set, else 0. Without
   * a branch: nothing foretells the answer, and a branch that is guessed wrongly costs more than all of this.
   */
  qualifies(entry: number, passing: Int32Array, netWord: number): number {
    const words = this.#words;
    const slot = words[entry + ruleWord]! >>> slotShift;
    return ~((netWord - words[entry]!) >> 31) & (passing[slot >>> 5]! >>> (slot & 31)) & 1;
  }
}

/**
 * The tiers by buyer, in one array of words. A tier entry says that a tier names a buyer; a buyer's entries are
 * adjacent, in the order checked, by priority level, so that selecting for a bid reads one short stretch of memory. An
 * entry is the index of its first word. Objects in place of words take 1.25 to 3.5 times as long (decision record 24).
 */
export type TierEntries = Int32Array;

/** The words of an entry: its least net price, its rule, the index of its tier. */
const ruleWord = 1;
const tierWord = 2;
export const wordsPerEntry = 3;

/** Bits of a rule; those above are the slot of the tier's profile. */
const endsBuyer = 1;
const endsLevel = 2;
const needsExactCheck = 4;
const slotShift = 3;

/** The highest word; as a price, it stands for a net price of 2,147.48 CPM or more, which does not fit. */
export const highestWord = 0x7fffffff;

export function createEntries(count: number): TierEntries {
  return new Int32Array(wordsPerEntry * count);
}

/** The entry at a place, from 0. */
export function entryAt(index: number): number {
  return wordsPerEntry * index;
}

export function entryAfter(entry: number): number {
  return entry + wordsPerEntry;
}

/** A price as a word of an entry. */
export function toPriceWord(micros: number): number {
  return Math.min(micros, highestWord);
}

/**
 * The rule of every entry of a tier. `hasOthers`: the tier has conditions that its price word, its profile's bit and its
 * limit's word do not cover. `highestPrice`: of its minimum and its limit, CPM micros.
 */
export function toRule(profileSlot: number, hasOthers: boolean, highestPrice: number): number {
  return (profileSlot << slotShift) | (hasOthers || highestPrice >= highestWord ? needsExactCheck : 0);
}

export function writeEntry(
  words: TierEntries,
  entry: number,
  tierIndex: number,
  minPriceWord: number,
  rule: number,
): void {
  words[entry] = minPriceWord;
  words[entry + ruleWord] = rule;
  words[entry + tierWord] = tierIndex;
}

/** Marks the last entry of a buyer's priority level, and of the buyer. */
export function endLevel(words: TierEntries, last: number, andBuyer: boolean): void {
  words[last + ruleWord]! |= andBuyer ? endsLevel | endsBuyer : endsLevel;
}

export function isLastOfLevel(words: TierEntries, entry: number): boolean {
  return (words[entry + ruleWord]! & endsLevel) !== 0;
}

export function isLastOfBuyer(words: TierEntries, entry: number): boolean {
  return (words[entry + ruleWord]! & endsBuyer) !== 0;
}

/** Index into `TierSet.tiers`; ascending among the entries of a buyer. */
export function tierIndexOf(words: TierEntries, entry: number): number {
  return words[entry + tierWord]!;
}

/** The slot of the tier's profile. */
export function slotOf(words: TierEntries, entry: number): number {
  return words[entry + ruleWord]! >>> slotShift;
}

/** 1 where the price word reaches the minimum, else 0; not exact where `isInexact` holds. */
export function reaches(words: TierEntries, entry: number, priceWord: number): number {
  return ~(priceWord - words[entry]!) >>> 31;
}

/** Whether an entry that qualifies needs the exact check too. */
export function isInexact(words: TierEntries, entry: number): boolean {
  return (words[entry + ruleWord]! & needsExactCheck) !== 0;
}

/**
 * 1 where the price word reaches the minimum and the profile's bit is set, else 0. Without a branch, because the answers
 * cannot be predicted: with one, a bid takes up to 30 % longer (decision record 24).
 */
export function qualifies(words: TierEntries, entry: number, passing: Int32Array, priceWord: number): number {
  const slot = words[entry + ruleWord]! >>> slotShift;
  return ~((priceWord - words[entry]!) >> 31) & (passing[slot >>> 5]! >>> (slot & 31)) & 1;
}

/**
 * 1 where the limit of an entry's tier allows what preferring the bid costs, else 0, as exact as `qualifies` and without a
 * branch. `costWord`: that cost as a word, not below 0.
 */
export function allows(limitWords: Int32Array, words: TierEntries, entry: number, costWord: number): number {
  return ~(limitWords[words[entry + tierWord]!]! - costWord) >>> 31;
}

/** 2^32 over the golden ratio: spreads ids that follow each other, or that have a common factor, over the table. */
const multiplier = 0x9e3779b1;
const cellsPerSlot = 2;

/** What `find` gives for an id that is not there. */
export const absent = -1;

/**
 * Numbers from 0 by id: open addressing in one array, key next to value, at most a quarter full so that the first cell
 * is nearly always the right one. With a `Map`, selecting takes 1.2 to 1.3 times as long (decision record 24). Ids
 * beyond 32 bits are legal and rare; they are in a separate map.
 */
export class IdMap {
  readonly #cells: Int32Array;
  readonly #shift: number;
  readonly #large = new Map<number, number>();

  /** `size` is how many ids there will be. */
  constructor(size: number) {
    const bits = 34 - Math.clz32(size);
    this.#cells = new Int32Array(cellsPerSlot << bits);
    this.#shift = 32 - bits;
  }

  find(id: number): number {
    if (id > highestWord) return this.#large.get(id) ?? absent;
    const cells = this.#cells;
    const mask = cells.length - 1;
    let cell = (Math.imul(id, multiplier) >>> this.#shift) * cellsPerSlot;
    for (;;) {
      const key = cells[cell]!;
      // Checked first, because a caller may ask for 0, which is not an id and marks empty cells.
      if (key === 0) return absent;
      if (key === id) return cells[cell + 1]!;
      cell = (cell + cellsPerSlot) & mask;
    }
  }

  /** Adds an id that is not there yet. */
  add(id: number, value: number): void {
    if (id > highestWord) {
      this.#large.set(id, value);
      return;
    }
    const cells = this.#cells;
    let cell = (Math.imul(id, multiplier) >>> this.#shift) * cellsPerSlot;
    while (cells[cell] !== 0) cell = (cell + cellsPerSlot) & (cells.length - 1);
    cells[cell] = id;
    cells[cell + 1] = value;
  }
}

/** The entries of a buyer, in the order checked; null: an unknown buyer, which has none. Allocates memory. */
export function entriesOf(firstEntry: IdMap, words: TierEntries, memberId: number | null): number[] {
  const own: number[] = [];
  // 0 is no member.
  let entry = firstEntry.find(memberId ?? 0);
  while (entry !== absent) {
    own.push(entry);
    entry = isLastOfBuyer(words, entry) ? absent : entryAfter(entry);
  }
  return own;
}

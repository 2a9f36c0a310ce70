/**
 * The tiers by buyer, in one array of words. An entry says that a tier names a buyer; a buyer's entries stand next to each
 * other in the order checked, those of one priority being a level, so that selecting for a bid reads one short stretch of
 * memory. An entry is named by its first word.
 */
export type Entries = Int32Array;

/** The words of an entry: its least net price, its rule, the index of its tier, the number of the crowd it begins. */
const [ruleWord, tierWord, crowdWord] = [1, 2, 3];
const wordsPerEntry = 4;

/** Bits of a rule; those above are the slot of the tier's profile. */
const endsBuyer = 1;
const endsLevel = 2;
const startsCrowd = 4;
const asks = 8;
const slotShift = 4;

/** Prices from here on, 2,147.48 a thousand, do not fit a word: a minimum of that much is written as this. */
export const dearMicros = 0x7fffffff;

export function createEntries(count: number): Entries {
  return new Int32Array(wordsPerEntry * count);
}

/** The entry at a place, from 0. */
export function entryAt(place: number): number {
  return wordsPerEntry * place;
}

export function entryAfter(entry: number): number {
  return entry + wordsPerEntry;
}

export function toMinWord(minPriceMicros: number): number {
  return Math.min(minPriceMicros, dearMicros);
}

/** The rule of every entry of a tier. `mayFail`: the profile may fail although its bit is set. */
export function toRule(profileSlot: number, mayFail: boolean): number {
  return (profileSlot << slotShift) | (mayFail ? asks : 0);
}

export function writeEntry(words: Entries, entry: number, tierIndex: number, minWord: number, rule: number): void {
  words[entry] = minWord;
  words[entry + ruleWord] = rule;
  words[entry + tierWord] = tierIndex;
}

export function endLevel(words: Entries, last: number, andBuyer: boolean): void {
  words[last + ruleWord]! |= andBuyer ? endsLevel | endsBuyer : endsLevel;
}

export function beginCrowd(words: Entries, first: number, crowd: number): void {
  words[first + ruleWord]! |= startsCrowd;
  words[first + crowdWord] = crowd;
}

export function isLastOfLevel(words: Entries, entry: number): boolean {
  return (words[entry + ruleWord]! & endsLevel) !== 0;
}

/** Not 0 at the last entry of a buyer. */
export function buyerEnd(words: Entries, entry: number): number {
  return words[entry + ruleWord]! & endsBuyer;
}

export function isLastOfBuyer(words: Entries, entry: number): boolean {
  return buyerEnd(words, entry) !== 0;
}

export function beginsCrowd(words: Entries, entry: number): boolean {
  return (words[entry + ruleWord]! & startsCrowd) !== 0;
}

export function crowdOf(words: Entries, entry: number): number {
  return words[entry + crowdWord]!;
}

/** Index into `TierSet.tiers`; ascending among the entries of a buyer. */
export function tierIndexOf(words: Entries, entry: number): number {
  return words[entry + tierWord]!;
}

export function slotOf(words: Entries, entry: number): number {
  return words[entry + ruleWord]! >>> slotShift;
}

export function needsAsking(words: Entries, entry: number): boolean {
  return (words[entry + ruleWord]! & asks) !== 0;
}

/** The least net price, at most `dearMicros`. */
export function minWordOf(words: Entries, entry: number): number {
  return words[entry]!;
}

/**
 * 1 where the net price, which is under `dearMicros`, reaches the minimum and the profile's bit is set, else 0. Without a
 * branch: nothing foretells the answer, and a branch that is guessed wrongly costs more than all of this.
 */
export function qualifies(words: Entries, entry: number, passing: Int32Array, netWord: number): number {
  const slot = words[entry + ruleWord]! >>> slotShift;
  return ~((netWord - words[entry]!) >> 31) & (passing[slot >>> 5]! >>> (slot & 31)) & 1;
}

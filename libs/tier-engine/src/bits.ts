/** Sets of small numbers: 32 of them a word, rows of words in one array. */

export function setBit(words: Int32Array, start: number, place: number): void {
  words[start + (place >>> 5)]! |= 1 << (place & 31);
}

export function clearBit(words: Int32Array, place: number): void {
  words[place >>> 5]! &= ~(1 << (place & 31));
}

export function hasBit(words: Int32Array, place: number): boolean {
  return ((words[place >>> 5]! >>> (place & 31)) & 1) === 1;
}

/** How many words a set of so many places takes. */
export function wordsOf(places: number): number {
  return (places + 31) >>> 5;
}

/** How many are in a word: counted in pairs, in fours, in bytes, and added up by a multiplication. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The place of the lowest one in a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & (0 - word));
}

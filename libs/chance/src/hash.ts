// Hashes that are the same on every machine. None of them is cryptographic.

const twoTo21 = 2_097_152;
const twoTo32 = 4_294_967_296;

/** The starts of FNV-1a: its offset basis, and one that gives an independent second half of 64 bits. */
const [fnvStart, secondStart] = [0x811c9dc5, 0x7ee3623a];

/** 32 bits out of a text, by FNV-1a over UTF-16 units. Similar texts give similar bits: see `hashText`. */
export function fnv1a(text: string, start: number = fnvStart): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** 64 bits out of a text, by FNV-1a from two starts: the seed of `Random`. */
export function hashSeed(seed: string): readonly [number, number] {
  return [fnv1a(seed), fnv1a(seed, secondStart)];
}

/** A text as 32 evenly spread bits, unsigned. */
export function hashText(text: string): number {
  return stir(fnv1a(text)) >>> 0;
}

/** Mixes a whole number below 2^53 into 32 bits; neighbouring numbers give unrelated bits. */
export function mix(bits: number, value: number): number {
  const stirred = stir(bits ^ (value | 0));
  return stir(stirred ^ (Math.floor(value / twoTo32) | 0)) >>> 0;
}

/** A whole number of 53 bits: the 32 bits of `high`, then the upper 21 of `low`. */
export function toRank(high: number, low: number): number {
  return high * twoTo21 + (low >>> 11);
}

/** The finish of MurmurHash3, which is public domain. */
function stir(bits: number): number {
  let stirred = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  stirred = Math.imul(stirred ^ (stirred >>> 13), 0xc2b2ae35);
  return stirred ^ (stirred >>> 16);
}

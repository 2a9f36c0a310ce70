// Hashes that are the same on every machine. None of them is cryptographic.

const twoTo21 = 2_097_152;
const twoTo32 = 4_294_967_296;

/** A text as 32 evenly spread bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return stir(hash) >>> 0;
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

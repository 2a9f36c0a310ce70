const slotCount = 4096;
/** Longer texts are rarely met twice. */
const longestKept = 64;
const nothingKept = new Uint8Array();

/**
 * Texts by their bytes. Auctions repeat the same countries, domains and browsers; a text that was met before is found
 * without making it again. Each slot keeps the last text whose hash led there, so the memory is bounded.
 *
 * Reading and deciding 100,000 logged auctions of 20 bids took 3.9 microseconds of processor time each with this, 4.2
 * without it (lowest of 9 runs, in 3 interleaved rounds).
 */
export class TextCache {
  readonly #bytes: Uint8Array[] = Array.from({ length: slotCount }, () => nothingKept);
  readonly #texts: string[] = Array.from({ length: slotCount }, () => '');

  /** The text between two places, whose bytes hash to `hash`; undefined where they are not UTF-8. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): string | undefined {
    const length = end - start;
    if (length > longestKept) return decodeUtf8(bytes, start, end);
    const slot = (hash ^ (hash >>> 12)) & (slotCount - 1);
    const kept = this.#bytes[slot]!;
    if (kept.length === length) {
      let at = 0;
      while (at < length && kept[at] === bytes[start + at]) at++;
      if (at === length) return this.#texts[slot]!;
    }
    const text = decodeUtf8(bytes, start, end);
    if (text === undefined) return undefined;
    this.#bytes[slot] = new Uint8Array(bytes.subarray(start, end));
    return (this.#texts[slot] = text);
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text between two places; undefined where it is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}

const longestAscii = 64;
/** By length, room for the characters of a text: `fromCharCode` takes all of a list. */
const charactersByLength = Array.from({ length: longestAscii + 1 }, (_, length) => Array.from({ length }, () => 0));

/** The same for bytes that are all ASCII, which takes a fifth of the time for a short text. */
export function decodeAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  const characters = charactersByLength[end - start];
  if (characters === undefined) return decodeUtf8(bytes, start, end);
  for (let at = 0; at < characters.length; at++) characters[at] = bytes[start + at]!;
  return String.fromCharCode.apply(null, characters);
}

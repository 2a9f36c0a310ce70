import { decodeUtf8 } from './utf8.ts';

const slotCount = 4096;
/** Longer texts are rarely met twice. */
const longestKept = 64;
const nothingKept = new Uint8Array();

/** Of a short text so many bytes are read at once, those that follow it among them. */
export const shortBytes = 12;

/**
 * Texts by their bytes. Auctions repeat the same countries, domains and browsers; a text that was met before is found
 * without making it again. Each slot keeps the last text whose hash led there, so the memory is bounded.
 */
export class TextCache {
  readonly #bytes: Uint8Array[] = Array.from({ length: slotCount }, () => nothingKept);
  readonly #texts: string[] = Array.from({ length: slotCount }, () => '');
  /** Of short texts, three times four bytes and the length. */
  readonly #shortWords = new Int32Array(4 * slotCount);
  readonly #shortTexts: string[] = Array.from({ length: slotCount }, () => '');

  /** The text between two places, whose bytes hash to `hash`; undefined where they are not UTF-8. */
  get(bytes: Uint8Array, view: DataView, start: number, end: number, hash: number): string | undefined {
    const length = end - start;
    if (length <= shortBytes && start + shortBytes <= bytes.length)
      return this.#getShort(bytes, view, start, length, hash);
    if (length > longestKept) return decodeUtf8(bytes, start, end);
    const slot = slotOf(hash);
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

  #getShort(bytes: Uint8Array, view: DataView, start: number, length: number, hash: number): string | undefined {
    const words = this.#shortWords;
    const slot = slotOf(hash);
    const first = wordOf(view.getInt32(start, true), length);
    const second = wordOf(view.getInt32(start + 4, true), length - 4);
    const third = wordOf(view.getInt32(start + 8, true), length - 8);
    const at = 4 * slot;
    const isKept =
      words[at] === first && words[at + 1] === second && words[at + 2] === third && words[at + 3] === length;
    if (isKept) return this.#shortTexts[slot]!;
    const text = decodeUtf8(bytes, start, start + length);
    if (text === undefined) return undefined;
    words[at] = first;
    words[at + 1] = second;
    words[at + 2] = third;
    words[at + 3] = length;
    return (this.#shortTexts[slot] = text);
  }
}

const slotOf = (hash: number): number => (hash ^ (hash >>> 12)) & (slotCount - 1);

/** The first bytes of four, the others as zero. */
function wordOf(word: number, byteCount: number): number {
  if (byteCount >= 4) return word;
  return byteCount <= 0 ? 0 : word & ((1 << (8 * byteCount)) - 1);
}

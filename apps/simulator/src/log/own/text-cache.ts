const slotCount = 4096;
/** Longer texts are rarely met twice. */
const longestKept = 64;
const nothingKept = new Uint8Array();

/**
 * Texts by their bytes. A log repeats the same countries, domains and browsers on every line; a text that was met before
 * is found without making it again. Each slot keeps the last text whose hash led there, so the memory is bounded.
 */
export class TextCache {
  readonly #bytes: Uint8Array[] = Array.from({ length: slotCount }, () => nothingKept);
  readonly #texts: string[] = Array.from({ length: slotCount }, () => '');

  /** The text between two places, whose bytes hash to `hash`. */
  get(bytes: Buffer, start: number, end: number, hash: number): string {
    const length = end - start;
    if (length > longestKept) return bytes.toString('utf8', start, end);
    const slot = (hash ^ (hash >>> 12)) & (slotCount - 1);
    const kept = this.#bytes[slot]!;
    if (kept.length === length) {
      let at = 0;
      while (at < length && kept[at] === bytes[start + at]) at++;
      if (at === length) return this.#texts[slot]!;
    }
    this.#bytes[slot] = new Uint8Array(bytes.subarray(start, end));
    return (this.#texts[slot] = bytes.toString('utf8', start, end));
  }
}

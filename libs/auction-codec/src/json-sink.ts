import { type Fragment, writeFragment, writeJson, writeMicros, writeText, writeWhole } from './fragment.ts';

const [firstBytes, mostKeptBytes] = [64 * 1024, 1024 * 1024];
/** What a fragment and a number may write beyond what they are. */
const spareBytes = 64;
const [bytesPerCharacter, bytesPerEscape] = [3, 6];

/**
 * Bytes in which JSON is put together, used again and again. Each method makes its own room, is given the place to write
 * at and returns the place behind what it wrote.
 */
export class JsonSink {
  #bytes = new Uint8Array(firstBytes);
  #view = new DataView(this.#bytes.buffer);

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get view(): DataView {
    return this.#view;
  }

  /** Makes room for so many bytes from a place on; `bytes` and `view` may be other ones afterwards. */
  reserve(at: number, byteCount: number): void {
    if (at + byteCount <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, at + byteCount));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** Gives back the memory that an unusually long text took, and forgets what was written. */
  shrink(): void {
    if (this.#bytes.length <= mostKeptBytes) return;
    this.#bytes = new Uint8Array(firstBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  fragment(start: number, fragment: Fragment): number {
    this.reserve(start, fragment.length + spareBytes);
    return writeFragment(this.#view, start, fragment);
  }

  /** A whole number, not negative. */
  whole(start: number, value: number): number {
    this.reserve(start, spareBytes);
    return writeWhole(this.#bytes, start, value);
  }

  /** Micros as the number of units that JSON would have. */
  micros(start: number, micros: number): number {
    this.reserve(start, spareBytes);
    return writeMicros(this.#bytes, start, micros);
  }

  /** The JSON of a text without its quotes. */
  text(start: number, text: string): number {
    this.reserve(start, bytesPerEscape * text.length);
    return writeText(this.#bytes, start, text);
  }

  /** Any value, as `JSON.stringify` writes it. */
  json(start: number, value: object): number {
    const json = JSON.stringify(value);
    this.reserve(start, bytesPerCharacter * json.length);
    return writeJson(this.#bytes, start, json);
  }
}

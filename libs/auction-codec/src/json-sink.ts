const [zero, quote, backslash, point] = [48, 34, 92, 46];
const [firstPrinted, lastPrinted] = [32, 126];
const [microsPerUnit, microDigits] = [1_000_000, 6];
/** The most digits of a safe integer. */
const mostDigits = 16;
const encoder = new TextEncoder();

const [firstBytes, mostKeptBytes] = [64 * 1024, 1024 * 1024];
/** The most bytes that a fragment or a number may write past its end. */
const spareBytes = 64;
const [bytesPerCharacter, bytesPerEscape] = [3, 6];

/**
 * A reusable byte buffer for writing JSON. Each method makes its own room, writes at the given offset and returns the
 * offset after what it wrote.
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

  /** Makes room for `byteCount` bytes from `at`; `bytes` and `view` may be replaced. */
  reserve(at: number, byteCount: number): void {
    if (at + byteCount <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, at + byteCount));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** Frees the memory of an unusually long text; the content is lost. */
  shrink(): void {
    if (this.#bytes.length <= mostKeptBytes) return;
    this.#bytes = new Uint8Array(firstBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Returns the first `end` bytes for the caller to keep, and resets; a large buffer is given away, not copied. */
  take(end: number): Uint8Array {
    const bytes = this.#bytes;
    this.shrink();
    return bytes === this.#bytes ? bytes.slice(0, end) : bytes.subarray(0, end);
  }

  fragment(start: number, constant: Fragment): number {
    this.reserve(start, constant.length + spareBytes);
    return writeFragment(this.#view, start, constant);
  }

  /** A whole number, not negative. */
  whole(start: number, value: number): number {
    this.reserve(start, spareBytes);
    return writeWhole(this.#bytes, start, value);
  }

  /** Micros as a JSON number of units. */
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

/** A constant piece of JSON as bytes, eight at a time; the last eight are padded with zeros. */
export interface Fragment {
  /** Copied as doubles, eight bytes at once: ASCII is never the bits of a NaN, which a copy may change. */
  readonly eights: Float64Array;
  readonly length: number;
}

/** A JSON fragment of ASCII text. */
export function fragment(text: string): Fragment {
  const bytes = new Uint8Array((text.length + 7) & ~7);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  const view = new DataView(bytes.buffer);
  const eights = Float64Array.from({ length: bytes.length >> 3 }, (_, at) => view.getFloat64(8 * at, true));
  return { eights, length: text.length };
}

/*
 * Functions that write JSON into bytes. Each writes at the given offset and returns the offset after what it wrote; the
 * caller makes sure that there is room. They keep no state: an offset kept in an object costs more than the writing.
 */

/** Needs room for the fragment's length, rounded up to a multiple of eight. */
export function writeFragment(view: DataView, start: number, { eights, length }: Fragment): number {
  let at = start;
  for (let eight = 0; eight < eights.length; eight++, at += 8) view.setFloat64(at, eights[eight]!, true);
  return start + length;
}

/** A whole number, not negative. Needs 16 bytes. */
export function writeWhole(bytes: Uint8Array, start: number, value: number): number {
  if (value < 10) {
    bytes[start] = zero + value;
    return start + 1;
  }
  let digits = 2;
  for (let limit = 100; limit <= value && digits < mostDigits; limit *= 10) digits++;
  const end = start + digits;
  let at = end;
  let high = value;
  // Numbers above 31 bits need a division of doubles, which takes longer.
  while (high > 0x7fffffff) {
    const rest = Math.floor(high / 10);
    bytes[--at] = zero + (high - rest * 10);
    high = rest;
  }
  let low = high | 0;
  while (at > start) {
    const rest = (low / 10) | 0;
    bytes[--at] = zero + (low - rest * 10);
    low = rest;
  }
  return end;
}

/** Micros as a JSON number of units. Needs 24 bytes. */
export function writeMicros(bytes: Uint8Array, start: number, micros: number): number {
  const fraction = micros % microsPerUnit;
  const index = writeWhole(bytes, start, (micros - fraction) / microsPerUnit);
  if (fraction === 0) return index;
  bytes[index] = point;
  let end = index;
  let value = fraction | 0;
  for (let at = index + microDigits; at > index; at--) {
    const rest = (value / 10) | 0;
    const digit = value - rest * 10;
    bytes[at] = zero + digit;
    if (digit !== 0 && end === index) end = at;
    value = rest;
  }
  return end + 1;
}

/** The JSON of a text without its quotes. Needs six bytes per character. */
export function writeText(bytes: Uint8Array, start: number, text: string): number {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < firstPrinted || code > lastPrinted || code === quote || code === backslash) {
      return writeJson(bytes, start, JSON.stringify(text).slice(1, -1));
    }
    bytes[start + index] = code;
  }
  return start + text.length;
}

/** JSON as it is. Needs three bytes per character. */
export function writeJson(bytes: Uint8Array, start: number, json: string): number {
  return start + encoder.encodeInto(json, bytes.subarray(start)).written;
}

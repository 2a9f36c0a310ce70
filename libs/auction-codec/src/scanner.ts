import { type MoneyResult, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import { momentAt, momentEnd } from './moment.ts';
import { decodeAscii, decodeUtf8, keyBetween, keyLengthAt, noKey, TextCache } from './text.ts';

const [space, tab, lineFeed, carriageReturn, quote, backslash] = [32, 9, 10, 13, 34, 92];
const nullBytes = Uint8Array.from('null', (letter) => letter.charCodeAt(0));
const firstBeyondAscii = 128;
const [zero, nine, point, colon, lowerE, upperE] = [48, 57, 46, 58, 101, 69];

/** Up to this many digits, a decimal text and its JSON number are the same price. */
export const exactDigits = 15;
/** Parse a price that is finer than a micro, or longer than 15 digits. */
const parsePrice: Readonly<Record<'bid' | 'floor', (value: number) => MoneyResult>> = {
  bid: parseBid,
  floor: parseFloor,
};
/** Longer ids are unlikely to occur again. */
const longestKeptId = 12;

/** Decodes each byte to one character, so that offsets in the bytes are offsets in the text. */
const byteDecoder = new TextDecoder('latin1');

/**
 * Reads the plainest form of JSON directly from bytes. For anything else (an escape, an exponent, a minus, text in
 * place of a number), valid or not, the scanner gives up: `isPlain` becomes false, later results are meaningless, and
 * the caller has to parse the bytes in another way.
 */
export class Scanner {
  isPlain = true;
  /** Hash of the text that was read last. */
  textHash = 0;
  #isAscii = true;
  bytes: Uint8Array = new Uint8Array();
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Offset of the next byte. */
  at = 0;
  #start = 0;
  #end = 0;
  #text: string | undefined;
  #lastKey = noKey;
  /**
   * By key, the key that followed it last, and the one before that: most logs have one order, with some attributes
   * missing. The second key saves 5 % of reading and deciding a logged auction of 20 bids.
   */
  readonly #nextKeys = new Uint8Array(noKey + 1).fill(noKey);
  readonly #otherNextKeys = new Uint8Array(noKey + 1).fill(noKey);
  readonly #cache = new TextCache();

  /** Starts at the bytes between two offsets; `isAtEnd` says whether all of them were read. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.at = start;
    this.#start = start;
    this.#end = end;
    this.#text = undefined;
    this.#lastKey = noKey;
    this.isPlain = true;
  }

  giveUp(): void {
    this.isPlain = false;
    this.at = this.#end;
  }

  /** Continues at an offset, after a value that was parsed in another way. */
  resume(at: number): void {
    this.at = at;
    this.#lastKey = noKey;
    this.isPlain = true;
  }

  /** Whether only white space is left. */
  isAtEnd(): boolean {
    this.#skipSpace();
    return this.at === this.#end;
  }

  /** Whether this character comes next; if so, skips it. */
  take(character: number): boolean {
    if (this.bytes[this.at] !== character) {
      this.#skipSpace();
      if (this.bytes[this.at] !== character) return false;
    }
    this.at++;
    return true;
  }

  expect(character: number): void {
    if (!this.take(character)) this.giveUp();
  }

  /** Whether `null` comes next; if so, skips it. */
  takeNull(): boolean {
    this.#skipSpace();
    for (let at = 0; at < nullBytes.length; at++) if (this.bytes[this.at + at] !== nullBytes[at]) return false;
    this.at += nullBytes.length;
    return true;
  }

  /** Reads a key and its colon; returns the key's number. */
  key(): number {
    const last = this.#lastKey;
    const likely = this.#nextKeys[last]!;
    if (this.#takeKey(likely)) return likely;
    const second = this.#otherNextKeys[last]!;
    this.#otherNextKeys[last] = likely;
    return (this.#nextKeys[last] = this.#takeKey(second) ? second : this.#otherKey());
  }

  /** A text of at most `longest` bytes that is likely to occur again. */
  text(longest: number): string {
    const start = this.#enterText();
    const end = this.#leaveText(start, longest);
    return end < 0 ? '' : this.#orGiveUp(this.#cache.get(this.bytes, start, end, this.textHash));
  }

  /** A text such as a bid's id: only short ones are likely to occur again. */
  idText(longest: number): string {
    const start = this.#enterText();
    const end = this.#leaveText(start, longest);
    return end < 0 ? '' : this.idTextBetween(start, end, this.textHash, this.#isAscii);
  }

  /** The text between two offsets, whose hash is `hash`, as `idText` returns it. */
  idTextBetween(start: number, end: number, hash: number, isAscii: boolean): string {
    if (end - start <= longestKeptId) return this.#orGiveUp(this.#cache.get(this.bytes, start, end, hash));
    return this.#cut(start, end, isAscii);
  }

  /** A text that is unlikely to occur again, such as a seed. */
  freshText(longest: number): string {
    const start = this.#enterText();
    const end = this.#leaveText(start, longest);
    if (end < 0) return '';
    return this.#orGiveUp((this.#isAscii ? decodeAscii : decodeUtf8)(this.bytes, start, end));
  }

  /** A whole number, not negative. */
  whole(): number {
    this.#skipSpace();
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let value = 0;
    let byte = bytes[at]!;
    for (; byte >= zero && byte <= nine; byte = bytes[++at]!) value = value * 10 + (byte - zero);
    const digits = at - start;
    const isWhole = byte !== point && byte !== lowerE && byte !== upperE;
    if (digits === 0 || digits > exactDigits || !isWhole || (digits > 1 && bytes[start] === zero)) this.giveUp();
    else this.at = at;
    return value;
  }

  /**
   * A decimal number in units of 10 to the minus `decimals`, at most `maxUnits` of them: exact, from the digits. A
   * finer number is parsed by the engine as a bid or a floor, or refused, in which case the scanner gives up.
   */
  decimal(decimals: number, maxUnits: number, finer: 'bid' | 'floor' | 'refused'): number {
    this.#skipSpace();
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let value = 0;
    let byte = bytes[at]!;
    for (; byte >= zero && byte <= nine; byte = bytes[++at]!) value = value * 10 + (byte - zero);
    const wholeDigits = at - start;
    let places = 0;
    if (byte === point) {
      for (byte = bytes[++at]!; byte >= zero && byte <= nine; byte = bytes[++at]!) {
        value = value * 10 + (byte - zero);
        places++;
      }
      if (places === 0) this.giveUp();
    }
    const isOdd = wholeDigits === 0 || (wholeDigits > 1 && bytes[start] === zero) || byte === lowerE || byte === upperE;
    if (isOdd) this.giveUp();
    else if (places > decimals || wholeDigits + places > exactDigits) value = this.#finePrice(start, at, finer);
    else for (let index = places; index < decimals; index++) value *= 10;
    if (value > maxUnits) this.giveUp();
    else if (this.isPlain) this.at = at;
    return value;
  }

  #finePrice(start: number, end: number, finer: 'bid' | 'floor' | 'refused'): number {
    // As JSON, a number is a double, however many digits it is written with.
    const price = finer === 'refused' ? undefined : parsePrice[finer](Number(decodeAscii(this.bytes, start, end)));
    if (price?.ok === true) return price.micros;
    this.giveUp();
    return 0;
  }

  /** A time such as `2026-11-21T08:00:00Z`, in milliseconds since the epoch. */
  moment(): number {
    if (!this.take(quote)) this.giveUp();
    const start = this.at;
    const end = momentEnd(this.bytes, start);
    const timeMs = momentAt(this.bytes, start, end);
    if (this.bytes[end] === quote && end < this.#end && !Number.isNaN(timeMs)) this.at = end + 1;
    else this.giveUp();
    return timeMs;
  }

  #skipSpace(): void {
    const { bytes } = this;
    let byte = bytes[this.at]!;
    if (byte > space) return;
    while ((byte === space || byte === tab || byte === lineFeed || byte === carriageReturn) && this.at < this.#end) {
      byte = bytes[++this.at]!;
    }
  }

  #orGiveUp(text: string | undefined): string {
    if (text !== undefined) return text;
    this.giveUp();
    return '';
  }

  /** A text as a slice of the whole text, which is decoded once: decoding each id would cost more. */
  #cut(start: number, end: number, isAscii: boolean): string {
    if (!isAscii) return this.#orGiveUp(decodeUtf8(this.bytes, start, end));
    this.#text ??= byteDecoder.decode(this.bytes.subarray(this.#start, this.#end));
    return this.#text.slice(start - this.#start, end - this.#start);
  }

  /** Whether this key comes next, as `JSON.stringify` writes it; if so, skips it. */
  #takeKey(number: number): boolean {
    const length = keyLengthAt(number, this.bytes, this.view, this.at);
    if (length === 0) return false;
    this.at += length;
    this.#lastKey = number;
    return true;
  }

  /** Reads the next key in any form; gives up at an unknown key. */
  #otherKey(): number {
    if (!this.take(quote)) this.giveUp();
    const start = this.at;
    let at = start;
    while (at < this.#end && this.bytes[at] !== quote) at++;
    const number = keyBetween(this.bytes, start, at);
    this.at = at + 1;
    this.expect(colon);
    if (number === noKey) this.giveUp();
    return (this.#lastKey = number);
  }

  #enterText(): number {
    if (!this.take(quote)) this.giveUp();
    return this.at;
  }

  /** The offset at which the text that starts here ends; -1: the text is not plain. Sets `textHash`. */
  #leaveText(start: number, longest: number): number {
    const { bytes } = this;
    let at = start;
    let hash = 0;
    let bits = 0;
    for (let byte = bytes[at]!; byte !== quote; byte = bytes[++at]!) {
      if (!(byte >= space) || byte === backslash) {
        this.giveUp();
        return -1;
      }
      hash = (Math.imul(hash, 31) + byte) | 0;
      bits |= byte;
    }
    this.textHash = hash;
    this.#isAscii = bits < firstBeyondAscii;
    this.at = at + 1;
    if (this.isPlain && at - start <= longest) return at;
    this.giveUp();
    return -1;
  }
}

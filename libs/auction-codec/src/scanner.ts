import { type MoneyResult, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import { momentAt, momentEnd } from './moment.ts';
import { decodeAscii, decodeUtf8, keyBetween, keyLengthAt, noKey, TextCache } from './text.ts';

const [space, tab, lineFeed, carriageReturn, quote, backslash] = [32, 9, 10, 13, 34, 92];
const nullBytes = Uint8Array.from('null', (letter) => letter.charCodeAt(0));
const firstBeyondAscii = 128;
const [zero, nine, point, colon, lowerE, upperE] = [48, 57, 46, 58, 101, 69];

/** Up to so many digits, a decimal text and the number that JSON makes of it name the same price. */
export const exactDigits = 15;
/** Reads what is finer than a micro, or longer than 15 digits. */
const parsePrice: Readonly<Record<'bid' | 'floor', (value: number) => MoneyResult>> = {
  bid: parseBid,
  floor: parseFloor,
};
/** Longer ids are unlikely to be met again. */
const longestKeptId = 12;

/** Every byte is one character, so that places in the bytes are places in the text. */
const byteDecoder = new TextDecoder('latin1');

/**
 * Reads the plainest JSON straight from bytes. Anything else (an escape, an exponent, a minus, text in the place of a
 * number) may still be valid JSON: the scanner gives up, `isPlain` turns false for good, and the bytes have to be read
 * by other means. After that its answers mean nothing.
 */
export class Scanner {
  isPlain = true;
  /** Hash of the text that was read last. */
  textHash = 0;
  #isAscii = true;
  bytes: Uint8Array = new Uint8Array();
  view: DataView = new DataView(new ArrayBuffer(0));
  /** The place of the next byte. */
  at = 0;
  #start = 0;
  #end = 0;
  #text: string | undefined;
  #lastKey = noKey;
  /**
   * By key, the one that came after it the last time, and the one before that: a log is mostly written in one order, with
   * some attributes missing. The second one saves 5 % of reading and deciding a logged auction of 20 bids.
   */
  readonly #nextKeys = new Uint8Array(noKey + 1).fill(noKey);
  readonly #otherNextKeys = new Uint8Array(noKey + 1).fill(noKey);
  readonly #cache = new TextCache();

  /** Begins with the bytes between two places; `isAtEnd` says whether all of them were read. */
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

  /** Goes on at a place, behind a value that was read by other means. */
  resume(at: number): void {
    this.at = at;
    this.#lastKey = noKey;
    this.isPlain = true;
  }

  /** Whether nothing but space is left. */
  isAtEnd(): boolean {
    this.#skipSpace();
    return this.at === this.#end;
  }

  /** Whether this character comes next; it is passed if so. */
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

  /** Whether `null` comes next; it is passed if so. */
  takeNull(): boolean {
    this.#skipSpace();
    for (let at = 0; at < nullBytes.length; at++) if (this.bytes[this.at + at] !== nullBytes[at]) return false;
    this.at += nullBytes.length;
    return true;
  }

  /** The number of the next key, with the colon behind it passed. */
  key(): number {
    const last = this.#lastKey;
    const likely = this.#nextKeys[last]!;
    if (this.#takeKey(likely)) return likely;
    const second = this.#otherNextKeys[last]!;
    this.#otherNextKeys[last] = likely;
    return (this.#nextKeys[last] = this.#takeKey(second) ? second : this.#otherKey());
  }

  /** A text of at most so many bytes that is likely to be met again. */
  text(longest: number): string {
    const start = this.#enterText();
    const end = this.#leaveText(start, longest);
    return end < 0 ? '' : this.#orGiveUp(this.#cache.get(this.bytes, start, end, this.textHash));
  }

  /** One of many texts of which only short ones are likely to be met again, such as the ids of bids. */
  idText(longest: number): string {
    const start = this.#enterText();
    const end = this.#leaveText(start, longest);
    return end < 0 ? '' : this.idTextBetween(start, end, this.textHash, this.#isAscii);
  }

  /** The text between two places, which hashes to `hash`, as `idText` gives it. */
  idTextBetween(start: number, end: number, hash: number, isAscii: boolean): string {
    if (end - start <= longestKeptId) return this.#orGiveUp(this.#cache.get(this.bytes, start, end, hash));
    return this.#cut(start, end, isAscii);
  }

  /** A single text that is unlikely to be met again, such as a seed. */
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
   * A decimal number in units of 10 to the minus `decimals`, at most `maxUnits` of them: exact, from the digits. What is
   * finer is for the engine to read as a bid or a floor, or given up.
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
    else for (let place = places; place < decimals; place++) value *= 10;
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

  /** A moment such as `2026-11-21T08:00:00Z`, in milliseconds since the epoch. */
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

  /** Cuts a text out of all the text between the two places, decoded once: a call for each id would cost more. */
  #cut(start: number, end: number, isAscii: boolean): string {
    if (!isAscii) return this.#orGiveUp(decodeUtf8(this.bytes, start, end));
    this.#text ??= byteDecoder.decode(this.bytes.subarray(this.#start, this.#end));
    return this.#text.slice(start - this.#start, end - this.#start);
  }

  /** Whether this key comes next, written as `JSON.stringify` writes it; it is passed if so. */
  #takeKey(number: number): boolean {
    const length = keyLengthAt(number, this.bytes, this.view, this.at);
    if (length === 0) return false;
    this.at += length;
    this.#lastKey = number;
    return true;
  }

  /** The next key where it is not a likely one, or not written as `JSON.stringify` writes it. */
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

  /** Where the text that starts here ends; -1: it is not plain. Its hash is in `textHash`. */
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

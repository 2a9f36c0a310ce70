import type { Piece } from './piece.ts';

/*
 * What puts JSON into bytes. Each is told its place and gives the place behind what it put; whether there is room is for
 * the caller to know. Functions of their arguments alone: kept in an object, the place would cost more than the putting.
 */

const [zero, quote, backslash, point] = [48, 34, 92, 46];
const [firstPrinted, lastPrinted] = [32, 126];
const [microsPerUnit, microDigits] = [1_000_000, 6];
/** A number that is not negative has at most so many digits. */
const mostDigits = 16;
const encoder = new TextEncoder();

/** Needs its length, rounded up to eights. */
export function putPiece(view: DataView, start: number, { eights, length }: Piece): number {
  let at = start;
  for (let eight = 0; eight < eights.length; eight++, at += 8) view.setFloat64(at, eights[eight]!, true);
  return start + length;
}

/** A whole number, not negative. Needs 16 bytes. */
export function putWhole(bytes: Uint8Array, start: number, value: number): number {
  if (value < 10) {
    bytes[start] = zero + value;
    return start + 1;
  }
  let digits = 2;
  for (let limit = 100; limit <= value && digits < mostDigits; limit *= 10) digits++;
  const end = start + digits;
  let at = end;
  let high = value;
  // Beyond 31 bits by division of doubles, which is dearer.
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

/** Micros as the number of units that JSON would have. Needs 24 bytes. */
export function putMicros(bytes: Uint8Array, start: number, micros: number): number {
  const fraction = micros % microsPerUnit;
  const place = putWhole(bytes, start, (micros - fraction) / microsPerUnit);
  if (fraction === 0) return place;
  bytes[place] = point;
  let end = place;
  let value = fraction | 0;
  for (let at = place + microDigits; at > place; at--) {
    const rest = (value / 10) | 0;
    const digit = value - rest * 10;
    bytes[at] = zero + digit;
    if (digit !== 0 && end === place) end = at;
    value = rest;
  }
  return end + 1;
}

/** What stands between the quotes of a text. Needs six bytes a character. */
export function putText(bytes: Uint8Array, start: number, text: string): number {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    if (code < firstPrinted || code > lastPrinted || code === quote || code === backslash) {
      return start + encoder.encodeInto(JSON.stringify(text).slice(1, -1), bytes.subarray(start)).written;
    }
    bytes[start + place] = code;
  }
  return start + text.length;
}

/** A text as it is. Needs three bytes a character. */
export function putJson(bytes: Uint8Array, start: number, json: string): number {
  return start + encoder.encodeInto(json, bytes.subarray(start)).written;
}

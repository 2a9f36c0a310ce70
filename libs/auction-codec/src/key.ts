import { keyNames } from './keys.gen.ts';

/** The number of a key that no auction has. The others are named by their places in `keyNames`. */
export const noKey = keyNames.length;

/** A key as `JSON.stringify` writes it, with its quotes and the colon. */
interface WrittenKey {
  readonly bytes: Uint8Array;
  /** The bytes once more, four at a time, the first one lowest; up to three are left over. */
  readonly words: Int32Array;
}

/** By number; the last one, `noKey`, is bytes that no JSON has. */
const writtenKeys: readonly WrittenKey[] = [...keyNames.map((name) => write(`"${name}":`)), write('\0')];

function write(text: string): WrittenKey {
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const words = Int32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getInt32(4 * at, true));
  return { bytes, words };
}

/** The length of a key with its quotes and the colon, if it is at a place as `JSON.stringify` writes it; else 0. */
export function keyLengthAt(number: number, bytes: Uint8Array, view: DataView, start: number): number {
  const { bytes: written, words } = writtenKeys[number]!;
  const { length } = written;
  if (start + length > bytes.length) return 0;
  for (let at = 0; at < words.length; at++) if (view.getInt32(start + 4 * at, true) !== words[at]) return 0;
  for (let at = 4 * words.length; at < length; at++) if (bytes[start + at] !== written[at]) return 0;
  return length;
}

/** The number of the key between two places, or `noKey`. */
export function keyBetween(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  for (let number = 0; number < noKey; number++) {
    const { bytes: written } = writtenKeys[number]!;
    if (written.length !== length + 3) continue;
    let at = 0;
    while (at < length && bytes[start + at] === written[at + 1]) at++;
    if (at === length) return number;
  }
  return noKey;
}

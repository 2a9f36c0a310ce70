import type { Piece } from './piece.ts';
import { putMoment } from './put-moment.ts';
import { putJson, putMicros, putPiece, putText, putWhole } from './put.ts';

const [firstBytes, mostKeptBytes] = [64 * 1024, 1024 * 1024];
/** What a piece and a number may write beyond what they are. */
const spareBytes = 64;
const [bytesPerCharacter, bytesPerEscape] = [3, 6];

/**
 * Bytes in which JSON is put together, used again and again. Each writing makes its own room, is told its place and gives
 * the place behind what it wrote.
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

  /** Makes room for so many bytes from a place on, by which `bytes` and `view` may become other ones. */
  reserve(at: number, byteCount: number): void {
    if (at + byteCount <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, at + byteCount));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  /** Gives back what an unusually long writing took, and forgets what was written. */
  shrink(): void {
    if (this.#bytes.length <= mostKeptBytes) return;
    this.#bytes = new Uint8Array(firstBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  piece(start: number, piece: Piece): number {
    this.reserve(start, piece.length + spareBytes);
    return putPiece(this.#view, start, piece);
  }

  /** A whole number, not negative. */
  whole(start: number, value: number): number {
    this.reserve(start, spareBytes);
    return putWhole(this.#bytes, start, value);
  }

  /** Micros as the number of units that JSON would have. */
  micros(start: number, micros: number): number {
    this.reserve(start, spareBytes);
    return putMicros(this.#bytes, start, micros);
  }

  /** A moment in milliseconds since the epoch, as `toISOString` writes it, without quotes. Throws where that does. */
  moment(start: number, timeMs: number): number {
    this.reserve(start, spareBytes);
    return putMoment(this.#bytes, start, timeMs);
  }

  /** What stands between the quotes of a text. */
  text(start: number, text: string): number {
    this.reserve(start, bytesPerEscape * text.length);
    return putText(this.#bytes, start, text);
  }

  /** Any value, as `JSON.stringify` writes it. */
  json(start: number, value: object): number {
    const json = JSON.stringify(value);
    this.reserve(start, bytesPerCharacter * json.length);
    return putJson(this.#bytes, start, json);
  }
}

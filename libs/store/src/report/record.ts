import { addMicros, carryOffset, otherRow, pairCell, pairWidth } from './pair-table.ts';
import { byBoth, type Grouping, type ReportCounts, totalCell, totalWidth } from './report-counts.ts';

/*
 * Counts as bytes, as Redis keeps them: records one after the other. A record has a header (its version, a mark that
 * tells it from every other record, the length of its content, its number of pairs), then the totals, the row of all other
 * pairs, and the rows of pairs. Numbers are LEB128; of a row only the cells that are not 0 are written, after a number
 * whose bits name them. The bit above the bits of the cells says that a second such number follows, of the negative cells.
 */

/** Version, mark, length of the content, number of pairs. */
const headerBytes = 1 + 8 + 4 + 4;
const [markAt, lengthAt, pairsAt] = [1, 9, 13];
const version = 1;
/** A row with tier, buyer, the bits and all cells takes no more. */
const mostRowBytes = (pairWidth + totalWidth) * 8;

/** Reused from record to record; grows when it has to. */
let buffer = Buffer.alloc(64 * 1024);

/** A record of counts. `mark`: 8 random bytes. */
export function encodeRecord(counts: ReportCounts, mark: Uint8Array): Buffer {
  const { totals, pairs } = counts;
  pairs.bound();
  let at = writeCells(headerBytes, totals, 0, totalWidth);
  at = writeCells(at, pairs.rows, otherRow + pairCell.bids, pairWidth - pairCell.bids);
  for (let number = 1; number < pairs.length; number++) {
    const row = number * pairWidth;
    at = writeNumber(writeNumber(reserve(at), pairs.rows[row]!), pairs.rows[row + 1]!);
    at = writeCells(at, pairs.rows, row + pairCell.bids, pairWidth - pairCell.bids);
  }
  buffer[0] = version;
  buffer.set(mark, markAt);
  buffer.writeUInt32LE(at - headerBytes, lengthAt);
  buffer.writeUInt32LE(pairs.size, pairsAt);
  return Buffer.from(buffer.subarray(0, at));
}

function reserve(at: number): number {
  if (at + mostRowBytes <= buffer.length) return at;
  const larger = Buffer.alloc(2 * buffer.length);
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
  return at;
}

function writeCells(start: number, cells: Float64Array, from: number, count: number): number {
  let [bits, negative] = [0, 0];
  for (let cell = 0; cell < count; cell++) {
    if (cells[from + cell] !== 0) bits |= 1 << cell;
    if (cells[from + cell]! < 0) negative |= 1 << cell;
  }
  let at = writeNumber(reserve(start), negative === 0 ? bits : bits | (1 << count));
  if (negative !== 0) at = writeNumber(at, negative);
  for (let cell = 0; cell < count; cell++) {
    if (cells[from + cell] !== 0) at = writeNumber(at, Math.abs(cells[from + cell]!));
  }
  return at;
}

function writeNumber(start: number, number: number): number {
  let at = start;
  let rest = number;
  while (rest >= 0x80) {
    buffer[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  buffer[at++] = rest;
  return at;
}

/** Where one record lies among others. */
export interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly pairCount: number;
}

/** The mark of the first of the records: what is stored is still the same, but for records at its end, while it stays. */
export const markOf = (records: Buffer): Buffer => records.subarray(markAt, lengthAt);

/** Where the records lie. Throws for bytes that are none of this version. */
export function findRecords(bytes: Buffer): RecordPlace[] {
  const places: RecordPlace[] = [];
  for (let start = 0; start < bytes.length; ) {
    const isWhole = start + headerBytes <= bytes.length;
    const end = isWhole ? start + headerBytes + bytes.readUInt32LE(start + lengthAt) : start;
    if (!isWhole || bytes[start] !== version || end > bytes.length) {
      throw new Error(
        `the counts of a report have no record of version ${version} at byte ${start} of ${bytes.length}`,
      );
    }
    places.push({ start, end, pairCount: bytes.readUInt32LE(start + pairsAt) });
    start = end;
  }
  return places;
}

/** Adds a record to counts; `by` leaves the tier or the buyer out, and with both left out the pairs. */
export function addRecord(bytes: Buffer, { start, end }: RecordPlace, into: ReportCounts, by: Grouping = byBoth): void {
  const reader = new Reader(bytes, start + headerBytes);
  const { totals, pairs } = into;
  reader.addCells(totals, 0, totalCell.gross, totalCell.carries);
  const first = pairCell.gross - pairCell.bids;
  const last = pairCell.carries - pairCell.bids;
  reader.addCells(pairs.rows, otherRow + pairCell.bids, first, last);
  if (!by.tier && !by.buyer) return;
  while (reader.at < end) {
    const tier = reader.number();
    const buyer = reader.number();
    const row = pairs.rowOf(by.tier ? tier : 0, by.buyer ? buyer : 0);
    reader.addCells(pairs.rows, row + pairCell.bids, first, last);
  }
}

class Reader {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  number(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++]!;
    if (byte < 0x80) return byte;
    let number = byte & 0x7f;
    let factor = 0x80;
    do {
      byte = bytes[this.at++]!;
      number += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    return number;
  }

  /** Adds the cells of a row; from `money` to `carries` they are sums of micros, then their carries. */
  addCells(cells: Float64Array, to: number, money: number, carries: number): void {
    const count = carries + carryOffset;
    const bits = this.number();
    const negative = (bits & (1 << count)) === 0 ? 0 : this.number();
    for (let cell = 0; cell < count; cell++) {
      if ((bits & (1 << cell)) === 0) continue;
      const size = this.number();
      const value = (negative & (1 << cell)) === 0 ? size : -size;
      if (cell >= money && cell < carries) addMicros(cells, to + cell, value);
      else cells[to + cell]! += value;
    }
  }
}

import {
  type Breakdown,
  breakdowns,
  byAll,
  type ExactSums,
  type Grouping,
  otherRow,
  pairCell,
  pairMoney,
  pairWidth,
  type ReportCounts,
  totalMoney,
  valueMoney,
  ValueTable,
} from '@auction-tiers/tally';

/*
 * Counts as bytes, as Redis stores them: records one after another. A record has a header (version, a unique mark,
 * length of the content, number of pairs, length before the values), the totals, the row of all other pairs, and the
 * rows of pairs; then for each counted attribute its index in `breakdowns`, its number of values, the row of all other
 * values, and each value as text with its row. Numbers are LEB128. A row contains only the cells that are not 0, after
 * a number with a bit for each of them: the sums, then how often the sums of money were carried. The bit above those of
 * the cells says that a second such number follows, for the negative cells.
 */

/** Version, mark, length of the content, number of pairs, length before the values. */
const headerBytes = 1 + 8 + 4 + 4 + 4;
const [markAt, lengthAt, pairsAt, valuesAt] = [1, 9, 13, 17];
const version = 2;
/** Cells of the longest row. */
const mostCells = 2 * totalMoney.to - totalMoney.from;
/** The most bytes of a row with tier and buyer, or a value, the bits and all cells. */
const mostRowBytes = (pairWidth + mostCells) * 8 + 512;

/** The cells of a row that are sums of money; those before them are counts. */
type Money = typeof pairMoney | typeof totalMoney | typeof valueMoney;

/** Reused for every record; grows when needed. */
let buffer = Buffer.alloc(64 * 1024);

/** A record of counts. `mark`: 8 random bytes. */
export function encodeRecord(counts: ReportCounts, mark: Uint8Array): Buffer {
  const { totals, pairs } = counts;
  counts.bound();
  let at = writeRow(headerBytes, totals, 0, totalMoney);
  at = writeRow(at, pairs.sums, otherRow, pairMoney);
  const { cells } = pairs.sums;
  for (let number = 1; number < pairs.length; number++) {
    const row = number * pairWidth;
    at = writeNumber(writeNumber(reserve(at), cells[row + pairCell.tier]!), cells[row + pairCell.buyer]!);
    at = writeRow(at, pairs.sums, row, pairMoney);
  }
  const pairsEnd = at;
  for (const [name, table] of counts.values) {
    at = writeNumber(writeNumber(reserve(at), breakdowns.indexOf(name)), table.size);
    at = writeRow(at, table.sums, 0, valueMoney);
    for (const [value, row] of table.rows()) {
      const text = Buffer.from(String(value));
      at = writeNumber(reserve(at), text.length);
      at += text.copy(buffer, at);
      at = writeRow(at, table.sums, row, valueMoney);
    }
  }
  buffer[0] = version;
  buffer.set(mark, markAt);
  buffer.writeUInt32LE(at - headerBytes, lengthAt);
  buffer.writeUInt32LE(pairs.size, pairsAt);
  buffer.writeUInt32LE(pairsEnd - headerBytes, valuesAt);
  return Buffer.from(buffer.subarray(0, at));
}

function reserve(at: number): number {
  if (at + mostRowBytes <= buffer.length) return at;
  const larger = Buffer.alloc(2 * buffer.length);
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
  return at;
}

/** Reused for every row. */
const written = new Float64Array(mostCells);

function writeRow(start: number, sums: ExactSums, row: number, { from, to }: Money): number {
  const count = 2 * to - from;
  let [bits, negative] = [0, 0];
  for (let cell = 0; cell < count; cell++) {
    const value = cell < to ? sums.cells[row + cell]! : sums.carries(row + cell - to + from);
    written[cell] = Math.abs(value);
    if (value !== 0) bits |= 1 << cell;
    if (value < 0) negative |= 1 << cell;
  }
  let at = writeNumber(reserve(start), negative === 0 ? bits : bits | (1 << count));
  if (negative !== 0) at = writeNumber(at, negative);
  for (let cell = 0; cell < count; cell++) if (written[cell] !== 0) at = writeNumber(at, written[cell]!);
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

/** A record with other content: its header is that of a record of counts without pairs. `mark`: 8 random bytes. */
export function encodeFrame(content: Uint8Array, mark: Uint8Array): Buffer {
  const record = Buffer.alloc(headerBytes + content.length);
  record[0] = version;
  record.set(mark, markAt);
  record.writeUInt32LE(content.length, lengthAt);
  record.set(content, headerBytes);
  return record;
}

/** The content of a record after its header. */
export const contentOf = (bytes: Buffer, { start, end }: RecordPlace): Buffer =>
  bytes.subarray(start + headerBytes, end);

/** The offsets of one record among others. */
export interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly pairCount: number;
}

/** The mark of the first record: while it stays, the stored records are unchanged except for additions at the end. */
export const markOf = (records: Buffer): Buffer => records.subarray(markAt, lengthAt);

/** Finds the records. Throws for bytes of another version. */
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

/** Adds a record to counts; `by` may leave out the tier or the buyer (without both: the pairs), and attributes. */
export function addRecord(bytes: Buffer, { start, end }: RecordPlace, into: ReportCounts, by: Grouping = byAll): void {
  const reader = new Reader(bytes, start + headerBytes);
  const { totals, pairs } = into;
  reader.addRow(totals, 0, totalMoney);
  reader.addRow(pairs.sums, otherRow, pairMoney);
  const pairsEnd = start + headerBytes + bytes.readUInt32LE(start + valuesAt);
  while ((by.tier || by.buyer) && reader.at < pairsEnd) {
    const tier = reader.number();
    const buyer = reader.number();
    const row = pairs.rowOf(by.tier ? tier : 0, by.buyer ? buyer : 0);
    reader.addRow(pairs.sums, row, pairMoney);
  }
  const { breakdowns: asked = [] } = by;
  if (asked.length === 0) return;
  reader.at = pairsEnd;
  while (reader.at < end) addValues(reader, into, asked);
}

/** Receives values that were not requested. */
const ignored = new ValueTable(0);

function addValues(reader: Reader, into: ReportCounts, asked: readonly Breakdown[]): void {
  const name = breakdowns[reader.number()];
  if (name === undefined) throw new Error('the counts of a report have values of an attribute that is not known');
  const isAsked = asked.includes(name);
  const table = isAsked ? into.valuesOf(name) : ignored;
  const size = reader.number();
  reader.addRow(table.sums, 0, valueMoney);
  for (let at = 0; at < size; at++) {
    const text = reader.text();
    const row = isAsked ? table.rowOf(text) : 0;
    reader.addRow(table.sums, row, valueMoney);
  }
  ignored.clear();
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

  text(): string {
    const length = this.number();
    const text = this.#bytes.toString('utf8', this.at, this.at + length);
    this.at += length;
    return text;
  }

  addRow(sums: ExactSums, row: number, { from, to }: Money): void {
    const count = 2 * to - from;
    const bits = this.number();
    const negative = (bits & (1 << count)) === 0 ? 0 : this.number();
    for (let cell = 0; cell < count; cell++) {
      if ((bits & (1 << cell)) === 0) continue;
      const size = this.number();
      const value = (negative & (1 << cell)) === 0 ? size : -size;
      if (cell >= to) sums.addCarries(row + cell - to + from, value);
      else if (cell >= from) sums.add(row + cell, value);
      else sums.cells[row + cell]! += value;
    }
  }
}

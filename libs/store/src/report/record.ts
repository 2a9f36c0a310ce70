import {
  byAll,
  countParts,
  type ExactSums,
  type Grouping,
  otherRow,
  pairCell,
  pairWidth,
  ReportCounts,
  type RowKind,
} from '@auction-tiers/tally';
import { type Damage, findFrames, type Frame, headerBytes, noPiece, presentVersion, writeHeader } from './frame.ts';
import { mostNames, partsFrom, type Reader, readerOf, writtenCells, writtenNames } from './record-reader.ts';

/*
 * Counts as the content of a frame. It begins with the names of its cells, as text; then come the totals, the row of all
 * other pairs, and the rows of pairs; then for each counted attribute its name, its number of values, the row of all other
 * values, and each value as text with its row. Numbers are LEB128, a text has its length before it. A row begins with a
 * number: bit 0 says that a number with a bit for each negative cell follows, bit 1 the same for cells that were carried,
 * and of the further bits each stands for a name whose cell is not 0. Then come those cells, and how often the carried
 * ones were carried (twice that, less 1 where it is negative). Records of versions 1 and 2 have no names: their cells are
 * numbered as `record-reader.ts` says. A count that is not whole stands under two names: its whole number, and with a `+` the
 * rest in 2^-20.
 */

/** The most bytes of a row with tier and buyer, or a value, the bits and all cells. */
const mostRowBytes = (pairWidth + 3 * mostNames) * 8 + 512;

/** Reused for every record; grows when needed. */
let buffer = Buffer.alloc(64 * 1024);

/** A record of counts. `mark`: 8 random bytes; `piece`: the piece of an hour that is counted. */
export function encodeRecord(counts: ReportCounts, mark: Uint8Array, piece: number = noPiece): Buffer {
  const { totals, pairs } = counts;
  counts.bound();
  let at = writeText(headerBytes, writtenNames);
  at = writeRow(at, totals, 0, 'totals');
  at = writeRow(at, pairs.sums, otherRow, 'pair');
  const { cells } = pairs.sums;
  for (let number = 1; number < pairs.length; number++) {
    const row = number * pairWidth;
    at = writeNumber(writeNumber(reserve(at), cells[row + pairCell.tier]!), cells[row + pairCell.buyer]!);
    at = writeRow(at, pairs.sums, row, 'pair');
  }
  const valuesLength = at - headerBytes;
  for (const [name, table] of counts.values) {
    at = writeNumber(writeText(at, name), table.size);
    at = writeRow(at, table.sums, 0, 'value');
    for (const [value, row] of table.rows()) at = writeRow(writeText(at, String(value)), table.sums, row, 'value');
  }
  const record = Buffer.from(buffer.subarray(0, at));
  writeHeader(record, { mark, piece, pairCount: pairs.size, valuesLength });
  return record;
}

function reserve(at: number): number {
  if (at + mostRowBytes <= buffer.length) return at;
  const larger = Buffer.alloc(2 * buffer.length);
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
  return at;
}

function writeText(start: number, value: string): number {
  const text = Buffer.from(value);
  const at = writeNumber(reserve(start), text.length);
  return at + text.copy(buffer, at);
}

function writeRow(start: number, sums: ExactSums, row: number, kind: RowKind): number {
  const cells = writtenCells[kind];
  let [bits, negative, carried] = [0, 0, 0];
  for (let bit = 0; bit < cells.length; bit++) {
    const cell = cells[bit]!;
    if (cell < 0) continue;
    const value = sums.cells[row + cell]!;
    if (writtenOf(value, bit) !== 0) bits |= 1 << bit;
    if (value < 0) negative |= 1 << bit;
    if (bit < partsFrom && sums.carries(row + cell) !== 0) carried |= 1 << bit;
  }
  let at = writeNumber(reserve(start), 4 * bits + (carried === 0 ? 0 : 2) + (negative === 0 ? 0 : 1));
  if (negative !== 0) at = writeNumber(at, negative);
  if (carried !== 0) at = writeNumber(at, carried);
  for (let bit = 0; bit < cells.length; bit++) {
    if ((bits & (1 << bit)) !== 0) at = writeNumber(at, writtenOf(sums.cells[row + cells[bit]!]!, bit));
  }
  for (let bit = 0; bit < cells.length; bit++) {
    if ((carried & (1 << bit)) === 0) continue;
    const count = sums.carries(row + cells[bit]!);
    at = writeNumber(at, count < 0 ? -2 * count - 1 : 2 * count);
  }
  return at;
}

/** What is written of a value under a bit: its whole number, or the part beyond that. */
function writtenOf(value: number, bit: number): number {
  const whole = Math.trunc(Math.abs(value));
  return bit < partsFrom ? whole : (Math.abs(value) - whole) * countParts;
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

/** The records of an hour or day that can be read, and what cannot. */
export interface FoundRecords {
  readonly records: readonly Frame[];
  readonly damage: readonly Damage[];
}

/** Finds the records of counts, each of which can then be added. */
export function findRecords(bytes: Buffer): FoundRecords {
  const { frames, damage } = findFrames(bytes);
  const records: Frame[] = [];
  const unreadable: Damage[] = [];
  for (const frame of frames) {
    const why = findProblem(bytes, frame);
    if (why === null) records.push(frame);
    else unreadable.push({ start: frame.start, end: frame.end, why: `the record at byte ${frame.start} ${why}` });
  }
  return { records, damage: [...damage, ...unreadable].toSorted((one, other) => one.start - other.start) };
}

/** Why a record cannot be read; null: it can. Without a checksum, only reading it shows whether it is whole. */
function findProblem(bytes: Buffer, frame: Frame): string | null {
  try {
    const reader = readerOf(bytes, frame);
    if (!hasChecksum(frame)) addAll(reader, frame, new ReportCounts(Number.POSITIVE_INFINITY), byAll);
    return hasChecksum(frame) || reader.at === frame.end ? null : 'goes on after its end';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

const hasChecksum = ({ version }: Frame): boolean => version >= presentVersion;

/** Whether a record counts what this version does not know: merging it would lose that. */
export function hasUnknown(bytes: Buffer, frame: Frame): boolean {
  const reader = readerOf(bytes, frame);
  if (reader.hasUnknown) return true;
  reader.at = frame.valuesAt;
  while (reader.at < frame.end) if (!reader.skipValues()) return true;
  return false;
}

/** Adds a record to counts; `by` may leave out the tier or the buyer (without both: the pairs), and attributes. */
export function addRecord(bytes: Buffer, record: Frame, into: ReportCounts, by: Grouping = byAll): void {
  addAll(readerOf(bytes, record), record, into, by);
}

function addAll(reader: Reader, { valuesAt, end }: Frame, into: ReportCounts, by: Grouping): void {
  const { totals, pairs } = into;
  reader.addRow(totals, 0, 'totals');
  reader.addRow(pairs.sums, otherRow, 'pair');
  while ((by.tier || by.buyer) && reader.at < valuesAt) {
    const tier = reader.number();
    const buyer = reader.number();
    const row = pairs.rowOf(by.tier ? tier : 0, by.buyer ? buyer : 0);
    reader.addRow(pairs.sums, row, 'pair');
  }
  if (reader.at > valuesAt) throw new RangeError('has pairs that go on after their end');
  const { breakdowns: asked = [] } = by;
  if (asked.length === 0) return;
  reader.at = valuesAt;
  while (reader.at < end) reader.addValues(into, asked);
}

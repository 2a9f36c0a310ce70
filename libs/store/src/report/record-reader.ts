import {
  type Breakdown,
  breakdowns,
  cellsByName,
  countNames,
  countParts,
  type ExactSums,
  ReportCounts,
  type RowKind,
  ValueTable,
} from '@auction-tiers/tally';
import { type Frame, presentVersion } from './frame.ts';

/** The cells of a form of records: for each kind of row, the cell of each bit; -1: rows of the kind have no such cell. */
type Cells = Readonly<Record<RowKind, readonly number[]>> & {
  /** By bit, what a number is divided by. */
  readonly divisors: readonly number[];
};

const kinds: readonly RowKind[] = ['pair', 'value', 'totals'];
/** The names of all cells, which every record that this version writes begins with. */
const wholeNames = [...new Set(kinds.flatMap((kind) => Object.keys(cellsByName[kind])))];
/** Follows the name of a count, for the part of it beyond a whole number, in 2^-20. */
const partSuffix = '+';
const names = [...wholeNames, ...countNames.map((name) => `${name}${partSuffix}`)];
/** The bits from this one on are of parts. */
export const partsFrom = wholeNames.length;
const cellsOf = (of: readonly string[]): Cells => {
  const cells = (kind: RowKind) => of.map((name) => cellsByName[kind][name.replace(partSuffix, '')] ?? -1);
  const divisors = of.map((name) => (name.endsWith(partSuffix) ? countParts : 1));
  return { totals: cells('totals'), pair: cells('pair'), value: cells('value'), divisors };
};
export const writtenCells = cellsOf(names);
export const writtenNames = names.join();
/** The bits of a row have to fit into 31: a bit operation makes a number below 0 of the 32nd. */
export const mostNames = 31;
/** Receives values that were not requested. */
const ignored = new ValueTable(0);

/** Reads the content of a record. Throws a RangeError where it does not go on as it must. */
export abstract class Reader {
  at: number;
  readonly hasUnknown: boolean = false;
  protected readonly bytes: Buffer;
  readonly #end: number;

  constructor(bytes: Buffer, { from, end }: Frame) {
    this.bytes = bytes;
    this.at = from;
    this.#end = end;
  }

  abstract addRow(sums: ExactSums, row: number, kind: RowKind): void;
  /** The name of an attribute, which may be unknown. */
  protected abstract attribute(): string;

  number(): number {
    const { bytes } = this;
    let byte = bytes[this.at++]!;
    if (byte < 0x80 && this.at <= this.#end) return byte;
    let number = byte & 0x7f;
    let factor = 0x80;
    do {
      if (this.at >= this.#end) throw new RangeError('ends in a number');
      byte = bytes[this.at++]!;
      number += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    if (number > Number.MAX_SAFE_INTEGER) throw new RangeError('has a number above 2^53');
    return number;
  }

  text(): string {
    const length = this.number();
    if (this.at + length > this.#end) throw new RangeError('ends in a text');
    const text = this.bytes.toString('utf8', this.at, this.at + length);
    this.at += length;
    return text;
  }

  addValues(into: ReportCounts, asked: readonly Breakdown[]): void {
    const name = this.attribute();
    const known = asked.find((one) => one === name);
    const table = known === undefined ? ignored : into.valuesOf(known);
    const size = this.number();
    this.addRow(table.sums, 0, 'value');
    for (let at = 0; at < size; at++) {
      const text = this.text();
      const row = known === undefined ? 0 : table.rowOf(text);
      this.addRow(table.sums, row, 'value');
      table.boundAtTwice();
    }
    ignored.clear();
  }

  /** Passes over the values of an attribute; whether it is known. */
  skipValues(): boolean {
    const start = this.at;
    const isKnown = breakdowns.includes(this.attribute() as Breakdown);
    this.at = start;
    this.addValues(new ReportCounts(0), []);
    return isKnown;
  }
}

/** Cells by the text of their names. */
const cellsByNames = new Map<string, Cells>([[writtenNames, writtenCells]]);
/** So many texts of names are remembered: there is one for each version that writes. */
const mostRemembered = 100;

class NamedReader extends Reader {
  readonly #cells: Cells;
  override readonly hasUnknown: boolean;

  constructor(bytes: Buffer, frame: Frame) {
    super(bytes, frame);
    const text = this.text();
    let cells = cellsByNames.get(text);
    if (cells === undefined) {
      const found = text.split(',');
      if (found.length > mostNames) throw new RangeError(`has ${found.length} cells, at most ${mostNames} can be read`);
      cells = cellsOf(found);
      if (cellsByNames.size >= mostRemembered) cellsByNames.clear();
      cellsByNames.set(text, cells);
    }
    this.#cells = cells;
    this.hasUnknown = text !== writtenNames && text.split(',').some((name) => !names.includes(name));
  }

  protected attribute(): string {
    return this.text();
  }

  addRow(sums: ExactSums, row: number, kind: RowKind): void {
    const { [kind]: cells, divisors } = this.#cells;
    const head = this.number();
    const bits = Math.floor(head / 4);
    const negative = (head & 1) === 0 ? 0 : this.number();
    const carried = (head & 2) === 0 ? 0 : this.number();
    for (let bit = 0; bit < cells.length; bit++) {
      if ((bits & (1 << bit)) === 0) continue;
      const size = this.number() / divisors[bit]!;
      const cell = cells[bit]!;
      if (cell >= 0) sums.add(row + cell, (negative & (1 << bit)) === 0 ? size : -size);
    }
    if (carried === 0) return;
    for (let bit = 0; bit < cells.length; bit++) {
      if ((carried & (1 << bit)) === 0) continue;
      const count = this.number();
      const cell = cells[bit]!;
      if (cell >= 0) sums.addCarries(row + cell, count % 2 === 0 ? count / 2 : -(count + 1) / 2);
    }
  }
}

const earlierAmounts = ['gross', 'net', 'forgone', 'excludedNet'] as const;
/** The counts of a row of versions 1 and 2, by bit; its sums of money follow, and then their carries. */
const earlierCounts: Readonly<Record<RowKind, readonly string[]>> = {
  totals: ['auctions', 'sold', 'withoutBids', 'won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'],
  pair: ['bids', 'won', 'excluded'],
  value: ['auctions', 'won', 'bids', 'excluded'],
};
/** The attributes of version 2 by their number. */
const earlierAttributes = (
  'site placement domain country dma size device_type media_type deal unknown_value arm' as const
).split(' ');

class EarlierReader extends Reader {
  protected attribute(): string {
    const number = this.number();
    const name = earlierAttributes[number];
    if (name === undefined) throw new RangeError(`has values of an attribute ${number}`);
    return name;
  }

  addRow(sums: ExactSums, row: number, kind: RowKind): void {
    const counts = earlierCounts[kind];
    const sumCount = counts.length + earlierAmounts.length;
    const count = sumCount + earlierAmounts.length;
    const bits = this.number();
    if (bits >= 2 ** (count + 1)) throw new RangeError(`has a row with the bits ${bits}`);
    const negative = (bits & (1 << count)) === 0 ? 0 : this.number();
    for (let bit = 0; bit < count; bit++) {
      if ((bits & (1 << bit)) === 0) continue;
      const size = this.number();
      const value = (negative & (1 << bit)) === 0 ? size : -size;
      const name = counts[bit] ?? earlierAmounts[(bit - counts.length) % earlierAmounts.length]!;
      const cell = row + cellsByName[kind][name]!;
      if (bit >= sumCount) sums.addCarries(cell, value);
      else sums.add(cell, value);
    }
  }
}

export const readerOf = (bytes: Buffer, frame: Frame): Reader =>
  frame.version < presentVersion ? new EarlierReader(bytes, frame) : new NamedReader(bytes, frame);

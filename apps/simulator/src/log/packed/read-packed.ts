import type { Decided, ParsedAuction } from '@auction-tiers/auction-codec';
import type { DuckDBBlobValue, DuckDBDataChunk, DuckDBListVector } from '@duckdb/node-api';
import type { Bid } from '@auction-tiers/tier-engine';
import { exitCode, Failure, messageOf } from '../../cli/failure.ts';
import { literalPattern, openDuckDb, quoteText } from '../file/duck.ts';
import type { Column, ColumnKind, UsedColumn } from '../file/packed-metadata.ts';
import type { Reads } from '../auction/reading.ts';
import type { PackedSource } from '../file/source.ts';
import type { PackedAuction } from './shape.ts';
import { appendTexts, type Lists, listsOf, type NumberLists, numberListsOf, type Reader, valuesOf } from './vectors.ts';

/** A row of a packed log. */
export interface PackedRow {
  readonly file: string;
  readonly line: number;
  /** Its line, where its columns do not reproduce it. */
  readonly text: Buffer | undefined;
  /** From 1, where its line has several. */
  readonly impression: number | undefined;
  /** undefined: it was not read, or the row has none. */
  readonly shape: string | undefined;
  readonly auction: PackedAuction | undefined;
}

/** Rows of a packed log, from `start` up to `end`, which is not included. */
interface Rows {
  readonly start: number;
  readonly end: number;
}

const readingMemory = '256MB';

/** What is read of rows beside the columns that are always read. */
interface Wanted {
  readonly reads?: Reads | undefined;
  /** Default: false. */
  readonly hasShapes?: boolean;
}

/** The rows of a packed log, some at a time. */
export async function* readPackedRows(source: PackedSource, rows: Rows, wanted: Wanted = {}): AsyncIterable<RowReader> {
  const { connection, close } = await openDuckDb({ memory: readingMemory, threads: 1 });
  let next: Promise<DuckDBDataChunk | null> | undefined;
  try {
    const { sql, types, columns } = toQuery(source, rows, wanted);
    const lists = new BidLists(wanted.reads !== undefined);
    for (const type of types) await connection.run(type);
    const result = await connection.stream(sql);
    next = result.fetchChunk();
    for (;;) {
      const chunk = await next;
      if (chunk === null || chunk.rowCount === 0) return;
      // DuckDB reads on while the caller works on these rows.
      next = result.fetchChunk();
      yield new RowReader(columns, chunk, lists);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [reason = ''] = messageOf(error).split('\n');
    throw new Failure(exitCode.found, `${source.file} cannot be read as a packed log: ${reason}.`, error);
  } finally {
    await next?.catch(() => null);
    close();
  }
}

const column = (name: string, kind: ColumnKind, texts?: readonly string[]) =>
  ({ name, of: 'auction', engine: name, kind, isList: false, texts }) satisfies UsedColumn;

const decidedColumns = [
  column('decided_revision', 'text'),
  column('decided_winner', 'text'),
  column('decided_clearing_price_micros', 'number'),
  column('decided_answer_crc32', 'number'),
  column('decided_share', 'number'),
  column('decided_experiment_id', 'number'),
  column('decided_arm', 'text'),
];

/** The time, and the publisher, which tells whose an auction is, are always read. */
const needed: ReadonlySet<string> = new Set(['timeMs', 'publisherId']);

/**
 * A text in pieces of twelve characters, which mostly lie in a vector itself. For a longer one the client makes a native
 * call: with it, reading 300,000 seeds of 19 digits took 0.23 s of processor time, in pieces 0.08 s.
 */
const piecesOf = (text: string) => [
  `substring(${text}, 1, 12)`,
  `substring(${text}, 13, 12)`,
  `substring(${text}, 25)`,
];

/** A query for rows, and where its columns are. Texts of which there are few are read as enumerations, each made once. */
function toQuery(
  { file, metadata }: PackedSource,
  { start, end }: Rows,
  { reads = () => true, hasShapes = false }: Wanted,
): { readonly sql: string; readonly types: readonly string[]; readonly columns: ReadColumns } {
  const { files, columns, shapes, hasDecided, hasLines, rows: all } = metadata;
  const types: string[] = [];
  const selected: string[] = [];
  const select = ({ name, engine, kind, isList, texts }: UsedColumn): ReadColumn => {
    const read = engine === 'keyValues' ? readKeyValues : readers[kind];
    // DuckDB takes no query with a NUL.
    const isEnum = texts !== undefined && texts.length > 0 && !texts.some((text) => text.includes('\0'));
    const type = isEnum ? `texts_${types.length}` : kind === 'number' ? 'DOUBLE' : 'VARCHAR';
    if (isEnum) types.push(`CREATE TYPE ${type} AS ENUM (${texts.map(quoteText).join(', ')})`);
    // Numbers are read as doubles, which hold every number of a log.
    const value =
      kind === 'moment' ? `CAST(epoch_ms("${name}") AS DOUBLE)` : `CAST("${name}" AS ${type}${isList ? '[]' : ''})`;
    const at = selected.length;
    const pieces = type === 'VARCHAR' && kind === 'text' && !isList ? piecesOf(value) : [value];
    selected.push(...pieces);
    return { engine, isList, read, texts: isEnum ? texts.map(read) : undefined, at, pieces: pieces.length };
  };
  const isRead = ({ of, engine }: Column) => of === 'auction' || needed.has(engine) || reads(of, engine);
  const selectOf = (of: Column['of']) => columns.filter((one) => one.of === of && isRead(one)).map(select);
  const impression = selectOf('impression');
  const bids = selectOf('bid');
  const usual = (name: string) => bids.find(({ engine }) => engine === name);
  const readColumns: ReadColumns = {
    file: select(column('file', 'text', [...new Set(files.map((one) => one.file))])),
    line: select(column('line_number', 'number')),
    text: hasLines ? selected.push('line') - 1 : undefined,
    impressionNumber: hasLines ? select(column('impression_number', 'number')) : undefined,
    shape: hasShapes ? select(column('shape', 'text', shapes)) : undefined,
    decided: hasDecided ? decidedColumns.map(select) : undefined,
    auction: selectOf('auction'),
    timeMs: impression.find(({ engine }) => engine === 'timeMs'),
    impression: impression.filter(({ engine }) => engine !== 'timeMs'),
    usual: { id: usual('id'), memberId: usual('memberId'), grossMicros: usual('grossMicros') },
    bids: bids.filter(({ engine }) => !isUsual(engine)),
  };
  const from = `read_parquet(${quoteText(literalPattern(file))}, file_row_number = true)`;
  const isWhole = start === 0 && end >= all;
  const where = isWhole ? '' : ` WHERE file_row_number >= ${start} AND file_row_number < ${end}`;
  return { sql: `SELECT ${selected.join(', ')} FROM ${from}${where}`, types, columns: readColumns };
}

/** Attributes that every bid has. */
const isUsual = (engine: string) => engine === 'id' || engine === 'memberId' || engine === 'grossMicros';

interface ReadColumn extends Reader {
  readonly engine: string;
  /** Its place in the query. */
  readonly at: number;
  /** How many places its text is divided into. */
  readonly pieces: number;
  readonly isList: boolean;
}

const same = (value: unknown) => value;

const readers: Readonly<Record<ColumnKind, (value: unknown) => unknown>> = {
  text: same,
  number: same,
  moment: same,
  size: cached((text) => {
    const [width, height] = text.split('x');
    return { width: Number(width), height: Number(height) };
  }),
  json: cached((text) => JSON.parse(text) as unknown),
};
const readKeyValues = cached((text) => new Map(Object.entries(JSON.parse(text) as Record<string, readonly string[]>)));

const mostCached = 10_000;

/** The values are immutable, so that equal texts share one value. */
function cached(make: (text: string) => unknown): (value: unknown) => unknown {
  const known = new Map<unknown, unknown>();
  return (text) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    value = make(text as string);
    if (known.size < mostCached) known.set(text, value);
    return value;
  };
}

/** The columns of a query, by what they describe. */
interface ReadColumns {
  readonly file: ReadColumn;
  readonly line: ReadColumn;
  /** The place of the lines themselves. */
  readonly text: number | undefined;
  readonly impressionNumber: ReadColumn | undefined;
  readonly shape: ReadColumn | undefined;
  /** Those of `decidedColumns`. */
  readonly decided: readonly ReadColumn[] | undefined;
  readonly auction: readonly ReadColumn[];
  readonly timeMs: ReadColumn | undefined;
  readonly impression: readonly ReadColumn[];
  /** Of bids, the three that every bid has; undefined: the log has no bid, or the column is not read. */
  readonly usual: Readonly<Record<'id' | 'memberId' | 'grossMicros', ReadColumn | undefined>>;
  readonly bids: readonly ReadColumn[];
}

/** A bid whose fields can be set. */
type OpenBid = { -readonly [Name in keyof Bid]: Bid[Name] };

const newBid = (): OpenBid => ({ id: '', memberId: null, grossMicros: 0, feePpm: undefined, seat: undefined });

/** Lists of bids to fill in: new ones, or the same bids again and again where the caller keeps none. */
class BidLists {
  readonly #areReused: boolean;
  readonly #bids: OpenBid[] = [];
  readonly #byCount: OpenBid[][] = [];

  constructor(areReused: boolean) {
    this.#areReused = areReused;
  }

  take(count: number): readonly OpenBid[] {
    const bids = this.#areReused ? this.#bids : [];
    while (bids.length < count) bids.push(newBid());
    return this.#areReused ? (this.#byCount[count] ??= bids.slice(0, count)) : bids;
  }
}

/** An attribute of the engine, and its values by row. */
interface Attribute {
  readonly engine: string;
  readonly values: readonly unknown[];
}

/** The values of what an auction itself names, by row; empty: no auction names it. */
type AuctionValues = {
  readonly [Name in Exclude<keyof ParsedAuction, 'timeMs' | 'impression' | 'bids'>]: readonly ParsedAuction[Name][];
};

function byAttribute(find: (name: string) => readonly unknown[]): AuctionValues {
  const of = <Name extends keyof AuctionValues>(name: Name) => find(name) as AuctionValues[Name];
  return {
    ymProfileId: of('ymProfileId'),
    publisherId: of('publisherId'),
    auctionType: of('auctionType'),
    bidFloorMicros: of('bidFloorMicros'),
    feePpm: of('feePpm'),
    seed: of('seed'),
    unit: of('unit'),
  };
}

/** The rows of a chunk. */
export class RowReader {
  readonly rowCount: number;
  readonly #chunk: DuckDBDataChunk;
  readonly #columns: ReadColumns;
  readonly #files: readonly unknown[];
  readonly #lines: readonly unknown[];
  readonly #impressionNumbers: readonly unknown[];
  readonly #shapes: readonly unknown[];
  readonly #decided: readonly (readonly unknown[])[] | undefined;
  readonly #auction: AuctionValues;
  readonly #moments: readonly unknown[];
  readonly #impression: readonly Attribute[];
  readonly #ids: Lists | undefined;
  readonly #members: NumberLists;
  readonly #prices: NumberLists;
  readonly #bids: readonly (Lists & Pick<ReadColumn, 'engine'>)[];
  readonly #lists: BidLists;

  constructor(columns: ReadColumns, chunk: DuckDBDataChunk, lists: BidLists) {
    this.#lists = lists;
    this.rowCount = chunk.rowCount;
    this.#chunk = chunk;
    this.#columns = columns;
    this.#files = this.#values(columns.file);
    this.#lines = this.#values(columns.line);
    this.#impressionNumbers = this.#values(columns.impressionNumber);
    this.#shapes = this.#values(columns.shape);
    this.#decided = columns.decided?.map((one) => this.#values(one));
    this.#auction = byAttribute((name) => this.#values(columns.auction.find(({ engine }) => engine === name)));
    this.#moments = this.#values(columns.timeMs);
    this.#impression = columns.impression.map((one) => ({ engine: one.engine, values: this.#values(one) }));
    const { id, memberId, grossMicros } = columns.usual;
    this.#ids = id && this.#listsOf(id);
    this.#members = this.#numbers(memberId);
    this.#prices = this.#numbers(grossMicros);
    this.#bids = columns.bids.map((one) => ({ engine: one.engine, ...this.#listsOf(one) }));
  }

  read(row: number): PackedRow {
    const text = this.#textOf(row);
    return {
      file: this.#files[row] as string,
      line: this.#lines[row] as number,
      impression: this.#impressionNumbers[row] as number | undefined,
      text,
      shape: this.#shapes[row] as string | undefined,
      auction: text === undefined ? this.#readAuction(row) : undefined,
    };
  }

  #textOf(row: number): Buffer | undefined {
    const { text } = this.#columns;
    const blob = text === undefined ? null : this.#chunk.getColumnVector(text).getItem(row);
    return blob === null ? undefined : Buffer.from((blob as DuckDBBlobValue).bytes);
  }

  #readAuction(row: number): PackedAuction {
    const { ymProfileId, publisherId, auctionType, bidFloorMicros, feePpm, seed, unit } = this.#auction;
    const parsed: ParsedAuction = {
      ymProfileId: ymProfileId[row],
      publisherId: publisherId[row],
      auctionType: auctionType[row],
      bidFloorMicros: bidFloorMicros[row],
      feePpm: feePpm[row],
      seed: seed[row],
      unit: unit[row],
      impression: valuesAt(this.#impression, row),
      bids: this.#readBids(row),
      timeMs: this.#moments[row] as number | undefined,
    };
    return { parsed, decided: this.#readDecided(row, parsed) };
  }

  #readBids(row: number): readonly Bid[] {
    const ids = this.#ids;
    const firstId = ids === undefined ? 0 : ids.starts[row]!;
    const { items: prices, starts, lengths } = this.#prices;
    const { items: members, isValid } = this.#members;
    const firstPrice = starts[row]!;
    const firstMember = this.#members.starts[row]!;
    const count = lengths[row]!;
    const bids = this.#lists.take(count);
    for (let place = 0; place < count; place++) {
      const bid = bids[place]!;
      const hasMember = isValid === undefined || isValid(firstMember + place);
      bid.id = ids === undefined ? '' : (ids.values[firstId + place] as string);
      bid.memberId = hasMember ? members[firstMember + place]! : null;
      bid.grossMicros = prices[firstPrice + place]!;
    }
    for (const { engine, starts: firsts, lengths: counts, values } of this.#bids) {
      const first = firsts[row]!;
      const known = counts[row]!;
      for (let place = 0; place < count; place++) {
        Reflect.set(bids[place]!, engine, place < known ? values[first + place] : undefined);
      }
    }
    return bids;
  }

  #readDecided(row: number, { seed, timeMs, feePpm }: ParsedAuction): Decided | undefined {
    if (this.#decided === undefined) return undefined;
    const [revision, winner, clearingMicros, answerCrc32, share, id, arm] = this.#decided.map((values) => values[row]);
    if (revision === undefined) return undefined;
    const decided = {
      revision: revision as string,
      seed: seed!,
      timeMs: timeMs!,
      feePpm: feePpm!,
      winner: (winner ?? null) as string | null,
      clearingMicros: clearingMicros as number,
      answerCrc32: answerCrc32 as number,
      share: (share ?? null) as number | null,
    };
    return id === undefined ? decided : { ...decided, experiment: { id: id as number, arm: arm as 'C' | 'T' } };
  }

  /** The values by row; for a list, an array per row. */
  #values(of: ReadColumn | undefined): unknown[] {
    if (of === undefined) return [];
    const vector = this.#chunk.getColumnVector(of.at);
    if (!of.isList) {
      const values = valuesOf(vector, of);
      for (let piece = 1; piece < of.pieces; piece++) appendTexts(values, this.#chunk.getColumnVector(of.at + piece));
      return values;
    }
    const { starts, lengths, values } = this.#listsOf(of);
    return Array.from(starts, (start, row) => (start < 0 ? undefined : values.slice(start, start + lengths[row]!)));
  }

  #listsOf(of: ReadColumn): Lists {
    return listsOf(this.#chunk.getColumnVector(of.at) as DuckDBListVector, of);
  }

  #numbers(of: ReadColumn | undefined): NumberLists {
    if (of === undefined) return noNumbers;
    return numberListsOf(this.#chunk.getColumnVector(of.at) as DuckDBListVector);
  }
}

const noNumbers: NumberLists = {
  starts: new Int32Array(0),
  lengths: new Int32Array(0),
  items: new Float64Array(0),
  isValid: undefined,
};

function valuesAt(attributes: readonly Attribute[], row: number): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const { engine, values } of attributes) filled[engine] = values[row];
  return filled;
}

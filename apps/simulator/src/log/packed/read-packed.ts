import type { Decided, ParsedAuction } from '@auction-tiers/auction-codec';
import type { DuckDBDataChunk, DuckDBListVector, DuckDBVector } from '@duckdb/node-api';
import type { Bid } from '@auction-tiers/tier-engine';
import { exitCode, Failure, messageOf } from '../../cli/failure.ts';
import { literalPattern, openDuckDb, quoteText } from '../file/duck.ts';
import type { ColumnKind, UsedColumn } from '../file/packed-metadata.ts';
import type { PackedSource } from '../file/source.ts';
import type { PackedAuction } from './shape.ts';

/** A row of a packed log. */
export interface PackedRow {
  readonly file: string;
  readonly line: number;
  /** Its line, where its columns do not tell it. */
  readonly text: Buffer | undefined;
  /** From 1, where its line has several. */
  readonly impression: number | undefined;
  readonly shape: string | null;
  readonly auction: PackedAuction | undefined;
}

/** Of a packed log, from one row to another that is not among them. */
interface Rows {
  readonly start: number;
  readonly end: number;
}

const readingMemory = '256MB';

/** The rows of a packed log, some at a time. */
export async function* readPackedRows(source: PackedSource, rows: Rows): AsyncGenerator<RowReader, void, undefined> {
  const { connection, close } = await openDuckDb({ memory: readingMemory, threads: 1 });
  try {
    const { sql, types, columns } = toQuery(source, rows);
    for (const type of types) await connection.run(type);
    const result = await connection.stream(sql);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      yield new RowReader(columns, chunk);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    const [reason = ''] = messageOf(error).split('\n');
    throw new Failure(exitCode.found, `${source.file} cannot be read as a packed log: ${reason}.`, error);
  } finally {
    close();
  }
}

const decidedColumns = [
  'decided_revision',
  'decided_winner',
  'CAST(decided_clearing_price_micros AS DOUBLE)',
  'CAST(decided_answer_crc32 AS DOUBLE)',
  'decided_share',
  'CAST(decided_experiment_id AS DOUBLE)',
  'decided_arm',
];

/** A query for rows, and where its columns are. Texts of which there are few are read as enumerations, each made once. */
function toQuery(
  { file, metadata }: PackedSource,
  { start, end }: Rows,
): { readonly sql: string; readonly types: readonly string[]; readonly columns: ReadColumns } {
  const { files, columns, shapes, hasDecided, hasLines, rows: all } = metadata;
  const types: string[] = [];
  const enumOf = (texts: readonly string[]) => {
    if (texts.length === 0) return 'VARCHAR';
    const type = `texts_${types.length}`;
    types.push(`CREATE TYPE ${type} AS ENUM (${texts.map(quoteText).join(', ')})`);
    return type;
  };
  const selected: string[] = [];
  const select = (...expressions: readonly string[]) => selected.push(...expressions) - expressions.length;
  const read = columns.map((column) => {
    const { engine, kind, isList, of } = column;
    return { of, engine, kind, isList, read: engine === 'keyValues' ? readKeyValues : readers[kind], column };
  });
  select(`CAST(file AS ${enumOf([...new Set(files.map((one) => one.file))])})`, 'line_number');
  const line = hasLines ? select('line', 'impression_number') : undefined;
  const shape = select(shapes === undefined ? 'shape' : `CAST(shape AS ${enumOf(shapes)})`);
  const decided = hasDecided ? select(...decidedColumns) : undefined;
  const placed = read.map(({ column, ...rest }) => ({ ...rest, at: select(...castOf(column, enumOf)) }));
  const bids = placed.filter(({ of }) => of === 'bid');
  // Where no bid has the column, every list of it is empty.
  const usual = (name: string) => bids.find(({ engine }) => engine === name)?.at ?? select('CAST([] AS DOUBLE[])');
  const readColumns: ReadColumns = {
    line,
    shape,
    decided,
    auction: placed.filter(({ of }) => of === 'auction'),
    impression: placed.filter(({ of }) => of === 'impression'),
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

/** How a column is read: numbers as doubles, which hold all of ours; a list with its length, which tells none from an empty one. */
function castOf(
  { name, of, kind, isList, texts }: UsedColumn,
  enumOf: (texts: readonly string[]) => string,
): readonly string[] {
  if (kind === 'moment') return [`CAST(epoch_ms("${name}") AS DOUBLE)`];
  const cast = kind === 'number' ? 'DOUBLE' : texts === undefined ? 'VARCHAR' : enumOf(texts);
  if (!isList) return [`CAST("${name}" AS ${cast})`];
  const values = `coalesce(CAST("${name}" AS ${cast}[]), CAST([] AS ${cast}[]))`;
  return of === 'bid' ? [values] : [values, `len("${name}")`];
}

interface ReadColumn {
  readonly engine: string;
  readonly at: number;
  readonly isList: boolean;
  readonly read: (value: unknown) => unknown;
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

/** The values are immutable, so one is enough of each text. */
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

/** The columns of a query, by what they are of. */
interface ReadColumns {
  readonly line: number | undefined;
  readonly shape: number | undefined;
  /** Of the first of those of `decidedColumns`. */
  readonly decided: number | undefined;
  readonly auction: readonly ReadColumn[];
  readonly impression: readonly ReadColumn[];
  /** Of bids, the three that every bid has. */
  readonly usual: Readonly<Record<'id' | 'memberId' | 'grossMicros', number>>;
  readonly bids: readonly ReadColumn[];
}

/** The rows of a chunk. */
export class RowReader implements Iterable<PackedRow> {
  readonly rowCount: number;
  readonly #columns: ReadColumns;
  readonly #vectors: readonly DuckDBVector[];

  constructor(columns: ReadColumns, chunk: DuckDBDataChunk) {
    this.rowCount = chunk.rowCount;
    this.#columns = columns;
    this.#vectors = Array.from({ length: chunk.columnCount }, (_, at) => chunk.getColumnVector(at));
  }

  *[Symbol.iterator](): Generator<PackedRow> {
    for (let row = 0; row < this.rowCount; row++) yield this.#row(row);
  }

  #row(row: number): PackedRow {
    const { line, shape } = this.#columns;
    const vectors = this.#vectors;
    const text = line === undefined ? null : (vectors[line]!.getItem(row) as { readonly bytes: Uint8Array } | null);
    return {
      file: vectors[0]!.getItem(row) as string,
      line: vectors[1]!.getItem(row) as number,
      impression: line === undefined ? undefined : ((vectors[line + 1]!.getItem(row) as number | null) ?? undefined),
      text: text === null ? undefined : Buffer.from(text.bytes),
      shape: shape === undefined ? null : (vectors[shape]!.getItem(row) as string | null),
      auction: text === null ? this.#readAuction(row) : undefined,
    };
  }

  #readAuction(row: number): PackedAuction {
    const { auction, impression: ofImpression, decided } = this.#columns;
    const named: Record<string, unknown> = {};
    this.#fill(named, auction, row);
    const moment: Record<string, unknown> = {};
    const impression: Record<string, unknown> = {};
    for (const column of ofImpression) {
      this.#fill(column.engine === 'timeMs' ? moment : impression, [column], row);
    }
    const parsed = {
      ...named,
      timeMs: moment['timeMs'],
      impression,
      bids: this.#readBids(row),
    } as unknown as ParsedAuction;
    return { parsed, decided: decided === undefined ? undefined : this.#decided(decided, row, parsed) };
  }

  #fill(into: Record<string, unknown>, columns: readonly ReadColumn[], row: number): void {
    for (let place = 0; place < columns.length; place++) {
      const { engine, at, isList, read } = columns[place]!;
      const vector = this.#vectors[at]!;
      if (isList) {
        into[engine] =
          this.#vectors[at + 1]!.getItem(row) === null ? undefined : listAt(vector as DuckDBListVector, row, read);
        continue;
      }
      const value = vector.getItem(row);
      into[engine] = value === null ? undefined : read === same ? value : read(value);
    }
  }

  #readBids(row: number): Bid[] {
    const { usual, bids: others } = this.#columns;
    const vectors = this.#vectors;
    const [ids, members, prices] = [vectors[usual.id], vectors[usual.memberId], vectors[usual.grossMicros]] as [
      DuckDBListVector,
      DuckDBListVector,
      DuckDBListVector,
    ];
    const count = ids.getEntryLength(row);
    const [firstId, firstMember, firstPrice] = [ids, members, prices].map((vector) => vector.getEntryOffset(row));
    const [id, member, price] = [ids.childVector, members.childVector, prices.childVector];
    const bids: Bid[] = [];
    for (let place = 0; place < count; place++) {
      bids.push({
        id: id.getItem(firstId! + place) as string,
        memberId: member.getItem(firstMember! + place) as number | null,
        grossMicros: price.getItem(firstPrice! + place) as number,
        feePpm: undefined,
        seat: undefined,
      });
    }
    for (const { engine, at, read } of others) {
      const values = listAt(vectors[at] as DuckDBListVector, row, read);
      for (const [place, value] of values.entries()) Reflect.set(bids[place]!, engine, value ?? undefined);
    }
    return bids;
  }

  #decided(first: number, row: number, { seed, timeMs, feePpm }: ParsedAuction): Decided | undefined {
    const at = (place: number) => this.#vectors[first + place]!.getItem(row);
    const revision = at(0) as string | null;
    if (revision === null) return undefined;
    const id = at(5) as number | null;
    const decided = {
      revision,
      seed: seed!,
      timeMs: timeMs!,
      feePpm: feePpm!,
      winner: at(1) as string | null,
      clearingMicros: at(2) as number,
      answerCrc32: at(3) as number,
      share: at(4) as number | null,
    };
    return id === null ? decided : { ...decided, experiment: { id, arm: at(6) as 'C' | 'T' } };
  }
}

function listAt(vector: DuckDBListVector, row: number, read: ReadColumn['read']): unknown[] {
  const offset = vector.getEntryOffset(row);
  const count = vector.getEntryLength(row);
  const { childVector } = vector;
  const values: unknown[] = [];
  for (let at = 0; at < count; at++) {
    const value = childVector.getItem(offset + at);
    values.push(value === null || read === same ? value : read(value));
  }
  return values;
}

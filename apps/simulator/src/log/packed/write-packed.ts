import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuctionReader,
  type Decided,
  type ParsedAuction,
  readRecordedLine,
  toRequest,
} from '@auction-tiers/auction-codec';
import type * as Api from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { type AuctionRequest, type TierSet, decideAuction, Decision, netTakenMicros } from '@auction-tiers/tier-engine';
import { messageOf, wrongUsage } from '../../cli/failure.ts';
import { dropPart, partOf, putPart } from '../../cli/out-file.ts';
import { createSeatBook } from '../auction/seat-book.ts';
import { openDuckDb, quoteText } from '../file/duck.ts';
import { sharesOf } from '../file/even-sources.ts';
import { BrokenFile, CutFile } from '../file/file-bytes.ts';
import {
  type Column,
  type ColumnKind,
  groupRows,
  metadataKey,
  type PackedFile,
  type PackedMetadata,
  packedVersion,
} from '../file/packed-metadata.ts';
import type { JsonSource } from '../file/source.ts';
import { forEachLine, readWholeLines } from '../file/whole-lines.ts';
import { readJsonLine } from '../json/json-line.ts';
import { defaultTimeMs } from '../json/read-json.ts';
import { auctionColumns, rowColumns, typeOf } from './column.ts';

import { shapeOf } from './shape.ts';

export interface PackOrder {
  readonly sources: readonly JsonSource[];
  readonly out: string;
  /** What reports call a file; default: its path. */
  readonly nameOf?: (file: string) => string;
  /** Tiers whose decisions stand beside the auctions, and the fee of bids that name none. Default: none. */
  readonly tiers?: { readonly tierSet: TierSet; readonly feePpm: number };
  /** Receives how many more bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

const writingMemory = '512MB';
/** Rows that are handed to DuckDB at once: its own number. */
const chunkRows = 2048;
/** A column with more different texts is read without a list of them. */
const mostTexts = 4096;

/** Writes JSON lines as Parquet, one row per auction. Gives the metadata of the file. */
export async function writePacked({
  sources,
  out,
  nameOf = (file) => file,
  tiers,
  onBytes,
}: PackOrder): Promise<PackedMetadata> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-pack-'));
  const part = partOf(out);
  const limits = { folder, memory: writingMemory, threads: 1 };
  const { connection, close } = await openDuckDb(limits, join(folder, 'log.duckdb'));
  try {
    const table = new PackedTable(await import('@duckdb/node-api'), connection, tiers);
    await table.create();
    const files: PackedFile[] = [];
    for (const source of sources) files.push(await packFile(source, nameOf(source.file), table, onBytes));
    table.end();
    const metadata = table.metadata(files);
    await connection.run(
      `COPY (SELECT * FROM log) TO ${quoteText(part)} (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, ` +
        `ROW_GROUP_SIZE ${groupRows}, KV_METADATA {${metadataKey}: ${quoteText(JSON.stringify(metadata))}})`,
    );
    putPart(part, out);
    return metadata;
  } catch (error) {
    if (!(error instanceof Error) || !/Cannot open file|IO Error/.test(error.message)) throw error;
    throw wrongUsage(`--out: ${out} cannot be written: ${messageOf(error)}.`, error);
  } finally {
    close();
    rmSync(folder, { recursive: true, force: true });
    dropPart(part, out);
  }
}

/** Reads the lines of one file into the table. */
async function packFile(
  { file, compression }: JsonSource,
  name: string,
  table: PackedTable,
  onBytes: (count: number) => void,
): Promise<PackedFile> {
  const told = {
    file: name,
    compression,
    bytes: statSync(file).size,
    recorded: compression === 'recorded zstd' ? await sharesOf(file) : [],
  };
  let line = 1;
  try {
    for await (const piece of readWholeLines(file, { compression, onBytes })) {
      forEachLine(piece, (start, end) => {
        const first = line === 1 && piece.subarray(start, start + 3).equals(byteOrderMark) ? start + 3 : start;
        table.addLine(name, line, piece, first, end);
        line++;
      });
    }
    return told;
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    return { ...told, cut: { line, problem: error.message, isOfKill: error instanceof CutFile } };
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const comma = 44;
/** No seats: the reader of the packed log names their buyers. */
const seats = createSeatBook();

type Duck = typeof Api;

/** The table of DuckDB that rows are gathered in. */
class PackedTable {
  readonly #duck: Duck;
  readonly #connection: DuckDBConnection;
  readonly #tiers: PackOrder['tiers'];
  readonly #columns = auctionColumns();
  readonly #reader = new AuctionReader();
  readonly #decision = new Decision();
  readonly #isUsed: boolean[] = this.#columns.map(() => false);
  readonly #texts: (Set<string> | undefined)[] = this.#columns.map(({ kind }) =>
    kind === 'number' || kind === 'moment' ? undefined : new Set(),
  );
  readonly #shapes = new Set<string>();
  #hasDecided = false;
  #hasLines = false;
  #rows = 0;
  #types: readonly DuckDBType[] = [];
  #appender: Awaited<ReturnType<DuckDBConnection['createAppender']>> | undefined;
  /** By column, the values of the rows that DuckDB does not have yet. */
  readonly #pending: DuckDBValue[][] = [...rowColumns, ...this.#columns].map(() => []);

  constructor(duck: Duck, connection: DuckDBConnection, tiers: PackOrder['tiers']) {
    this.#duck = duck;
    this.#connection = connection;
    this.#tiers = tiers;
  }

  async create(): Promise<void> {
    const columns = [...rowColumns, ...this.#columns.map((column) => [column.name, typeOf(column)] as const)];
    const definition = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
    await this.#connection.run(`CREATE TABLE log (${definition})`);
    const empty = await this.#connection.run('SELECT * FROM log LIMIT 0');
    this.#types = empty.columnTypes();
    this.#appender = await this.#connection.createAppender('log');
  }

  /** Adds the auctions of a line, or the line alone where it has none. */
  addLine(file: string, line: number, piece: Buffer, start: number, end: number): void {
    const bytes = piece.subarray(start, end);
    if (bytes.length === 0) return;
    const recorded = readRecordedLine(piece, start, end);
    const sent = this.#reader.readLogged(piece, recorded?.start ?? start, end);
    if (recorded !== undefined) piece[recorded.start] = comma;
    const place = { file, line };
    if (sent !== undefined) {
      const { decided } = recorded ?? {};
      const parsed = decided === undefined ? sent : withDecided(sent, decided);
      const shape = shapeOf(bytes.toString(), { parsed, decided });
      const isGivenBack = shape !== undefined && (decided === undefined || saysSame(parsed, decided));
      this.#add(place, parsed, decided, isGivenBack ? shape : undefined, isGivenBack ? undefined : bytes, undefined);
      return;
    }
    const feePpm = this.#tiers?.feePpm ?? 0;
    const read = readJsonLine(bytes.toString(), seats, {
      feePpm,
      timeMs: defaultTimeMs,
      timeField: undefined,
      seed: () => `${line}`,
    });
    const requests = read.ok ? read.requests : [];
    if (requests.length === 0) return this.#add(place, undefined, undefined, undefined, bytes, undefined);
    const several = requests.length > 1;
    for (const [at, request] of requests.entries()) {
      const decided = read.ok && read.kind === 'own' ? read.decided : undefined;
      const parsed = toParsed(request, read.ok ? read.unit : undefined);
      this.#add(place, parsed, decided, undefined, at === 0 ? bytes : undefined, several ? at + 1 : undefined);
    }
  }

  end(): void {
    this.#flush();
    this.#appender?.closeSync();
  }

  metadata(files: readonly PackedFile[]): PackedMetadata {
    const columns = this.#columns.flatMap((column, at) => {
      const texts = this.#texts[at];
      return this.#isUsed[at] ? [{ ...column, texts: texts === undefined ? undefined : [...texts] }] : [];
    });
    const shapes = this.#shapes.size > mostTexts ? undefined : [...this.#shapes];
    return {
      version: packedVersion,
      rows: this.#rows,
      files,
      columns,
      shapes,
      hasDecided: this.#hasDecided,
      hasLines: this.#hasLines,
    };
  }

  #add(
    place: { readonly file: string; readonly line: number },
    parsed: ParsedAuction | undefined,
    decided: Decided | undefined,
    shape: string | undefined,
    line: Buffer | undefined,
    impression: number | undefined,
  ): void {
    if (shape !== undefined) this.#shapes.add(shape);
    if (decided !== undefined) this.#hasDecided = true;
    if (line !== undefined) this.#hasLines = true;
    const won = parsed === undefined ? undefined : this.#win(parsed, decided);
    const row: DuckDBValue[] = [
      place.file,
      place.line,
      impression ?? null,
      shape ?? null,
      line === undefined ? null : new this.#duck.DuckDBBlobValue(new Uint8Array(line)),
      decided?.revision ?? null,
      decided?.winner ?? null,
      whole(decided?.clearingMicros),
      whole(decided?.answerCrc32),
      decided?.share ?? null,
      whole(decided?.experiment?.id),
      decided?.experiment?.arm ?? null,
      whole(won?.tierId),
      whole(won?.netMicros),
    ];
    for (const [at, value] of row.entries()) this.#pending[at]!.push(value);
    for (const [at, column] of this.#columns.entries()) {
      this.#pending[row.length + at]!.push(parsed === undefined ? null : this.#cell(column, at, parsed));
    }
    this.#rows++;
    if (this.#rows % chunkRows === 0) this.#flush();
  }

  #cell(column: Column, at: number, parsed: ParsedAuction): DuckDBValue {
    const { of, engine, isList } = column;
    if (of === 'bid') {
      const values = parsed.bids.map((bid) => Reflect.get(bid, engine) as unknown);
      // A list without a value is stored as none, so that a column that no bid has costs nothing.
      if (values.length > 0 && values.every((value) => value === undefined)) return null;
      return this.#list(column, at, values);
    }
    const holder = of === 'auction' || engine === 'timeMs' ? parsed : parsed.impression;
    const value = Reflect.get(holder, engine) as unknown;
    if (value === undefined) return null;
    return isList ? this.#list(column, at, value as readonly unknown[]) : this.#value(column.kind, at, value);
  }

  #list({ kind }: Column, at: number, values: readonly unknown[]): DuckDBValue {
    this.#isUsed[at] = true;
    return this.#duck.listValue(
      values.map((value) => (value === undefined || value === null ? null : this.#value(kind, at, value))),
    );
  }

  #value(kind: ColumnKind, at: number, value: unknown): DuckDBValue {
    this.#isUsed[at] = true;
    if (kind === 'number') return BigInt(value as number);
    if (kind === 'moment') return new this.#duck.DuckDBTimestampMillisecondsValue(BigInt(value as number));
    const text = toText(kind, value);
    const texts = this.#texts[at];
    if (texts !== undefined && texts.add(text).size > mostTexts) this.#texts[at] = undefined;
    return text;
  }

  /** The tier and the net of the bid that wins by the tiers; undefined: no tiers were given, or no bid wins. */
  #win(parsed: ParsedAuction, decided: Decided | undefined) {
    if (this.#tiers === undefined) return undefined;
    const { tierSet, feePpm } = this.#tiers;
    const usual = decided?.feePpm ?? feePpm;
    const request = toRequest(parsed, { feePpm: usual, timeMs: defaultTimeMs, seed: () => `${this.#rows}` });
    decideAuction(tierSet, request, this.#decision);
    const { winnerPlace, tierIndexes } = this.#decision;
    if (winnerPlace < 0) return undefined;
    return {
      tierId: tierSet.tiers[tierIndexes[winnerPlace]!]?.id ?? null,
      netMicros: netTakenMicros(request, this.#decision),
    };
  }

  #flush(): void {
    const rows = this.#pending[0]!.length;
    if (rows === 0) return;
    const chunk = this.#duck.DuckDBDataChunk.create(this.#types, rows);
    for (const [at, values] of this.#pending.entries()) {
      chunk.setColumnValues(at, values);
      values.length = 0;
    }
    this.#appender!.appendDataChunk(chunk);
  }
}

function toText(kind: ColumnKind, value: unknown): string {
  if (kind === 'size') {
    const { width, height } = value as { readonly width: number; readonly height: number };
    return `${width}x${height}`;
  }
  return kind === 'json' ? JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value) : (value as string);
}

/** Fills in what the service used where a recorded auction names nothing, so that columns hold it for every auction. */
function withDecided(sent: ParsedAuction, { seed, timeMs, feePpm }: Decided): ParsedAuction {
  return { ...sent, seed: sent.seed ?? seed, timeMs: sent.timeMs ?? timeMs, feePpm: sent.feePpm ?? feePpm };
}

/** Whether the service used the values that the auction names, so that one column holds both. */
function saysSame(parsed: ParsedAuction, { seed, timeMs, feePpm }: Decided): boolean {
  return parsed.seed === seed && parsed.timeMs === timeMs && parsed.feePpm === feePpm;
}

/** The auction of a line that is kept, as columns: only other programs read them. */
function toParsed(request: AuctionRequest, unit: string | undefined): ParsedAuction {
  return { ...request, ymProfileId: undefined, publisherId: undefined, unit };
}

function whole(value: number | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}

import { open } from 'node:fs/promises';
import type { RecordedAt } from '@auction-tiers/auction-codec';
import { exitCode, Failure, messageOf } from '../../cli/failure.ts';
import type { Compression } from './file-bytes.ts';
import { literalPattern, openDuckDb, quoteText } from './duck.ts';

/** The key of the metadata in a Parquet file, by which a packed log is known. */
export const metadataKey = 'auction_tiers_packed_log';
export const packedVersion = 1;
/** Rows of a row group: enough for dictionaries, few enough for memory. */
export const groupRows = 20_480;

/** A file that was packed, which reports still name. */
export interface PackedFile {
  readonly file: string;
  readonly compression: Compression;
  readonly bytes: number;
  /** The auctions by the share at which they were recorded; empty: it was not recorded by a service. */
  readonly recorded: readonly RecordedAt[];
  /** Why it could not be read to its end; undefined: it could. */
  readonly cut?: { readonly line: number; readonly problem: string; readonly isOfKill: boolean };
}

/** What the values of a column are in the engine, and so how they are written and read. */
export type ColumnKind =
  | 'text'
  /** Whole numbers: ids, CPM micros, parts per million. */
  | 'number'
  /** Milliseconds since the epoch. */
  | 'moment'
  /** `300x250`. */
  | 'size'
  /** JSON as text, for what has no type of its own: key-values, lists of lists. */
  | 'json';

/** One column of the auctions of a packed log. */
export interface Column {
  readonly name: string;
  readonly of: 'auction' | 'impression' | 'bid';
  /** What the engine calls it. */
  readonly engine: string;
  readonly kind: ColumnKind;
  /** Whether each auction has a list of values: one per bid, or of its own. */
  readonly isList: boolean;
}

/** A column that has values in the file. */
export interface UsedColumn extends Column {
  /** All texts that it has, where these are few. */
  readonly texts: readonly string[] | undefined;
}

/** The metadata of a packed log. Plain data. */
export interface PackedMetadata {
  readonly version: typeof packedVersion;
  readonly rows: number;
  readonly files: readonly PackedFile[];
  readonly columns: readonly UsedColumn[];
  readonly shapes: readonly string[] | undefined;
  readonly hasDecided: boolean;
  /** Whether some rows keep their lines. */
  readonly hasLines: boolean;
}

const footerTailBytes = 8;

/** Reads the metadata of a packed log; undefined: the Parquet file is no packed log. */
export async function readMetadata(file: string): Promise<PackedMetadata | undefined> {
  if (!(await hasKey(file))) return undefined;
  const { connection, close } = await openDuckDb({ memory: '128MB', threads: 1 });
  let text: string;
  try {
    const from = `parquet_kv_metadata(${quoteText(literalPattern(file))})`;
    const found = await connection.runAndReadAll(
      `SELECT decode(value) FROM ${from} WHERE decode(key) = ${quoteText(metadataKey)}`,
    );
    text = String(found.getRows()[0]?.[0]);
  } finally {
    close();
  }
  try {
    const metadata = JSON.parse(text) as Omit<PackedMetadata, 'version'> & { readonly version: number };
    const { version } = metadata;
    if (version === packedVersion) return { ...metadata, version };
    throw new TypeError(`has version ${version}, allowed: ${packedVersion}`);
  } catch (error) {
    throw new Failure(exitCode.found, `${file} is a packed log that ${messageOf(error)}; pack the log again.`, error);
  }
}

/** Looks at the end of the file, so that a feed need not start DuckDB for it. */
async function hasKey(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size < footerTailBytes) return false;
    const tail = Buffer.alloc(footerTailBytes);
    await handle.read(tail, 0, footerTailBytes, size - footerTailBytes);
    const length = Math.min(tail.readUInt32LE(0), size - footerTailBytes);
    const footer = Buffer.alloc(length);
    await handle.read(footer, 0, length, size - footerTailBytes - length);
    return footer.includes(metadataKey);
  } finally {
    await handle.close();
  }
}

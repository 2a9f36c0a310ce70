import { existsSync, globSync, statSync } from 'node:fs';
import { wrongUsage } from '../../cli/failure.ts';
import type { Compression } from './file-bytes.ts';
import { BrokenFile, compressionOf, readBytes, readFirstBytes } from './file-bytes.ts';
import type { ColumnNames, FeedColumn } from './feed-columns.ts';
import { describeColumn, findPlaces, missingColumns } from './feed-columns.ts';
import type { FeedHeader } from './separated-rows.ts';
import { namesOfHeader, readFeedHeader } from './separated-rows.ts';

/** A file of a log, and its form as found from its content. */
export type LogSource = JsonSource | FeedSource;

/** JSON lines: auction bodies or OpenRTB, which may alternate. */
export interface JsonSource {
  readonly file: string;
  readonly form: 'jsonl';
  readonly compression: Compression;
  /** The share at which its recorded auctions weigh as those of the other files; undefined: all do. */
  readonly fairShare?: number;
}

/** Rows of bids. */
export type FeedSource =
  | {
      readonly file: string;
      readonly form: 'csv' | 'tsv';
      readonly compression: Compression;
      readonly header: FeedHeader;
    }
  | {
      readonly file: string;
      readonly form: 'parquet';
      readonly compression: 'none';
      readonly columns?: ColumnNames | undefined;
    };

/** The header of a feed is within so many bytes. */
const lookedAtBytes = 65_536;

/**
 * Looks at the first bytes of a file. `columns`: what a feed calls its columns. Throws a `Failure` for a file that cannot be
 * opened, or that has the header of a feed without its columns.
 */
export async function findSource(file: string, columns?: ColumnNames): Promise<LogSource> {
  const compression = await compressionOf(file);
  if (compression === 'none' && (await readFirstBytes(file, 4)).toString('latin1') === 'PAR1') {
    return { file, form: 'parquet', compression, columns };
  }
  const beginning = await readBeginning(file, compression);
  if (beginning.startsWith('PAR1')) {
    throw wrongUsage(`${file} is Parquet inside ${compression}; Parquet is compressed already: unpack it first.`);
  }
  const [firstLine = ''] = beginning.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  if (firstLine.trimStart().startsWith('{')) return { file, form: 'jsonl', compression };
  const header = readFeedHeader(firstLine, columns);
  const names = namesOfHeader(firstLine) ?? [];
  if (header === undefined && names.length === 0) return { file, form: 'jsonl', compression };
  const places =
    header?.places ??
    findPlaces(
      names.map((name) => name.toLowerCase()),
      columns,
    );
  if (header === undefined || missingColumns(places, columns).length > 0) {
    throw refuseHeader(file, names, missingColumns(places, columns), columns);
  }
  return { file, form: header.separator === '\t' ? 'tsv' : 'csv', compression, header };
}

/** `names`: the names of the columns in the header. */
export function refuseHeader(
  file: string,
  names: readonly string[],
  missing: readonly FeedColumn[],
  columns?: ColumnNames,
): Error {
  const wanted = missing.map((column) => describeColumn(column, columns)).join('; ');
  return wrongUsage(
    `${file} is a bid landscape feed without ${missing.join(', ')}. Looked for: ${wanted}. Found: ${names.join(', ')}. --columns FILE says what a log calls them.`,
  );
}

async function readBeginning(file: string, compression: Compression): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of readBytes(file, { compression })) {
      pieces.push(Buffer.from(piece));
      bytes += piece.length;
      if (bytes >= lookedAtBytes) break;
    }
  } catch (error) {
    // The reader of the whole file meets the same fault, and reports it.
    if (!(error instanceof BrokenFile)) throw error;
  }
  return Buffer.concat(pieces).toString('utf8', 0, lookedAtBytes);
}

/** The files that match a name or a pattern, sorted. Throws a `Failure` if there are none. */
export function findFiles(pattern: string): string[] {
  const found = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  const files = found.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  if (files.length === 0) throw wrongUsage(`--in: no file matches ${pattern}.`);
  return files;
}

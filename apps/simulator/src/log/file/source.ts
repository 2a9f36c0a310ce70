import { existsSync, globSync, statSync } from 'node:fs';
import { exitCode, Failure, wrongUsage } from '../../cli/failure.ts';
import type { Compression } from './file-bytes.ts';
import { BrokenFile, compressionOf, readBytes, readFirstBytes } from './file-bytes.ts';
import { bidFeed, feedProblem } from '../format/bid-feed.ts';
import { namedFormat, rowFormatOf } from '../format/formats.ts';
import type { ColumnNames, RowFormat } from '../format/row-format.ts';
import type { FeedHeader } from './separated-rows.ts';
import { namesOfHeader, readHeader, splitRow } from './separated-rows.ts';

/** A file of a log, and its form as found from its content. */
export type LogSource = JsonSource | FeedSource;

/** JSON lines: auction bodies or OpenRTB, which may alternate. */
export interface JsonSource {
  readonly file: string;
  readonly form: 'jsonl';
  readonly compression: Compression;
  /** The share at which recorded auctions are used, so that all files weigh alike; undefined: all auctions are used. */
  readonly fairShare?: number;
}

/** Rows of bids. */
export type FeedSource =
  | {
      readonly file: string;
      readonly form: 'csv' | 'tsv';
      readonly compression: Compression;
      readonly header: FeedHeader;
      readonly hasDecimalCommas: boolean;
      readonly timeZone: string;
    }
  | {
      readonly file: string;
      readonly form: 'parquet';
      readonly compression: 'none';
      readonly logForm: LogForm;
    };

/** What options say of the form of a log, beyond what its files say. Plain data: JSON carries it. */
export interface LogForm {
  /** The names of columns in a feed. Default: our own names, or usual other names. */
  readonly columns?: ColumnNames | undefined;
  /** What the files are. Default: found from their content. */
  readonly format?: string | undefined;
  /** Whether prices of rows have a comma before their decimals. */
  readonly hasDecimalCommas?: boolean | undefined;
  /** The time zone of times of Ad Manager that name none, IANA. Default: UTC. */
  readonly timeZone?: string | undefined;
}

/** The header of a feed is within so many bytes. */
const lookedAtBytes = 65_536;
/** Rows, the header included, in which decimal commas are looked for. */
const lookedAtRows = 101;

/**
 * Looks at the first bytes of a file. Throws a `Failure` for a file that cannot be opened, that has the header of a feed
 * without its columns, that has decimal commas unasked, or that is known to have winners only.
 */
export async function findSource(file: string, logForm: LogForm = {}): Promise<LogSource> {
  const { columns, format, hasDecimalCommas = false, timeZone = 'UTC' } = logForm;
  if (columns !== undefined && format !== undefined) {
    throw wrongUsage(
      `--columns and --format ${format} cannot be combined: the format says what its columns are called.`,
    );
  }
  const compression = await compressionOf(file);
  if (compression === 'none' && (await readFirstBytes(file, 4)).toString('latin1') === 'PAR1')
    return { file, form: 'parquet', compression, logForm };
  const beginning = await readBeginning(file, compression);
  if (beginning.startsWith('PAR1')) {
    throw wrongUsage(`${file} is Parquet inside ${compression}; Parquet is compressed already: unpack it first.`);
  }
  const [firstLine = '', ...rows] = beginning.replace(/^\uFEFF/, '').split(/\r?\n/, lookedAtRows);
  const asked = namedFormat(format);
  const askedHeader = asked && readHeader(firstLine, undefined, [asked]);
  if (asked !== undefined && askedHeader === undefined) throw refuseHeader(file, asked, firstLine);
  if (firstLine.trimStart().startsWith('{')) return { file, form: 'jsonl', compression };
  if (columns === undefined && isOfWinnersOnly(firstLine)) {
    throw new Failure(
      exitCode.found,
      `${file} is an iPinYou log, which has winners only: one bid of each auction, so that no tiers could change who wins; give a log with all bids.`,
    );
  }
  const header = askedHeader ?? readHeader(firstLine, columns);
  const names = namesOfHeader(firstLine) ?? [];
  if (header === undefined) {
    if (names.length === 0) return { file, form: 'jsonl', compression };
    throw wrongUsage(feedProblem(file, names, bidFeed.find(lowerCase(names), columns), columns));
  }
  if (rowFormatOf(header.layout).missing(header.places, columns).length > 0) {
    throw wrongUsage(feedProblem(file, names, header.places, columns));
  }
  if (!hasDecimalCommas) refuseDecimalCommas(file, header, rows);
  return { file, form: header.separator === '\t' ? 'tsv' : 'csv', compression, header, hasDecimalCommas, timeZone };
}

/** Rows of iPinYou's logs of impressions: with the header of the usual preparation, or as published, without one. */
function isOfWinnersOnly(line: string): boolean {
  const names = line.toLowerCase().split('\t');
  return (names.includes('bidprice') && names.includes('payprice')) || /^[\da-f]{20,40}\t\d{17}\t[\d\t]/.test(line);
}

const lowerCase = (names: readonly string[]) => names.map((name) => name.toLowerCase());

function refuseHeader(file: string, { find, missing, option }: RowFormat, line: string): Error {
  const names = namesOfHeader(line) ?? [];
  const lacks = missing(find(lowerCase(names)));
  return wrongUsage(
    `${file} is no file of ${option?.[1] ?? 'this format'}: its first line lacks ${lacks.join(', ')}. Found: ${names.join(', ') || 'no header'}.`,
  );
}

/** A price such as 2,50 is 2.5 or 250: only the sender of the log knows. */
function refuseDecimalCommas(file: string, { separator, places, layout }: FeedHeader, rows: readonly string[]): void {
  const index = places[rowFormatOf(layout).priceColumn];
  const price = rows
    .map((row) => splitRow(row, separator)?.[index!]?.trim() ?? '')
    .find((text) => /^\d+,\d+$/.test(text));
  if (price === undefined) return;
  throw wrongUsage(
    `${file} has prices such as ${price}; if the comma stands before the decimals, give --decimal-comma.`,
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

/** The files that match a name or a pattern, sorted. `option`: what gave it. Throws a `Failure` if there are none. */
export function findFiles(pattern: string, option = '--in'): string[] {
  const found = existsSync(pattern) ? [pattern] : globSync(pattern).toSorted();
  const files = found.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  if (files.length === 0) {
    const [other] = found;
    // A log is read more than once, which a pipe cannot be.
    throw wrongUsage(
      other === undefined
        ? `${option}: no file matches ${pattern}.`
        : `${option}: ${other} is no regular file, but a folder, a pipe or a device.`,
    );
  }
  return files;
}

/** Size of the file on disk. */
export const bytesOf = ({ file }: LogSource): number => statSync(file).size;

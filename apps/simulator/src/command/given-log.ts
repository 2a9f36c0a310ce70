import type { DirectoryTarget } from '../api/api-target.ts';
import { toDirectoryTarget } from '../api/api-target.ts';
import type { Buyer } from '../api/read-api.ts';
import { byName, fetchBuyers } from '../api/read-api.ts';
import type { LogOptions } from '../cli/option.ts';
import { readSettings } from '../cli/setting.ts';
import type { BrokenLine } from '../log/auction/input-report.ts';
import { createBrokenLinePrinter } from '../log/auction/reading.ts';
import { readColumnFile } from '../log/column-file.ts';
import type { ColumnNames } from '../log/file/feed-columns.ts';
import { findFiles } from '../log/file/source.ts';
import { readSeatFile } from '../log/seat-file.ts';

/** The log that options name: which files, and how to read them. */
export interface GivenLog {
  readonly files: readonly string[];
  /** Members by seat or member id of the log, from the seat file. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** The buyers of a directory, and by the key of their name. */
  readonly buyers?: readonly Buyer[];
  readonly directory?: ReadonlyMap<string, number>;
  /** Where lines of OpenRTB have their moment, as a dotted path. */
  readonly timeField?: string;
  /** What the columns of a feed are called, from the column file. */
  readonly columns?: ColumnNames;
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
}

/**
 * Finds the files that options name, and reads all but the log. `api`: whose buyers are read where options name no other.
 * Throws a `Failure` that says what is wrong.
 */
export async function findLog(
  { in: pattern, seats, buyersFrom, columns, timeField, ...options }: LogOptions,
  api?: DirectoryTarget,
): Promise<GivenLog> {
  const files = findFiles(pattern);
  const directory = buyersFrom === undefined ? api : toDirectoryTarget(buyersFrom, readSettings());
  const buyers = directory && (await fetchBuyers(directory));
  return {
    files,
    ...(seats !== undefined && { mapped: readSeatFile(seats) }),
    ...(buyers !== undefined && { buyers, directory: byName(buyers) }),
    ...(columns !== undefined && { columns: readColumnFile(columns) }),
    ...(timeField !== undefined && { timeField }),
    isStrict: options.strict ?? false,
    onBrokenLine: createBrokenLinePrinter(),
  };
}

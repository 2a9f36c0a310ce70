import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issuesOf } from '@auction-tiers/contract';
import { currencyRates } from '@auction-tiers/contract/tier-set';
import type { ApiTarget, DirectoryTarget } from '../api/api-target.ts';
import { toDirectoryTarget } from '../api/api-target.ts';
import type { Buyer } from '../api/read-api.ts';
import { byName, fetchBuyers } from '../api/read-api.ts';
import type { RecordedFile } from '../api/read-recorded.ts';
import { fetchRecorded } from '../api/read-recorded.ts';
import type { RecordedHours } from '../cli/hours.ts';
import type { LogOptions } from '../cli/option.ts';
import { listIssues, wrongUsage } from '../cli/failure.ts';
import { readSettings } from '../cli/setting.ts';
import type { BrokenLine } from '../log/auction/input-report.ts';
import { createBrokenLinePrinter, type CurrencyRates } from '../log/auction/reading.ts';
import { toLogForm } from '../log/column-file.ts';
import { fetchPlaced, findPlaced, isPlaced, type PlacedFile } from '../log/file/placed-log.ts';
import { findFiles, type LogForm } from '../log/file/source.ts';
import { readSeatFile } from '../log/seat-file.ts';

/** The log that options name: which files, and how to read them. */
export interface GivenLog {
  readonly files: readonly string[];
  /** Where the files were downloaded to, and the name for it in reports. */
  readonly recorded?: RecordedFile;
  /** Recorded auctions in a shared place, which workers read from there. */
  readonly placed?: readonly PlacedFile[];
  /** Members by seat or member id of the log, from the seat file. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** The buyers of a directory; `directory` has their ids by the key of their name. */
  readonly buyers?: readonly Buyer[];
  readonly directory?: ReadonlyMap<string, number>;
  /** Dotted path of the time in lines of OpenRTB. */
  readonly timeField?: string;
  readonly logForm: LogForm;
  /** Rates of currencies other than the seller's. */
  readonly rates?: CurrencyRates;
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
}

/**
 * Finds the files of the log, and reads the other files that options name. `api`: the API whose buyers are read unless
 * `--buyers-from` names another. `source`: the service that has recorded the auctions, where options name recorded
 * auctions. Throws a `Failure` that says what is wrong.
 */
export async function findLog(
  {
    in: pattern,
    recorded: hours,
    seats,
    buyersFrom,
    timeField,
    currencyRates: rates,
    option,
    ...options
  }: LogOptions & {
    readonly distributed?: boolean;
    /** What gave `in`. Default: `--in`. */
    readonly option?: string;
  },
  api?: DirectoryTarget,
  source?: ApiTarget,
): Promise<GivenLog> {
  if ((pattern === undefined) === (hours === undefined)) {
    throw wrongUsage('A log is missing, or named twice; give --in FILES or --recorded FROM..TO with --api URL.');
  }
  if (hours !== undefined && source === undefined) {
    throw wrongUsage('--recorded needs --api URL and --ym-profile ID: the service that has recorded the auctions.');
  }
  const directory = buyersFrom === undefined ? api : toDirectoryTarget(buyersFrom, readSettings());
  const buyers = directory && (await fetchBuyers(directory));
  return {
    ...(await findContent({ pattern, option }, options.distributed === true, hours && source && { source, hours })),
    ...(seats !== undefined && { mapped: readSeatFile(seats) }),
    ...(buyers !== undefined && { buyers, directory: byName(buyers) }),
    logForm: toLogForm(options),
    ...(rates !== undefined && { rates: parseRates(rates) }),
    ...(timeField !== undefined && { timeField }),
    isStrict: options.strict ?? false,
    onBrokenLine: createBrokenLinePrinter(),
  };
}

function parseRates(text: string): CurrencyRates {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below.
  }
  const rates = currencyRates().safeParse(value);
  if (rates.success) return rates.data;
  const issues = issuesOf(rates.error);
  throw wrongUsage(
    issues.some(({ path }) => path === '')
      ? `--currency-rates: ${text} is refused, allowed: JSON with rates as text by currency, such as {"USD":"0.92"}.`
      : `--currency-rates: ${listIssues(issues)}.`,
  );
}

/** The files of a log: on this disk, downloaded from a service or a shared place, or left in that place for workers. */
async function findContent(
  { pattern, option }: { readonly pattern: string | undefined; readonly option: string | undefined },
  isDistributed = false,
  asked?: { readonly source: ApiTarget; readonly hours: RecordedHours },
): Promise<Pick<GivenLog, 'files' | 'recorded' | 'placed'>> {
  if (asked !== undefined) {
    const recorded = await fetchRecorded(asked.source, asked.hours);
    return { files: [recorded.path], recorded };
  }
  if (pattern === undefined) return { files: [] };
  if (!isPlaced(pattern)) return { files: findFiles(pattern, option) };
  const { access = {} } = readSettings();
  const placed = await findPlaced(pattern, access, option);
  if (isDistributed) return { files: [], placed };
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-log-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files: string[] = [];
  for (const file of placed) files.push(await fetchPlaced(file, access, folder));
  return { files, recorded: { path: folder, name: placed[0]!.base } };
}

/** A report with the name of recorded auctions in place of the file that they were downloaded to. */
export function withNames<Report>(report: Report, recorded: RecordedFile | undefined): Report {
  if (recorded === undefined) return report;
  const rename = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(recorded.path, () => recorded.name) : value;
  return JSON.parse(JSON.stringify(report, rename)) as Report;
}

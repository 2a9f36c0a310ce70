import type { RecordedHours } from './hours.ts';
import { parseHours } from './hours.ts';
import { isTimezone } from '@auction-tiers/calendar';
import { parseFee } from '@auction-tiers/tier-engine';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { rowFormats } from '../log/format/formats.ts';

// Options that several commands have. A value that is refused throws commander's error, which says what is allowed.

/** Enough for any phrase: only its hash is used. */
export const longestSeed = 48;
const mostWorkers = 256;

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = toWholeNumber(text, least, most);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Allowed is a whole number from ${least} to ${most}.`);
  };
}

/** The id of an object of a service. */
export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export function seedText(text: string): string {
  if (text.length >= 1 && text.length <= longestSeed) return text;
  throw new InvalidArgumentError(`Allowed is a text of 1 to ${longestSeed} characters.`);
}

/** Which log a command reads, and how. */
export interface LogOptions {
  readonly in?: string;
  /** Hours of auctions that the API has recorded, in place of files. */
  readonly recorded?: RecordedHours;
  /** Already parts per million. */
  readonly fee?: number;
  readonly seats?: string;
  readonly buyersFrom?: string;
  /** JSON. */
  readonly currencyRates?: string;
  readonly workers?: number | 'auto';
  readonly columns?: string;
  readonly format?: string;
  readonly decimalComma?: boolean;
  /** IANA. */
  readonly timezone?: string;
  readonly timeField?: string;
  readonly strict?: boolean;
}

const files =
  "log files, by name or pattern, also s3://bucket/prefix/pattern: bodies of POST /auction as JSON lines, OpenRTB, a bid landscape feed, or Ad Manager's bids";

/** Adds `--in`. */
export function addLog(command: Command): Command {
  return command.requiredOption('--in <glob>', files);
}

/** Adds `--in`, and recorded auctions in its place. */
export function addLogOrRecorded(command: Command): Command {
  return command
    .option('--in <glob>', files)
    .option(
      '--recorded <from..to>',
      'in place of --in, the auctions that --api has recorded of --ym-profile in these hours or days, UTC',
      recordedHours,
    );
}

function recordedHours(text: string): RecordedHours {
  const hours = parseHours(text);
  if (hours !== undefined) return hours;
  throw new InvalidArgumentError(
    'Allowed are two hours or days with two dots between them, such as 2026-11-20T08..2026-11-21; the second is not included.',
  );
}

function addSeats(command: Command): Command {
  return command.option('--seats <file>', 'buyer of each seat in the log: JSON {"seat": id} or CSV seat,member_id');
}

function addStrict(command: Command): Command {
  return command.option('--strict', 'stop at the first broken line');
}

const formatOptions = rowFormats.flatMap(({ option }) => (option === null ? [] : [option]));

/** Adds the options that say how logs of other makers name and write what is read. */
function addLogForm(command: Command): Command {
  return command
    .option('--columns <file>', 'what a CSV, TSV or Parquet log calls our columns: JSON {"our column": "its name"}')
    .addOption(
      new Option(
        '--format <name>',
        `what the files must be; ${formatOptions.map(([name, words]) => `${name}: ${words}`).join('; ')}`,
      ).choices(formatOptions.map(([name]) => name)),
    )
    .option('--decimal-comma', 'prices in rows have a comma before their decimals')
    .option(
      '--timezone <zone>',
      "time zone of days and hours, such as Europe/Berlin (default: the seller's, or UTC), and of Ad Manager's times without microseconds (default: UTC)",
      timeZone,
    )
    .option(
      '--time-field <path>',
      'where OpenRTB lines have their time (default: time), such as bid_request.ext.ts',
      path,
    );
}

/** Adds all of `LogOptions` but `--in` and `--workers`. `usualFee`: the fee where `--fee` is left out, in words. */
export function addLogReading(command: Command, usualFee: string): Command {
  command.option(
    '--fee <percent>',
    `fee for bids that name none, if the seller's is not known (default: ${usualFee})`,
    feePpm,
  );
  addSeats(command)
    .option('--buyers-from <url>', 'a running API; a seat that is the name of one of its buyers is that buyer')
    .option(
      '--currency-rates <json>',
      'rates into the currency of the tiers, for OpenRTB in others, such as {"USD":"0.92"} (default: those of --api)',
    );
  return addStrict(addLogForm(command));
}

export function addWorkers(command: Command): Command {
  return command.option('--workers <n>', 'number of threads to use, or auto: one per core', workerCount);
}

/** Adds the measured answer of buyers: an experiment, or a file. */
export function addResponse(command: Command): Command {
  return command.option(
    '--response <experiment|file>',
    'reckon with the answer of buyers that an experiment measured: its id, with --api, or a file with what GET /experiment/result answers',
  );
}

/** Adds the files that reports are written to. `sameness`: when `--out` has the same bytes, in words. */
export function addReportFiles(command: Command, sameness: string): Command {
  return command
    .option('--out <file>', `write the report as JSON; ${sameness}`)
    .option('--html <file>', 'write the report as one self-contained HTML page');
}

function path(text: string): string {
  if (/^[^.]+(?:\.[^.]+)*$/.test(text)) return text;
  throw new InvalidArgumentError('Allowed are names with dots between them, such as bid_request.ext.ts.');
}

/** A fee in per cent, as parts per million. */
export function feePpm(text: string): number {
  const fee = parseFee(text);
  if (fee.ok) return fee.feePpm;
  throw new InvalidArgumentError(fee.problem);
}

function workerCount(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const count = toWholeNumber(text, 1, mostWorkers);
  if (count !== undefined) return count;
  throw new InvalidArgumentError(`Allowed is a whole number from 1 to ${mostWorkers}, or auto.`);
}

function toWholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

/** An IANA name. */
export function timeZone(text: string): string {
  if (isTimezone(text)) return text;
  throw new InvalidArgumentError('Allowed is an IANA time zone, such as America/New_York.');
}

import { statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ExitCode } from '../failure.ts';
import { exitCode, messageOf, wrongUsage } from '../failure.ts';
import { compareHtml } from '../html/compare-html.ts';
import { writeHtml } from '../html/write-html.ts';
import { fetchBuyers } from '../log/api-buyers.ts';
import { createBrokenLineTeller } from '../log/broken-line-teller.ts';
import { findFiles } from '../log/find-files.ts';
import { readSeatFile } from '../log/seat-file.ts';
import { createProgress } from '../progress.ts';
import { toApiTarget, toDirectoryTarget } from '../replay/api-target.ts';
import { readSettings } from '../setting.ts';
import type { LoadedTierSet } from '../tier-set-file.ts';
import { loadTierSet } from '../tier-set-file.ts';
import { compareOnThreads } from './compare-on-threads.ts';
import type { CompareReport } from './compare-report.ts';
import { compare } from './compare.ts';
import { fetchTierSet } from './fetch-tier-set.ts';
import type { OpenOrder } from './open-log.ts';
import { openLog } from './open-log.ts';
import { printCompare } from './print-compare.ts';

const bytesPerMegabyte = 1_000_000;

export interface CompareOptions {
  readonly in: string;
  readonly current?: string;
  readonly draft: string;
  readonly api?: string;
  readonly ymProfile?: number;
  /** Already parts per million. */
  readonly fee?: number;
  readonly seats?: string;
  readonly buyersFrom?: string;
  readonly strict?: boolean;
  readonly workers?: number | 'auto';
  readonly seed: string;
  readonly elasticity: number;
  readonly out?: string;
  readonly html?: string;
}

export async function runCompare(options: CompareOptions): Promise<ExitCode> {
  const { out, html } = options;
  const files = findFiles(options.in);
  const draft = loadTierSet(options.draft, '--draft');
  const current = await loadCurrent(options);
  const report = await run(options, {
    files,
    current,
    draft,
    feePpm: options.fee ?? 0,
    ...(options.seats === undefined ? {} : { mapped: readSeatFile(options.seats) }),
    ...(options.buyersFrom === undefined
      ? {}
      : { directory: await fetchBuyers(toDirectoryTarget(options.buyersFrom, readSettings())) }),
  });
  process.stdout.write(printCompare(report));
  if (out !== undefined) write('--out', out, `${JSON.stringify(report, null, 2)}\n`);
  if (html !== undefined) writeHtml(html, compareHtml(report));
  return exitCode.done;
}

async function run(
  { seed, elasticity, strict: isStrict = false, workers = 1 }: CompareOptions,
  open: OpenOrder,
): Promise<CompareReport> {
  const bytes = open.files.reduce((sum, file) => sum + statSync(file).size, 0);
  const progress = createProgress({ total: bytes / bytesPerMegabyte, unit: 'MB' });
  const onProgress = (doneBytes: number) => progress.update(doneBytes / bytesPerMegabyte);
  const reading = { ...open, isStrict, onBrokenLine: createBrokenLineTeller() };
  const order = { current: open.current, draft: open.draft, seed, elasticity, onProgress };
  const threadCount = workers === 'auto' ? availableParallelism() : workers;
  try {
    if (threadCount > 1) return await compareOnThreads({ ...reading, ...order, threadCount });
    return await compare({ ...order, log: await openLog(reading) });
  } finally {
    progress.finish();
  }
}

/** A file, or what a running API has now. */
async function loadCurrent({ current, api, ymProfile }: CompareOptions): Promise<LoadedTierSet> {
  if (current !== undefined && api !== undefined) {
    throw wrongUsage('--current and --api both name the current tiers: one of them is enough.');
  }
  if (api === undefined && ymProfile !== undefined) {
    throw wrongUsage('--ym-profile needs --api URL: it is one of the API.');
  }
  if (current !== undefined) return loadTierSet(current, '--current');
  if (api === undefined) throw wrongUsage('--current FILE is missing, or --api URL with --ym-profile ID in its place.');
  // One read is no load: the API may be anywhere.
  const ownsTarget = true;
  return fetchTierSet(toApiTarget(api, ymProfile, ownsTarget, readSettings()));
}

function write(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw wrongUsage(`${option}: ${file} cannot be written: ${messageOf(error)}.`, error);
  }
}

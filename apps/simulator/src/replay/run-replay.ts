import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { demoFeePct } from '@auction-tiers/contract/demo';
import { parseFee } from '@auction-tiers/tier-engine';
import type { ExitCode } from '../failure.ts';
import { exitCode, messageOf, wrongUsage } from '../failure.ts';
import { replayHtml } from '../html/replay-html.ts';
import { writeHtml } from '../html/write-html.ts';
import { fetchBuyers } from '../log/api-buyers.ts';
import { createBrokenLineTeller } from '../log/broken-line-teller.ts';
import { findFiles } from '../log/find-files.ts';
import { readSeatFile } from '../log/seat-file.ts';
import { printReport } from '../report/print-report.ts';
import type { ReplayReport } from '../report/replay-report.ts';
import { readSettings } from '../setting.ts';
import { loadDemoTierSet, loadTierSet } from '../tier-set-file.ts';
import { toApiTarget, toDirectoryTarget } from './api-target.ts';
import { replay } from './replay.ts';

export interface ReplayOptions {
  readonly in: string;
  readonly tiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  /** Already parts per million. */
  readonly fee?: number;
  readonly seats?: string;
  readonly buyersFrom?: string;
  readonly workers?: number | 'auto';
  readonly distributed?: boolean;
  readonly strict?: boolean;
  readonly out?: string;
  readonly html?: string;
  readonly timing?: string;
  readonly iOwnThisTarget?: boolean;
}

export async function runReplay(options: ReplayOptions): Promise<ExitCode> {
  const { api, tiers, ymProfile, seats, buyersFrom, iOwnThisTarget = false } = options;
  if (api === undefined && ymProfile !== undefined)
    throw wrongUsage('--ym-profile needs --api URL: it is one of the API.');
  refuseTogether(options);
  const isDemo = tiers === undefined && api === undefined;
  const { report, timing } = await replay({
    files: findFiles(options.in),
    loaded: isDemo ? loadDemoTierSet() : tiers === undefined ? undefined : loadTierSet(tiers),
    target: api === undefined ? undefined : toApiTarget(api, ymProfile, iOwnThisTarget, readSettings()),
    feePpm: options.fee ?? (isDemo ? demoFeePpm() : 0),
    ...(seats === undefined ? {} : { mapped: readSeatFile(seats) }),
    ...(buyersFrom === undefined
      ? {}
      : { directory: await fetchBuyers(toDirectoryTarget(buyersFrom, readSettings())) }),
    isStrict: options.strict ?? false,
    onBrokenLine: createBrokenLineTeller(),
    workers: options.workers === 'auto' ? availableParallelism() : (options.workers ?? 1),
    ...(options.distributed === true && {
      distributed: {
        redisUrl: readSettings().redisUrl,
        onNotice: (line: string) => process.stderr.write(`${line}\n`),
      },
    }),
  });
  process.stdout.write(printReport(report, timing));
  if (options.out !== undefined) writeJson('--out', options.out, report);
  if (options.html !== undefined) writeHtml(options.html, replayHtml(report));
  if (options.timing !== undefined) writeJson('--timing', options.timing, timing);
  return isFlawless(report) ? exitCode.done : exitCode.found;
}

/** An API is one place to send to, and threads are no machines. */
function refuseTogether({ api, workers, distributed }: ReplayOptions): void {
  const given = [api && '--api', workers && '--workers', distributed && '--distributed'].filter(Boolean);
  if (given.length > 1) throw wrongUsage(`${given.join(' and ')} do not go together: each says where to replay.`);
}

/** The fee of the demo's seller. */
function demoFeePpm(): number {
  const fee = parseFee(demoFeePct);
  return fee.ok ? fee.feePpm : 0;
}

/** A broken line is told and counted; what the API lost or decided otherwise is a finding. */
function isFlawless({ api }: ReplayReport): boolean {
  return api === null || (api.lost === 0 && (api.different ?? 0) === 0);
}

function writeJson(option: string, file: string, value: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  } catch (error) {
    throw wrongUsage(`${option}: ${file} cannot be written: ${messageOf(error)}.`, error);
  }
}

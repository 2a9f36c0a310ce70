import { writeFileSync } from 'node:fs';
import { demoFeePct } from '@auction-tiers/contract/demo';
import { parseFee } from '@auction-tiers/tier-engine';
import type { ExitCode } from '../failure.ts';
import { exitCode, messageOf, wrongUsage } from '../failure.ts';
import { createBrokenLineTeller } from '../log/broken-line-teller.ts';
import { findFiles } from '../log/find-files.ts';
import { readSeatFile } from '../log/seat-file.ts';
import { printReport } from '../report/print-report.ts';
import type { Report } from '../report/report.ts';
import { readSettings } from '../setting.ts';
import { loadDemoTierSet, loadTierSet } from '../tier-set-file.ts';
import { toApiTarget } from './api-target.ts';
import { replay } from './replay.ts';

export interface ReplayOptions {
  readonly in: string;
  readonly tiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  /** Already parts per million. */
  readonly fee?: number;
  readonly seats?: string;
  readonly strict?: boolean;
  readonly out?: string;
  readonly iOwnThisTarget?: boolean;
}

export async function runReplay(options: ReplayOptions): Promise<ExitCode> {
  const { api, tiers, ymProfile, iOwnThisTarget = false } = options;
  if (api === undefined && ymProfile !== undefined)
    throw wrongUsage('--ym-profile needs --api URL: it is one of the API.');
  const isDemo = tiers === undefined && api === undefined;
  const report = await replay({
    files: findFiles(options.in),
    loaded: isDemo ? loadDemoTierSet() : tiers === undefined ? undefined : loadTierSet(tiers),
    target: api === undefined ? undefined : toApiTarget(api, ymProfile, iOwnThisTarget, readSettings()),
    feePpm: options.fee ?? (isDemo ? demoFeePpm() : 0),
    ...(options.seats === undefined ? {} : { mapped: readSeatFile(options.seats) }),
    isStrict: options.strict ?? false,
    onBrokenLine: createBrokenLineTeller(),
  });
  process.stdout.write(printReport(report));
  if (options.out !== undefined) writeReport(report, options.out);
  return isFlawless(report) ? exitCode.done : exitCode.found;
}

/** The fee of the demo's seller. */
function demoFeePpm(): number {
  const fee = parseFee(demoFeePct);
  return fee.ok ? fee.feePpm : 0;
}

/** A broken line is told and counted; what the API lost or decided otherwise is a finding. */
function isFlawless({ api }: Report): boolean {
  return api === null || (api.lost === 0 && (api.different ?? 0) === 0);
}

function writeReport(report: Report, file: string): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (error) {
    throw wrongUsage(`--out: ${file} cannot be written: ${messageOf(error)}.`, error);
  }
}

import { demoFeePct } from '@auction-tiers/contract/demo';
import { parseFee } from '@auction-tiers/tier-engine';
import { toApiTarget } from '../api/api-target.ts';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { say, withByteProgress } from '../cli/terminal.ts';
import { printReport } from '../print/replay.ts';
import { withHistogram } from '../replay/timing.ts';
import type { ReplayOrder } from '../run/replay.ts';
import { replay } from '../run/replay.ts';
import type { RunParts } from '../run/run-log.ts';
import type { PartThreads } from '../run/threads.ts';
import type { ReplayReport } from '../schema/replay-report.ts';
import { loadDemoTierSet, loadTierSet } from '../tier-set/tier-set-file.ts';
import { findLog } from './given-log.ts';

export interface ReplayOptions extends LogOptions {
  readonly tiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  readonly distributed?: boolean;
  readonly out?: string;
  readonly html?: string;
  readonly timing?: string;
  readonly iOwnThisTarget?: boolean;
}

/** `threads`: the other threads that `--workers` asks for; undefined: none. */
export async function runReplay(options: ReplayOptions, threads?: PartThreads): Promise<ExitCode> {
  const { api, tiers, ymProfile, out, html, timing: timingOut, iOwnThisTarget = false } = options;
  if (api === undefined && ymProfile !== undefined)
    throw wrongUsage('--ym-profile needs --api URL: the API that has the ym-profile.');
  refuseTogether(options);
  const isDemo = tiers === undefined && api === undefined;
  const log = await findLog(options);
  const readFiles = [...log.files, tiers, options.seats].filter((file) => file !== undefined);
  checkOutFiles({ '--out': out, '--html': html, '--timing': timingOut }, readFiles);
  const order: Omit<ReplayOrder, 'onProgress'> = {
    ...log,
    threads,
    loaded: isDemo ? loadDemoTierSet() : tiers === undefined ? undefined : loadTierSet(tiers),
    target: api === undefined ? undefined : toApiTarget(api, ymProfile, iOwnThisTarget, readSettings()),
    feePpm: options.fee ?? (isDemo ? demoFeePpm() : 0),
    ...(options.distributed === true && { distribute: await loadDistribute() }),
  };
  const { report, timing, latency } = await withByteProgress((onProgress) => replay({ ...order, onProgress }));
  say(printReport(report, timing));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) {
    // Loaded only here: most replays print their report and no page.
    const { replayHtml } = await import('../html/page/replay-html.ts');
    writeOutFile('--html', html, replayHtml(report));
  }
  if (timingOut !== undefined) writeJson('--timing', timingOut, await withHistogram(timing, latency));
  return isFlawless(report) ? exitCode.done : exitCode.found;
}

/** Loaded only here: other replays need no Redis. */
async function loadDistribute(): Promise<RunParts> {
  const { distributeReplay } = await import('../job/distribute-replay.ts');
  return distributeReplay({
    redisUrl: readSettings().redisUrl,
    onNotice: (line) => process.stderr.write(`${line}\n`),
  });
}

/** An API, threads and machines are three places to run auctions, and a replay uses one of them. */
function refuseTogether({ api, workers, distributed }: ReplayOptions): void {
  const given = [api && '--api', workers && '--workers', distributed && '--distributed'].filter(Boolean);
  if (given.length > 1)
    throw wrongUsage(`${given.join(' and ')} cannot be combined: each says where to replay; give one of them.`);
}

/** The fee of the seller of the demo. */
function demoFeePpm(): number {
  const fee = parseFee(demoFeePct);
  return fee.ok ? fee.feePpm : 0;
}

/** Broken lines are reported and counted only; an auction that the API lost or decided differently is a finding. */
function isFlawless({ api }: ReplayReport): boolean {
  return api === null || (api.lost === 0 && (api.different ?? 0) === 0);
}

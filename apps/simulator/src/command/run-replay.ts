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

/** `threads`: what `--workers` asks for; undefined: no others. */
export async function runReplay(options: ReplayOptions, threads?: PartThreads): Promise<ExitCode> {
  const { api, tiers, ymProfile, out, html, timing: timingOut, iOwnThisTarget = false } = options;
  if (api === undefined && ymProfile !== undefined)
    throw wrongUsage('--ym-profile needs --api URL: it is one of the API.');
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

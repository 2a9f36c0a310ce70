import { toApiTarget } from '../api/api-target.ts';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles, writeJson } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { createProgress, say } from '../cli/terminal.ts';
import { type AnswerFiles, readAnswer, usualFeePpm } from '../generate/answer-files.ts';
import { changedTiers } from '../generate/answering-buyers.ts';
import { readParams } from '../generate/params-file.ts';
import { createBrokenLinePrinter } from '../log/auction/reading.ts';
import { findFiles } from '../log/file/source.ts';
import { printLoad } from './print-load.ts';
import type { LoadReport, Measurement } from '../schema/load-report.ts';
import type { SampledAuction } from './auction-sample.ts';
import { sampleLog, sampleMarket } from './auction-sample.ts';
import type { Door } from './door.ts';
import { sizeOfDoor, toRequests } from './door.ts';
import type { LearningOrder } from './learning-buyers.ts';
import { measureInThread } from './measure-in-thread.ts';
import { credentialFailure } from './refused-credential.ts';

export interface LoadOptions extends AnswerFiles {
  readonly url: string;
  readonly ymProfile: number;
  readonly via: Door;
  /** Requests per second; undefined: each connection asks again when it has its answer. */
  readonly rate?: number;
  /** Seconds. */
  readonly duration: number;
  readonly requests: number;
  readonly connections: number;
  /** Auctions per request. */
  readonly batch?: number;
  readonly in?: string;
  readonly bids: number;
  readonly seed: string;
  readonly params?: string;
  readonly out?: string;
  readonly iOwnThisTarget?: boolean;
}

const timeoutMs = 10_000;
/** Most different auctions; they are kept in memory. */
const mostSampled = 10_000;
const synthetic = 1000;

export async function runLoad(options: LoadOptions): Promise<ExitCode> {
  const { via, ymProfile, connections, rate, out, iOwnThisTarget = false } = options;
  const { apiKey, ...target } = toApiTarget(options.url, ymProfile, iOwnThisTarget, readSettings(), '--url');
  const { origin, pathname, protocol } = new URL(target.url);
  if (protocol === 'https:' && rate === undefined) {
    throw wrongUsage('--url: an https address needs --rate; without it its certificate is not checked.');
  }
  const size = sizeOf(options);
  const files = options.in === undefined ? null : findFiles(options.in);
  const read = [options.params, options.response, options.draft, options.current].flatMap((file) => file ?? []);
  checkOutFiles({ '--out': out }, [...(files ?? []), ...read]);
  const learning = toLearning(options);
  const auctions = await sample(options, files, size);
  const order = {
    origin,
    apiKey,
    requests: toRequests(via, pathname.replace(/\/+$/, ''), auctions, size),
    connections,
    durationMs: options.duration * 1000,
    mostRequests: options.requests,
    timeoutMs,
    learning,
  };
  const measurement = await untilInterrupted((signal) =>
    showTime(options.duration, () => measureInThread({ ...order, signal }, rate)),
  );
  const report: LoadReport = {
    url: target.url,
    ym_profile_id: ymProfile,
    via,
    connections,
    auctions_a_request: size,
    sample: {
      auctions: auctions.length,
      files,
      seed: files === null ? options.seed : null,
    },
    measurement,
  };
  const refused = credentialFailure(target.url, measurement);
  // A credential that never worked has measured nothing.
  if (refused?.exitCode !== exitCode.wrongUsage) say(printLoad(report));
  if (out !== undefined) writeJson('--out', out, report);
  if (refused !== undefined) throw refused;
  return isClean(measurement) ? exitCode.done : exitCode.found;
}

/** How the buyers of the load answer; undefined: they do not. Throws a `Failure` for what cannot be answered. */
function toLearning(options: LoadOptions): LearningOrder | undefined {
  const answer = readAnswer(options);
  if (answer === null) return undefined;
  if (options.rate === undefined || options.via !== 'batch') {
    throw wrongUsage('--response needs --rate and --via batch: buyers learn from each answer before they bid on.');
  }
  const { current, draft, response, feePpm = usualFeePpm } = answer;
  if (response.budget !== null) {
    throw wrongUsage('--response: budget is given, allowed for a load: none; its buyers know no prices of other days.');
  }
  return { changed: changedTiers(current.source.tiers, draft.source.tiers), response, feePpm };
}

function sizeOf({ via, batch }: LoadOptions): number {
  const { usual, most } = sizeOfDoor[via];
  if (batch === undefined) return usual;
  if (batch > most) throw wrongUsage(`--batch: ${batch} is too many for --via ${via}; allowed is at most ${most}.`);
  return batch;
}

async function sample(options: LoadOptions, files: readonly string[] | null, size: number): Promise<SampledAuction[]> {
  const { in: pattern, ymProfile: ymProfileId, bids, seed, params, requests } = options;
  if (files === null) {
    const most = Math.min(Math.max(synthetic, size), requests * size);
    const market = params === undefined ? {} : { params: readParams(params) };
    return sampleMarket({ ...market, bidCount: bids, seed, ymProfileId, most });
  }
  const most = Math.min(mostSampled, requests * size);
  const onBrokenLine = createBrokenLinePrinter();
  const auctions = await sampleLog({ files, ymProfileId, most, onBrokenLine });
  if (auctions.length === 0) throw wrongUsage(`--in: ${pattern} has no auction to send.`);
  return auctions;
}

/** A load that ended without a right answer, even by its duration, has found that the API does not answer. */
function isClean({ requests, auctions, ended_by: endedBy }: Measurement): boolean {
  return requests.answered > 0 && requests.failed === 0 && auctions.refused === 0 && endedBy !== 'unreachable';
}

const redrawMs = 200;

/** Shows progress in seconds on a terminal during the work. */
async function showTime<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
  const progress = createProgress({ total: seconds, unit: 'seconds' });
  const startMs = performance.now();
  const timer = setInterval(() => progress.update((performance.now() - startMs) / 1000), redrawMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    progress.finish();
  }
}

/** Runs work that the first Ctrl-C aborts; a second Ctrl-C ends the process. */
async function untilInterrupted<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const caller = new AbortController();
  const abort = () => caller.abort();
  process.once('SIGINT', abort);
  try {
    return await work(caller.signal);
  } finally {
    process.off('SIGINT', abort);
  }
}

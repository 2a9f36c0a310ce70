import type { ChosenBreakdown } from '@auction-tiers/tally';
import { demoFeePct } from '@auction-tiers/contract/demo';
import { toText } from '@auction-tiers/report-document/text';
import { toFeePpm } from '@auction-tiers/tier-engine';
import type { ApiTarget } from '../api/api-target.ts';
import { toApiTarget, toReadTarget } from '../api/api-target.ts';
import { fetchSeller, fetchTierSet, type Seller } from '../api/read-api.ts';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, Failure, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { printable, say, withByteProgress } from '../cli/terminal.ts';
import { replayDocument } from '../document/replay/replay-document.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable } from '../log/auction/input-report.ts';
import { toSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import { findSource as findLogSource } from '../log/file/source.ts';
import { withHistogram } from '../replay/timing.ts';
import type { ReplayOrder } from '../run/replay.ts';
import { replay } from '../run/replay.ts';
import type { RunParts } from '../run/run-log.ts';
import { toReadingTask } from '../run/run-log.ts';
import type { PartThreads } from '../run/threads.ts';
import type { ReplayReport } from '../schema/replay-report.ts';
import type { VerifyReport } from '../schema/verify-report.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { loadDemoTierSet, toTierSet } from '../tier-set/tier-set-file.ts';
import { findBuyerDirectory } from './buyer-directory.ts';
import type { GivenLog } from './given-log.ts';
import { findLog, withNames } from './given-log.ts';

export interface ReplayOptions extends LogOptions {
  readonly tiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  readonly by?: readonly ChosenBreakdown[];
  readonly distributed?: boolean;
  readonly out?: string;
  readonly html?: string;
  readonly timing?: string;
  readonly iOwnThisTarget?: boolean;
  readonly verify?: boolean;
}

/** `threads`: the other threads that `--workers` asks for; undefined: none. */
export async function runReplay(options: ReplayOptions, threads?: PartThreads): Promise<ExitCode> {
  const { api, tiers, ymProfile, out, html, timing: timingOut, iOwnThisTarget = false, verify: isVerified } = options;
  if (api === undefined && ymProfile !== undefined)
    throw wrongUsage('--ym-profile needs --api URL: the API that has the ym-profile.');
  refuseTogether(options);
  const isDemo = tiers === undefined && api === undefined;
  const source = findSource(options);
  const log = await findLog(options, undefined, source);
  const readFiles = [...log.files, tiers, options.seats].filter((file) => file !== undefined);
  checkOutFiles({ '--out': out, '--html': html, '--timing': timingOut }, readFiles);
  const isSentTo = api !== undefined && source === undefined;
  const target = isSentTo ? toApiTarget(api, ymProfile, iOwnThisTarget, readSettings()) : undefined;
  const loaded = isDemo
    ? loadDemoTierSet()
    : tiers !== undefined
      ? await loadTiers(tiers, log, target)
      : source && (await fetchTierSet(source));
  const seller = target && (await findSeller(target));
  const order: Omit<ReplayOrder, 'onProgress'> = {
    ...log,
    threads,
    ...(options.by !== undefined && { by: options.by }),
    loaded,
    target,
    fee: chooseFee({
      seller: seller?.feePpm ?? loaded?.sellerFeePpm,
      option: options.fee,
      usual: isDemo ? toFeePpm(demoFeePct) : 0,
      tiers: loaded?.sellerFeePpm,
    }),
    isFeeOfApi: seller !== undefined,
    ...(seller?.currency !== undefined && { currency: seller.currency }),
    rates: log.rates ?? seller?.rates,
    sellerSeats: seller?.seats,
    ...(options.distributed === true && { distribute: await loadDistribute() }),
  };
  const replayed = await withByteProgress((onProgress) => replay({ ...order, onProgress }));
  const { timing, times } = replayed;
  const verified = isVerified === true && source !== undefined ? await verifyLog(order, source) : null;
  const report = withNames({ ...replayed.report, verify: verified }, log.recorded);
  say(toText(replayDocument(report, timing)));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) {
    // Loaded only here: most replays print their report and no page.
    const { toFile } = await import('@auction-tiers/report-document/file');
    writeOutFile('--html', html, toFile(replayDocument(report)));
  }
  if (timingOut !== undefined) writeJson('--timing', timingOut, withHistogram(timing, times));
  const unreadable = findUnreadable(report.input);
  if (unreadable !== undefined) process.stderr.write(`${unreadable}\n`);
  return isFlawless(report) && unreadable === undefined ? exitCode.done : exitCode.found;
}

/** The tier set of `--tiers`. */
async function loadTiers(file: string, log: GivenLog, target: ApiTarget | undefined): Promise<LoadedTierSet> {
  const parsed = parseTierSetFile(file, '--tiers');
  return toTierSet(parsed, { directory: await findBuyerDirectory([parsed], log, target) });
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
function refuseTogether({ api, workers, distributed, recorded, verify }: ReplayOptions): void {
  const isSentTo = api !== undefined && recorded === undefined && verify !== true;
  const given = [isSentTo && '--api', workers && '--workers', distributed && '--distributed'].filter(Boolean);
  if (given.length > 1)
    throw wrongUsage(`${given.join(' and ')} cannot be combined: each says where to replay; give one of them.`);
}

/** The seller whose fee the API takes for auctions without one; undefined: unknown, so auctions are sent with one. */
async function findSeller(target: ApiTarget): Promise<Seller | undefined> {
  try {
    return await fetchSeller(target);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(printable(`${error.message} Auctions are sent with the fee of the report.\n`));
    return undefined;
  }
}

/**
 * Broken lines are only reported and counted. An auction that the API lost or decided differently is a finding, and so
 * is a recorded auction whose second decision differs or is not possible.
 */
function isFlawless({ api, verify }: ReplayReport): boolean {
  const isVerified = verify === null || (verify.different === 0 && verify.unknown_revisions === 0);
  return isVerified && (api === null || (api.lost === 0 && (api.different ?? 0) === 0));
}

/** The API that is only read: it has recorded the auctions, or has the tiers that decided them. */
function findSource({ api, ymProfile, recorded, verify, distributed }: ReplayOptions): ApiTarget | undefined {
  if (recorded === undefined && verify !== true) return undefined;
  const option = recorded === undefined ? '--verify' : '--recorded';
  if (api === undefined) throw wrongUsage(`${option} needs --api URL and --ym-profile ID: the service that decided.`);
  if (distributed === true) throw wrongUsage(`${option} and --distributed cannot be combined; leave out one of them.`);
  return toReadTarget(api, ymProfile);
}

/** Loaded only here: other replays decide by one tier set. */
async function verifyLog(order: Omit<ReplayOrder, 'onProgress'>, source: ApiTarget): Promise<VerifyReport> {
  const { verify } = await import('../replay/verify.ts');
  const task = toReadingTask(order, order.loaded === undefined ? [] : [order.loaded]);
  const { fee, timeField, currency, rates, isStrict } = task;
  // Reads recorded auctions of every share: the share at which an auction was recorded says nothing about its decision.
  const sources = await Promise.all(order.files.map((file) => findLogSource(file, order.logForm)));
  const reading = {
    parts: wholeParts(sources),
    fee,
    timeField,
    currency,
    rates,
    isStrict,
    seats: toSeatBook(task.seats),
    onBrokenLine: () => {},
  };
  const present = await fetchTierSet(source);
  return verify(reading, async (decided) => {
    const isPresent = decided.revision === present.source.revision && decided.experiment === undefined;
    const { tierSet } = isPresent ? present : await fetchTierSet(source, decided);
    return tierSet;
  });
}

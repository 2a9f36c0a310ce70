import type { ChosenBreakdown } from '@auction-tiers/tally';
import type { ApiTarget } from '../api/api-target.ts';
import { toSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import { Replay } from '../replay/replay.ts';
import { type AuctionTimes, toTiming } from '../replay/timing.ts';
import type { Findings } from '../replay/to-replay-report.ts';
import { toReplayReport } from '../replay/to-replay-report.ts';
import type { ReplayReport } from '../schema/replay-report.ts';
import type { ReplayTiming } from '../schema/replay-timing.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import type { LogRun } from './run-log.ts';
import { openLog, runLog, toReadingTask } from './run-log.ts';
import type { ReplayTask } from './task.ts';

/** Which log to replay against what. */
export interface ReplayOrder extends LogRun {
  /** Tiers to run in this process; undefined: only the API's tiers are run. */
  readonly loaded: LoadedTierSet | undefined;
  /** An API to replay against, to which this thread sends all auctions. */
  readonly target: ApiTarget | undefined;
  /** Attributes whose values have rows too. */
  readonly by?: readonly ChosenBreakdown[];
  /** Whether the API has the chosen fee: then auctions are sent without it. */
  readonly isFeeOfApi?: boolean;
  readonly clockMs?: () => number;
}

export interface Replayed {
  readonly report: ReplayReport;
  readonly timing: ReplayTiming;
  /** What the figures of `timing` are from. */
  readonly times: AuctionTimes;
}

/** Runs every auction of the log with tiers and without them, in one pass, and reports what the tiers changed. */
export async function replay(order: ReplayOrder): Promise<Replayed> {
  const { loaded, fee, currency, by, threads, distribute, clockMs = () => performance.now() } = order;
  const startMs = clockMs();
  const { times, ...findings } = await run(order);
  const report = toReplayReport({ ...findings, fee, loaded, currency, by });
  const workers = distribute === undefined ? 1 + (threads?.count ?? 0) : null;
  const timing = toTiming(report, (clockMs() - startMs) / 1000, workers, times);
  return { report, timing, times };
}

async function run(
  order: ReplayOrder,
): Promise<Omit<Findings, 'loaded' | 'fee' | 'currency' | 'by'> & { readonly times: AuctionTimes }> {
  const { loaded, target, by } = order;
  const reading = toReadingTask(order, loaded === undefined ? [] : [loaded]);
  if (target !== undefined) {
    const { onBrokenLine = () => {}, isFeeOfApi = false } = order;
    const { fee, timeField, currency, rates, isStrict } = reading;
    const seats = toSeatBook(reading.seats);
    const { sources, onBytes } = await openLog(order);
    // Loaded only here: it loads the whole contract.
    const { replayOverApi } = await import('../replay/replay-over-api.ts');
    const parts = wholeParts(sources);
    const over = { parts, fee, timeField, currency, rates, seats, isStrict, onBrokenLine, onBytes };
    const replayed = await replayOverApi(over, loaded, { ...target, isFeeOfApi }, by);
    return { ...replayed, removals: undefined };
  }
  if (loaded === undefined) throw new TypeError('A replay needs tiers, or an API.');
  const task: ReplayTask = { kind: 'replay', ...reading, tiers: loaded.source, by };
  const work = new Replay(loaded.tierSet, by);
  const { input } = await runLog(order, task, work);
  const { tally, removals, times } = work;
  return { tally, removals, times, input, api: null };
}

import { extname } from 'node:path';
import { Ledger } from '../ledger/ledger.ts';
import type { BrokenLine, InputReport } from '../log/input-report.ts';
import { wholeParts } from '../log/part.ts';
import { createSeatBook } from '../log/seat-book.ts';
import type { LogSource } from '../log/source.ts';
import { findSource } from '../log/source.ts';
import { createProgress } from '../progress.ts';
import type { ApiReport, ReplayReport } from '../report/replay-report.ts';
import { toReplayReport } from '../report/to-replay-report.ts';
import { cutLog, sizeOf } from '../shard/cut-log.ts';
import { Gathering } from '../shard/gathering.ts';
import { runOnThreads } from '../shard/run-on-threads.ts';
import type { LoadedTierSet } from '../tier-set-file.ts';
import type { ApiTarget } from './api-target.ts';
import type { Latency } from './latency.ts';
import { replayOverApi } from './replay-over-api.ts';
import type { ShareListener, ShareTask } from './share.ts';
import { Share } from './share.ts';
import type { ReplayTiming } from './timing.ts';
import { toTiming } from './timing.ts';

/** Which log to replay against what. */
export interface ReplayOrder {
  readonly files: readonly string[];
  /** Run in this process; undefined: the API's tiers are the only ones. */
  readonly loaded: LoadedTierSet | undefined;
  readonly target: ApiTarget | undefined;
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** What the seat file says. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** The buyers of a directory, by name in lower case; they come before those that the tiers name. */
  readonly directory?: ReadonlyMap<string, number>;
  /** Whether a broken line ends the replay. */
  readonly isStrict: boolean;
  readonly onBrokenLine: (broken: BrokenLine) => void;
  /** Threads; 1: this one. Against an API there is but one. */
  readonly workers?: number;
  /** Over the workers that share a Redis, in place of threads. */
  readonly distributed?: DistributedReplay;
  readonly clockMs?: () => number;
}

export interface Replayed {
  readonly report: ReplayReport;
  readonly timing: ReplayTiming;
}

export interface DistributedReplay {
  readonly redisUrl: string | undefined;
  /** Hears what the person who waits should know. */
  readonly onNotice: (line: string) => void;
}

/** What came of a replay, wherever it ran. */
interface Outcome {
  readonly ledger: Ledger;
  readonly input: InputReport;
  readonly latency: Latency;
  readonly api: ApiReport | null;
}

const thread = new URL(`../shard/thread${extname(import.meta.url)}`, import.meta.url);
const bytesPerMegabyte = 1_000_000;
/** Enough parts that threads end together; few enough that beginning one costs nothing. */
const partsOfThread = 8;
const [leastPartBytes, mostPartBytes] = [65_536, 16_777_216];

/** Runs every auction of the log with tiers and without them, in one pass, and reports what the tiers changed. */
export async function replay(order: ReplayOrder): Promise<Replayed> {
  const { files, loaded, distributed, clockMs = () => performance.now() } = order;
  const workers = distributed === undefined ? (order.workers ?? 1) : null;
  const startMs = clockMs();
  const sources = await Promise.all(files.map(findSource));
  const progress = createProgress({ total: sizeOf(sources) / bytesPerMegabyte, unit: 'MB' });
  let bytes = 0;
  const onBytes = (count: number) => progress.update((bytes += count) / bytesPerMegabyte);
  let outcome: Outcome;
  try {
    outcome = await run(order, sources, onBytes);
  } finally {
    progress.finish();
  }
  const { latency, ...findings } = outcome;
  const report = toReplayReport({ ...findings, loaded });
  return { report, timing: toTiming(report, (clockMs() - startMs) / 1000, workers, latency.report()) };
}

async function run(
  order: ReplayOrder,
  sources: readonly LogSource[],
  onBytes: (count: number) => void,
): Promise<Outcome> {
  const {
    loaded,
    target,
    feePpm,
    mapped = new Map(),
    directory = new Map(),
    isStrict,
    workers = 1,
    distributed,
  } = order;
  const memberOfName = new Map([...(loaded?.memberOfName ?? []), ...directory]);
  if (target !== undefined || loaded === undefined) {
    if (target === undefined) throw new TypeError('A replay needs tiers, or an API.');
    const seats = createSeatBook({ mapped, memberOfName });
    const { onBrokenLine } = order;
    const reading = { parts: wholeParts(sources), feePpm, seats, isStrict, onBrokenLine };
    return replayOverApi({ reading, loaded, target, onBytes });
  }
  const task: ShareTask = {
    tiers: loaded.source,
    mapped: [...mapped],
    memberOfName: [...memberOfName],
    feePpm,
    isStrict,
  };
  const gathering = new Gathering(new Ledger({ tierSet: loaded.tierSet }));
  if (workers === 1 && distributed === undefined) {
    await replayHere(sources, task, { onBrokenLine: order.onBrokenLine, onBytes }, gathering);
    return toOutcome(gathering);
  }
  if (distributed !== undefined) {
    // Loaded only here: other replays need no Redis.
    const { replayDistributed } = await import('../shard/replay-distributed.ts');
    await replayDistributed({ ...distributed, sources, task, onBytes }, gathering);
  } else {
    const parts = cutLog(sources, { partBytes: partBytesOf(sources, workers), readers: workers });
    await runOnThreads({ parts, thread, task, threadCount: workers, onBytes }, gathering);
  }
  const outcome = toOutcome(gathering);
  for (const broken of outcome.input.broken) order.onBrokenLine(broken);
  return outcome;
}

function toOutcome(gathering: Gathering): Outcome {
  const { ledger, latency } = gathering;
  return { ledger, latency, input: gathering.input(), api: null };
}

async function replayHere(
  sources: readonly LogSource[],
  task: ShareTask,
  listener: ShareListener,
  gathering: Gathering,
): Promise<void> {
  const share = new Share(task, listener);
  for (const [at, part] of wholeParts(sources).entries()) gathering.add(at, await share.run(part));
  gathering.merge(share.result());
}

function partBytesOf(sources: readonly LogSource[], workers: number): number {
  const even = sizeOf(sources) / (workers * partsOfThread);
  return Math.min(Math.max(even, leastPartBytes), mostPartBytes);
}

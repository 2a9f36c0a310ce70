import type { ApiTarget } from '../api/api-target.ts';
import { createProgress } from '../cli/progress.ts';
import type { BrokenLine } from '../log/auction/input-report.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import type { LogSource } from '../log/file/source.ts';
import { findSource } from '../log/file/source.ts';
import type { Histogram } from '@auction-tiers/http-load/histogram';
import { toTiming } from '../replay/timing.ts';
import { toReplayReport } from '../replay/to-replay-report.ts';
import type { ReplayReport } from '../schema/replay-report.ts';
import type { ReplayTiming } from '../schema/replay-timing.ts';
import { Ledger } from '../tally/tally.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { sizeOf } from './cut-log.ts';
import { Gathering } from './gathering.ts';
import type { Outcome } from './outcome.ts';
import type { PartThreads } from './part-threads.ts';
import type { DistributedReplay } from './replay-shares.ts';
import { replayShares } from './replay-shares.ts';

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
  /** To share the work with; undefined: none. Against an API there are none. */
  readonly threads?: PartThreads | undefined;
  /** Over the workers that share a Redis, in place of threads. */
  readonly distributed?: DistributedReplay;
  readonly clockMs?: () => number;
}

export interface Replayed {
  readonly report: ReplayReport;
  readonly timing: ReplayTiming;
  /** What its latencies were worked out from. */
  readonly latency: Histogram;
}

const bytesPerMegabyte = 1_000_000;

/** Runs every auction of the log with tiers and without them, in one pass, and reports what the tiers changed. */
export async function replay(order: ReplayOrder): Promise<Replayed> {
  const { files, loaded, threads, distributed, clockMs = () => performance.now() } = order;
  const workers = distributed === undefined ? 1 + (threads?.workers.length ?? 0) : null;
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
  const timing = toTiming(report, (clockMs() - startMs) / 1000, workers, latency);
  return { report, timing, latency };
}

async function run(
  order: ReplayOrder,
  sources: readonly LogSource[],
  onBytes: (count: number) => void,
): Promise<Outcome> {
  const { loaded, target, feePpm, mapped = new Map(), directory = new Map(), isStrict, onBrokenLine } = order;
  const memberOfName = new Map([...(loaded?.memberOfName ?? []), ...directory]);
  if (target !== undefined) {
    const seats = createSeatBook({ mapped, memberOfName });
    const reading = { parts: wholeParts(sources), feePpm, seats, isStrict, onBrokenLine };
    // Loaded only here: it needs all of the service's definition.
    const { replayOverApi } = await import('./replay-over-api.ts');
    return replayOverApi({ reading, loaded, target, onBytes });
  }
  if (loaded === undefined) throw new TypeError('A replay needs tiers, or an API.');
  const task = { tiers: loaded.source, mapped: [...mapped], memberOfName: [...memberOfName], feePpm, isStrict };
  const gathering = new Gathering(new Ledger({ tierSet: loaded.tierSet }));
  return replayShares({ ...order, sources, task, onBytes }, gathering);
}

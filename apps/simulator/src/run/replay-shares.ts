import type { BrokenLine } from '../log/auction/input-report.ts';
import { wholeParts } from '../log/file/part.ts';
import type { LogSource } from '../log/file/source.ts';
import type { Gathering } from './gathering.ts';
import type { PartThreads } from './part-threads.ts';
import { runOnThreads } from './run-on-threads.ts';
import type { Outcome } from './outcome.ts';
import type { ShareTask } from './share.ts';
import { Share } from './share.ts';

export interface DistributedReplay {
  readonly redisUrl: string | undefined;
  /** Hears what the person who waits should know. */
  readonly onNotice: (line: string) => void;
}

export interface SharesOrder {
  readonly sources: readonly LogSource[];
  readonly task: ShareTask;
  readonly onBrokenLine: (broken: BrokenLine) => void;
  /** Hears how many bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
  /** To share the work with; undefined: none. */
  readonly threads?: PartThreads | undefined;
  readonly distributed?: DistributedReplay;
}

/** Replays a log here, on threads or on other machines; all give the same. */
export async function replayShares(order: SharesOrder, gathering: Gathering): Promise<Outcome> {
  const { sources, task, onBrokenLine, onBytes, threads, distributed } = order;
  if (distributed !== undefined) {
    // Loaded only here: other replays need no Redis.
    const { replayDistributed } = await import('../job/replay-distributed.ts');
    await replayDistributed({ ...distributed, sources, task, onBytes }, gathering);
  } else if (threads !== undefined) {
    // Broken lines stand in the report of the part, and are told in the order of the log.
    const here = new Share(task, { onBrokenLine: () => {}, onBytes });
    await runOnThreads({ sources, here, threads, task, onBytes }, gathering);
  } else await replayHere(order, gathering);
  const { ledger, latency } = gathering;
  const input = gathering.input();
  // Here they have been told as they came.
  if (distributed !== undefined || threads !== undefined) for (const broken of input.broken) onBrokenLine(broken);
  return { ledger, latency, input, api: null };
}

async function replayHere({ sources, task, ...listener }: SharesOrder, gathering: Gathering): Promise<void> {
  const share = new Share(task, listener);
  for (const [at, part] of wholeParts(sources).entries()) gathering.add(at, await share.run(part));
  gathering.merge(share.result());
}

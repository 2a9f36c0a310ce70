import type { Elapsed } from '../../measure/clock.ts';
import { startClock } from '../../measure/clock.ts';
import type { Runner } from '../contestants/contestant.ts';

/** How much is run. */
export interface Effort {
  readonly rounds: number;
  /** Different auctions of a workload. */
  readonly auctionCount: number;
  /** About how long a turn takes; a turn is one auction at least. */
  readonly turnMs: number;
  /** Work before the first turn. */
  readonly warmUpMs: number;
  /** Work before the clock starts in each turn, because the contestant before has changed caches and optimised code. */
  readonly runInMs: number;
  /** A contestant whose rounds at one size would take longer than this is left out of that size and of all larger ones. */
  readonly patienceMs: number;
}

type Extent = Omit<Effort, 'rounds'>;

/** 256 auctions are 5,120 bids: what they touch of 100,000 tiers does not fit into a first-level cache. */
export const fullEffort: Extent = { auctionCount: 256, turnMs: 50, warmUpMs: 300, runInMs: 20, patienceMs: 60_000 };

export const quickEffort: Extent = { auctionCount: 8, turnMs: 1, warmUpMs: 5, runInMs: 1, patienceMs: 5000 };

/** Stands where no answer was written; no tier and no reading is this. */
const unanswered = -2_000_000_000;

/** Auctions one after the other, beginning again with the first after the last. */
export interface Stretch {
  readonly start: number;
  readonly count: number;
}

/** Removes the answers of before, so that none of them can pass for a new one. */
export function clearAnswers(answers: readonly Int32Array[]): void {
  for (const own of answers) own.fill(unanswered);
}

export async function runAuctions(runner: Runner, { start, count }: Stretch, answers: readonly Int32Array[]) {
  let left = count;
  let from = start;
  while (left > 0) {
    const to = Math.min(from + left, answers.length);
    const pending = runner.run(from, to, answers);
    // To await what is not pending would cost the fast contestants more than some of their bids.
    if (pending instanceof Promise) await pending;
    left -= to - from;
    from = to % answers.length;
  }
}

/** The processor time that a contestant has used. */
export function cpuMs({ hasThreads }: Runner, { processMs, threadMs }: Elapsed): number {
  return hasThreads === true ? processMs : threadMs;
}

/**
 * Runs auctions, at least one, until the contestant has used as much processor time as given (wall time would count
 * what other programs do). Gives the milliseconds of work that an auction took in the end.
 */
export async function warmUp(runner: Runner, answers: readonly Int32Array[], warmUpMs: number): Promise<number> {
  const readTotal = startClock();
  for (let start = 0, count = 1; ; start = (start + count) % answers.length, count *= 2) {
    const readBatch = startClock();
    await runAuctions(runner, { start, count }, answers);
    // Each batch is as long as all before it together, so the last one has the final say.
    if (cpuMs(runner, readTotal()) >= warmUpMs) return cpuMs(runner, readBatch()) / count;
  }
}

/** How many auctions fill a turn: at least one; whole passes through all of them where a pass fits, so that all are alike. */
export function auctionsPerTurn(msPerAuction: number, turnMs: number, auctionCount: number): number {
  const count = Math.max(1, Math.floor(turnMs / msPerAuction));
  return count < auctionCount ? count : count - (count % auctionCount);
}

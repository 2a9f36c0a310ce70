import type { Elapsed } from '../measure/clock.ts';
import { startClock } from '../measure/clock.ts';
import type { Runner } from './contestant.ts';

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
    // To await what is not pending would cost the fast ones more than some of their bids.
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
 * Runs auctions, at least one, until the contestant has worked for the time given; the wall would count what other
 * programs do. Gives the milliseconds of work that an auction took in the end.
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

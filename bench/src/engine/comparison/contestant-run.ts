import { startClock } from '../../measure/clock.ts';
import { collectGarbage, collectYoungGarbage } from '../../measure/garbage.ts';
import type { RoundContestant } from '../../measure/rounds.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { Workload } from '../workload/workload.ts';
import { bidsPerAuction } from '../workload/workload.ts';
import type { AnswerCheck } from './answer-check.ts';
import type { Effort } from './timing.ts';
import { auctionsPerTurn, clearAnswers, cpuMs, runAuctions, warmUp } from './timing.ts';

/**
 * A contestant that is prepared and warm. Its turn gives the nanoseconds of processor time per bid, and throws a WrongAnswer
 * for a wrong answer.
 */
export interface ContestantRun extends RoundContestant {
  /** Parsing, compiling and sorting: work that is not part of any turn. */
  readonly prepareMs: number;
  readonly auctionsPerTurn: number;
  /** Nanoseconds of wall time per bid, one for each turn so far. */
  readonly wallNsPerBid: () => readonly number[];
  /** How many answers of timed turns were compared with the linear matcher's so far. */
  readonly checkedBids: () => number;
  readonly close: () => void;
}

/** Prepares a contestant; gives the milliseconds that its rounds would take where that is more than the effort allows. */
export async function openRun(
  { name, question, prepare }: Contestant,
  workload: Workload,
  check: AnswerCheck,
  effort: Effort,
): Promise<ContestantRun | number> {
  const answers = workload.auctions.map(({ bids }) => new Int32Array(bids.length));
  collectGarbage();
  const readPreparing = startClock();
  const runner = await prepare(workload);
  const prepareMs = cpuMs(runner, readPreparing());
  const msPerAuction = await warmUp(runner, answers, effort.warmUpMs);
  const close = () => runner.dispose?.();
  const estimatedMs = leastMs(prepareMs, msPerAuction, effort.rounds);
  if (estimatedMs > effort.patienceMs) {
    close();
    return estimatedMs;
  }

  const count = auctionsPerTurn(msPerAuction, effort.turnMs, answers.length);
  let start = 0;
  let checkedBids = 0;
  const wallNsPerBid: number[] = [];
  const turn = async () => {
    collectYoungGarbage();
    // A slower contestant runs long enough in the turn itself, and would take twice as long.
    if (msPerAuction < effort.runInMs) await warmUp(runner, answers, effort.runInMs);
    clearAnswers(answers);
    const readClock = startClock();
    await runAuctions(runner, { start, count }, answers);
    const elapsed = readClock();
    for (let step = 0; step < Math.min(count, answers.length); step++) {
      const auction = (start + step) % answers.length;
      checkedBids += check.compare(name, question, runner, auction, answers[auction]!);
    }
    start = (start + count) % answers.length;
    wallNsPerBid.push(nsPerBid(elapsed.wallMs, count));
    return nsPerBid(cpuMs(runner, elapsed), count);
  };
  return {
    name,
    turn,
    prepareMs,
    auctionsPerTurn: count,
    wallNsPerBid: () => [...wallNsPerBid],
    checkedBids: () => checkedBids,
    close,
  };
}

/** What a contestant takes for all rounds even with one auction per round, and one to warm up. */
export function leastMs(prepareMs: number, msPerAuction: number, rounds: number): number {
  return prepareMs + (rounds + 1) * msPerAuction;
}

function nsPerBid(ms: number, auctionCount: number): number {
  return (ms * 1e6) / (auctionCount * bidsPerAuction);
}

import { median, runRounds } from '../../measure/rounds.ts';
import type { Contestant } from '../contestants/contestant.ts';
import type { Shape } from '../workload/workload.ts';
import { bidsPerAuction, createWorkload } from '../workload/workload.ts';
import { AnswerCheck } from './answer-check.ts';
import type { ContestantRun } from './contestant-run.ts';
import { leastMs, openRun } from './contestant-run.ts';
import type { Effort } from './timing.ts';

/** The figures of one contestant at one size. */
export type Row = MeasuredRow | DroppedRow;

export interface MeasuredRow {
  readonly name: string;
  /** Parsing, compiling and sorting: work that is not part of any turn. */
  readonly prepareMs: number;
  readonly auctionsPerTurn: number;
  /** Processor time, one figure per round. */
  readonly cpuNsPerBid: readonly number[];
  /** The same turns in wall time: more where other programs ran too, less where two threads worked at once. */
  readonly wallNsPerBid: readonly number[];
  /** Answers of timed turns that were compared with the linear matcher's. All were equal. */
  readonly checkedBids: number;
}

/** Left out, because its rounds would have taken this long. */
export interface DroppedRow {
  readonly name: string;
  readonly estimatedMs: number;
}

/** All contestants on one workload. */
export interface Comparison {
  readonly shape: Shape;
  readonly tierCount: number;
  readonly rows: readonly Row[];
}

export interface ComparisonOptions {
  readonly lineUp: readonly Contestant[];
  readonly shape: Shape;
  readonly tierCount: number;
  readonly effort: Effort;
  /** The comparisons of this shape with fewer tiers, ascending: a contestant that was too slow there is not tried again. */
  readonly before: readonly Comparison[];
}

/**
 * Runs the contestants against each other on one workload; gives the runs as well, still open, except of those
 * that were left out. Throws a WrongAnswer for a wrong answer in a timed turn.
 */
export async function runComparison({ lineUp, shape, tierCount, effort, before }: ComparisonOptions) {
  const workload = createWorkload({ shape, tierCount, auctionCount: effort.auctionCount });
  const check = new AnswerCheck(workload);
  const dropped = new Map<string, DroppedRow>();
  const runs: ContestantRun[] = [];
  for (const contestant of lineUp) {
    const expectedMs = expectMs(contestant.name, tierCount, effort.rounds, before);
    const run = expectedMs > effort.patienceMs ? expectedMs : await openRun(contestant, workload, check, effort);
    if (typeof run === 'number') dropped.set(contestant.name, { name: contestant.name, estimatedMs: run });
    else runs.push(run);
  }
  const figures = await runRounds(runs, effort.rounds);
  const rows = lineUp.map(({ name }) => dropped.get(name) ?? toRow(runs.find((run) => run.name === name)!, figures));
  const comparison: Comparison = { shape, tierCount, rows };
  return { comparison, runs };
}

function toRow(run: ContestantRun, figures: ReadonlyMap<string, readonly number[]>): MeasuredRow {
  const { name, prepareMs, auctionsPerTurn } = run;
  const cpuNsPerBid = figures.get(name)!;
  return {
    name,
    prepareMs,
    auctionsPerTurn,
    cpuNsPerBid,
    wallNsPerBid: run.wallNsPerBid(),
    checkedBids: run.checkedBids(),
  };
}

/** What a contestant's rounds will take at least: in proportion to the tiers, from what they took at the size before. */
function expectMs(name: string, tierCount: number, rounds: number, before: readonly Comparison[]): number {
  const last = before.at(-1);
  const row = last?.rows.find((candidate) => candidate.name === name);
  if (last === undefined || row === undefined) return 0;
  const growth = tierCount / last.tierCount;
  if ('estimatedMs' in row) return growth * row.estimatedMs;
  return growth * leastMs(row.prepareMs, (median(row.cpuNsPerBid) * bidsPerAuction) / 1e6, rounds);
}

/** One contestant's cost by the number of tiers, all sizes in the same rounds, so that they can be divided. */
export interface Growth {
  readonly shape: Shape;
  readonly name: string;
  readonly sizes: readonly { readonly tierCount: number; readonly cpuNsPerBid: readonly number[] }[];
}

/** Runs a contestant against itself with more or fewer tiers. */
export async function measureGrowth(
  shape: Shape,
  runs: ReadonlyMap<number, ContestantRun>,
  rounds: number,
): Promise<Growth> {
  const contestants = [...runs].map(([tierCount, { turn }]) => ({ name: String(tierCount), turn }));
  const figures = await runRounds(contestants, rounds);
  const sizes = [...runs.keys()].map((tierCount) => ({ tierCount, cpuNsPerBid: figures.get(String(tierCount))! }));
  return { shape, name: [...runs.values()][0]?.name ?? '', sizes };
}

import { race } from '../measure/race.ts';
import { median } from '../measure/statistic.ts';
import type { Contestant } from './contestant.ts';
import type { Effort } from './effort.ts';
import { Judge } from './judge.ts';
import type { Lane } from './lane.ts';
import { leastMs, openLane } from './lane.ts';
import type { Shape } from './workload.ts';
import { bidsPerAuction, createWorkload } from './workload.ts';

/** What became of one contestant at one size. */
export type Row = MeasuredRow | DroppedRow;

export interface MeasuredRow {
  readonly name: string;
  /** Parsing, compiling and sorting: work that is not part of any turn. */
  readonly prepareMs: number;
  readonly auctionsPerTurn: number;
  /** Processor time, one figure a round. */
  readonly cpuNsPerBid: readonly number[];
  /** The same turns by the clock on the wall: more, where other programs ran too; less, where two threads worked at once. */
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
export interface Heat {
  readonly shape: Shape;
  readonly tierCount: number;
  readonly rows: readonly Row[];
}

export interface HeatOptions {
  readonly lineUp: readonly Contestant[];
  readonly shape: Shape;
  readonly tierCount: number;
  readonly effort: Effort;
  /** The heats of this shape with fewer tiers, ascending: who was too slow there is not tried again. */
  readonly before: readonly Heat[];
}

/**
 * Runs the contestants against each other on one workload; gives the lanes that were run as well, still open. Throws a
 * WrongAnswer when one errs in a timed turn.
 */
export async function runHeat({ lineUp, shape, tierCount, effort, before }: HeatOptions) {
  const workload = createWorkload({ shape, tierCount, auctionCount: effort.auctionCount });
  const judge = new Judge(workload);
  const dropped = new Map<string, DroppedRow>();
  const lanes: Lane[] = [];
  for (const contestant of lineUp) {
    const foreseenMs = foreseeMs(contestant.name, tierCount, effort.rounds, before);
    const lane = foreseenMs > effort.patienceMs ? foreseenMs : await openLane(contestant, workload, judge, effort);
    if (typeof lane === 'number') dropped.set(contestant.name, { name: contestant.name, estimatedMs: lane });
    else lanes.push(lane);
  }
  const figures = await race(lanes, effort.rounds);
  const rows = lineUp.map(({ name }) => dropped.get(name) ?? toRow(lanes.find((lane) => lane.name === name)!, figures));
  const heat: Heat = { shape, tierCount, rows };
  return { heat, lanes };
}

function toRow(lane: Lane, figures: ReadonlyMap<string, readonly number[]>): MeasuredRow {
  const { name, prepareMs, auctionsPerTurn } = lane;
  const cpuNsPerBid = figures.get(name)!;
  return {
    name,
    prepareMs,
    auctionsPerTurn,
    cpuNsPerBid,
    wallNsPerBid: lane.wallNsPerBid(),
    checkedBids: lane.checkedBids(),
  };
}

/** What a contestant's rounds will take at least, judged by the size before: who walks through tiers takes longer with more. */
function foreseeMs(name: string, tierCount: number, rounds: number, before: readonly Heat[]): number {
  const last = before.at(-1);
  const row = last?.rows.find((candidate) => candidate.name === name);
  if (last === undefined || row === undefined) return 0;
  const growth = tierCount / last.tierCount;
  if ('estimatedMs' in row) return growth * row.estimatedMs;
  return growth * leastMs(row.prepareMs, (median(row.cpuNsPerBid) * bidsPerAuction) / 1e6, rounds);
}

import type { ChangeTime, CompileTime } from './compile-cost.ts';
import type { Effort } from './comparison/timing.ts';
import type { Comparison, Growth, MeasuredRow } from './comparison/comparison.ts';
import type { HotPathMemory } from './memory.ts';
import type { Shape } from './workload/workload.ts';

/** Everything that the engine suite measures. */
export interface EngineFigures {
  readonly effort: Effort;
  readonly comparisons: readonly Comparison[];
  readonly growths: readonly Growth[];
  readonly memory: readonly HotPathMemory[];
  readonly compileTimes: readonly CompileTime[];
  readonly changeTimes: readonly ChangeTime[];
}

/** A contestant's row in a comparison; undefined where it was left out or not run. */
export function measuredRow({ rows }: Comparison, name: string): MeasuredRow | undefined {
  const row = rows.find((candidate) => candidate.name === name);
  return row !== undefined && 'cpuNsPerBid' in row ? row : undefined;
}

/** The comparisons of a shape, ascending. */
export function comparisonsOf({ comparisons }: EngineFigures, shape: Shape): Comparison[] {
  return comparisons
    .filter((comparison) => comparison.shape === shape)
    .toSorted((left, right) => left.tierCount - right.tierCount);
}

/** How many answers of timed turns were compared with the linear matcher's. */
export function countCheckedBids({ comparisons }: EngineFigures): number {
  const counts = comparisons.flatMap(({ rows }) => rows.map((row) => ('checkedBids' in row ? row.checkedBids : 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Bytes to the hundredth: what is finer is allocated by the process itself. */
export function roundBytes(bytes: number): number {
  // Not -0, which would be shown.
  return Math.round(bytes * 100) / 100 || 0;
}

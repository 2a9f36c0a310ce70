import type { ChangeTime } from './change-time.ts';
import type { CompileTime } from './compile-time.ts';
import type { Effort } from './effort.ts';
import type { Growth } from './growth.ts';
import type { Heat, MeasuredRow } from './heat.ts';
import type { HotPathMemory } from './hot-path-memory.ts';
import type { Shape } from './workload.ts';

/** Everything that the engine suite measures. */
export interface EngineFigures {
  readonly effort: Effort;
  readonly heats: readonly Heat[];
  readonly growths: readonly Growth[];
  readonly memory: readonly HotPathMemory[];
  readonly compileTimes: readonly CompileTime[];
  readonly changeTimes: readonly ChangeTime[];
}

/** A contestant's row in a heat; undefined where it was left out or not run. */
export function measuredRow({ rows }: Heat, name: string): MeasuredRow | undefined {
  const row = rows.find((candidate) => candidate.name === name);
  return row !== undefined && 'cpuNsPerBid' in row ? row : undefined;
}

/** The heats of a shape, ascending. */
export function heatsOf({ heats }: EngineFigures, shape: Shape): Heat[] {
  return heats.filter((heat) => heat.shape === shape).toSorted((left, right) => left.tierCount - right.tierCount);
}

/** How many answers of timed turns were compared with the linear matcher's. */
export function countCheckedBids({ heats }: EngineFigures): number {
  const counts = heats.flatMap(({ rows }) => rows.map((row) => ('checkedBids' in row ? row.checkedBids : 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Bytes to the hundredth: finer is what a process takes on the side. */
export function roundBytes(bytes: number): number {
  // Not -0, which would be shown.
  return Math.round(bytes * 100) / 100 || 0;
}

import type { HistoryStep } from '@auction-tiers/contract';
import { msOf } from '../../figure/date.ts';

const [togetherMs, leastFolded] = [60_000, 3];

const isAddition = ({ kind, changes: { created, updated, deleted } }: HistoryStep): boolean =>
  kind === 'write' && created > 0 && updated + deleted === 0;

/** Steps in their order; those of one user that only add and come right after each other are one entry together. */
export function foldSteps(steps: readonly HistoryStep[]): (readonly [HistoryStep, ...HistoryStep[]])[] {
  const runs: [HistoryStep, ...HistoryStep[]][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const isTogether =
      before !== undefined &&
      isAddition(step) &&
      isAddition(before) &&
      step.user === before.user &&
      msOf(before.time) - msOf(step.time) <= togetherMs;
    if (isTogether) last!.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run) => (run.length < leastFolded ? run.map((step): typeof run => [step]) : [run]));
}

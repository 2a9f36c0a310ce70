import { isId } from '../issue.ts';
import type { Size } from '../impression.ts';
import type { ConditionCompiler, JsonValue } from './condition.ts';
import { emptyIncludeProblem } from './list.ts';
import { PairSet } from './pair-set.ts';

/** One of the impression's sizes must be among the wanted ones, width and height alike. */
export const compileSize: ConditionCompiler<readonly Size[]> = (target, { report }) => {
  if (target.length === 0) report('', emptyIncludeProblem);
  const wanted = new PairSet<number, number>();
  for (const [at, { width, height }] of target.entries()) {
    if (!isId(width) || !isId(height))
      report(`[${at}]`, `${width}x${height} is not a size; allowed are whole numbers from 1`);
    wanted.add(width, height);
  }
  return {
    holds: ({ sizes }) => sizes.some(({ width, height }) => wanted.has(width, height)),
    difference: ({ sizes }) => ({
      action: 'include',
      seen: sizes.length === 0 ? null : sizes.map(showSize),
      wanted: target.map(showSize),
    }),
  };
};

function showSize({ width, height }: Size): JsonValue {
  return { width, height };
}

import { formatFigure, formatNs, formatRatio } from '../suite/table.ts';
import type { Goal } from '../suite/goal.ts';
import { goal } from '../suite/goal.ts';
import { median, medianRatio } from '../measure/rounds.ts';
import { ours } from './contestants/line-up.ts';
import { simpleIndex } from './contestants/simple-index.ts';
import type { EngineFigures } from './figures.ts';
import { comparisonsOf, measuredRow, roundBytes } from './figures.ts';
import type { Shape } from './workload/workload.ts';
import { shapes } from './workload/workload.ts';

/** For so long the service starts steps of compiling before the event loop turns. */
const sliceMs = 2;
const formatMs = (ms: number) => formatNs(ms * 1e6);

/** A member may have this many tiers; larger sets are measured, and no goal is set for them but one of growth. */
const mostTiers = 10_000;

/** What the engine is meant to reach, as ratios within one run. */
export function engineGoals(figures: EngineFigures): Goal[] {
  const { memory, compileTimes, changeTimes } = figures;
  const indexes = shapes.map((shape) => {
    const what = `up to ${formatFigure(mostTiers)} tiers, ${shape}: the simple index against us, where it comes closest`;
    return goal(what, { atLeast: 1 }, closestRatio(figures, shape), formatRatio);
  });
  const compiling = compileTimes.map(({ shape, tierCount, compileCpuMs, parseCpuMs }) => {
    const what = `compiling ${tierCount.toLocaleString('en-US')} tiers, ${shape}: against JSON.parse of them`;
    return goal(what, { atMost: 2 }, medianRatio(compileCpuMs, parseCpuMs), formatRatio);
  });
  const stalls = changeTimes.map(({ setCount, tiersPerSet, longestStepWallMs }) => {
    const what = `a tier changes, ${setCount.toLocaleString('en-US')} x ${tiersPerSet.toLocaleString('en-US')}: longest step and slice`;
    return goal(what, { atMost: 5 }, sliceMs + median(longestStepWallMs), formatMs);
  });
  const bytes = memory.map(({ shape, perBid }) =>
    goal(`bytes allocated per bid, ${shape}`, { atMost: 0 }, roundBytes(perBid), formatFigure),
  );
  return [
    ...indexes,
    goal('wide: 100,000 tiers against 300', { atMost: 1.5 }, growth(figures, 'wide', 300, 100_000), formatRatio),
    ...bytes,
    ...compiling,
    ...stalls,
  ];
}

/** The least ratio over the sizes of a shape that have a goal; undefined where the simple index was not measured. */
function closestRatio(figures: EngineFigures, shape: Shape): number | undefined {
  const ratios = comparisonsOf(figures, shape)
    .filter(({ tierCount }) => tierCount <= mostTiers)
    .map(({ tierCount }) => ratioAt(figures, shape, tierCount, simpleIndex.name, ours.name))
    .filter((ratio) => ratio !== undefined);
  return ratios.length === 0 ? undefined : Math.min(...ratios);
}

/** How many times a contestant takes what another takes; undefined where one of them was not measured. */
export function ratioAt({ comparisons }: EngineFigures, shape: Shape, tierCount: number, name: string, base: string) {
  const comparison = comparisons.find((candidate) => candidate.shape === shape && candidate.tierCount === tierCount);
  const row = comparison && measuredRow(comparison, name);
  const baseRow = comparison && measuredRow(comparison, base);
  return row && baseRow && medianRatio(row.cpuNsPerBid, baseRow.cpuNsPerBid);
}

function growth({ growths }: EngineFigures, shape: Shape, few: number, many: number): number | undefined {
  const sizes = growths.find((candidate) => candidate.shape === shape)?.sizes ?? [];
  const [less, more] = [few, many].map((tierCount) => sizes.find((size) => size.tierCount === tierCount));
  return less && more && medianRatio(more.cpuNsPerBid, less.cpuNsPerBid);
}

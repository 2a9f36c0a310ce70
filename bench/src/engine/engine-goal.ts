import { formatFigure, formatNs, formatRatio } from '../figure.ts';
import type { Goal } from '../goal.ts';
import { goal } from '../goal.ts';
import { median, medianRatio } from '../measure/statistic.ts';
import { limit } from './contestants/limit.ts';
import { linearLoop } from './contestants/linear-loop.ts';
import { ours } from './contestants/ours.ts';
import type { EngineFigures } from './figures.ts';
import { measuredRow, roundBytes } from './figures.ts';
import { peers } from './line-up.ts';
import type { Shape } from './workload.ts';
import { shapes } from './workload.ts';

/** In which the service starts steps of compiling before everything else has its turn. */
const sliceMs = 2;
const formatMs = (ms: number) => formatNs(ms * 1e6);

/** What the engine is meant to reach, as ratios within one run. */
export function engineGoals(figures: EngineFigures): Goal[] {
  const { memory, compileTimes, changeTimes } = figures;
  const perShape = shapes.flatMap((shape) => {
    const times = (name: string, base: string) => ratioAt(figures, shape, 1000, name, base);
    const slowness = peers.map(({ name }) => times(name, ours.name)).filter((ratio) => ratio !== undefined);
    const fastestPeer = slowness.length === 0 ? undefined : Math.min(...slowness);
    return [
      goal(`1,000 tiers, ${shape}: cost against the limit`, { atMost: 4 }, times(ours.name, limit.name), formatRatio),
      goal(
        `1,000 tiers, ${shape}: the linear loop against us`,
        { atLeast: 50 },
        times(linearLoop.name, ours.name),
        formatRatio,
      ),
      goal(`1,000 tiers, ${shape}: the fastest rule engine against us`, { atLeast: 1000 }, fastestPeer, formatRatio),
    ];
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
    goal(`bytes allocated a bid, ${shape}`, { atMost: 0 }, roundBytes(perBid), formatFigure),
  );
  return [
    ...perShape,
    goal('wide: 100,000 tiers against 300', { atMost: 1.5 }, growth(figures, 'wide', 300, 100_000), formatRatio),
    goal('deep: 100,000 tiers against 1,000', { atMost: 4 }, growth(figures, 'deep', 1000, 100_000), formatRatio),
    ...bytes,
    ...compiling,
    ...stalls,
  ];
}

/** How many times a contestant takes what another takes; undefined where one of them was not measured. */
export function ratioAt({ heats }: EngineFigures, shape: Shape, tierCount: number, name: string, base: string) {
  const heat = heats.find((candidate) => candidate.shape === shape && candidate.tierCount === tierCount);
  const row = heat && measuredRow(heat, name);
  const baseRow = heat && measuredRow(heat, base);
  return row && baseRow && medianRatio(row.cpuNsPerBid, baseRow.cpuNsPerBid);
}

function growth({ growths }: EngineFigures, shape: Shape, few: number, many: number): number | undefined {
  const sizes = growths.find((candidate) => candidate.shape === shape)?.sizes ?? [];
  const [less, more] = [few, many].map((tierCount) => sizes.find((size) => size.tierCount === tierCount));
  return less && more && medianRatio(more.cpuNsPerBid, less.cpuNsPerBid);
}

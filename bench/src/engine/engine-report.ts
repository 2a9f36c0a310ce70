import { median, medianRatio, spread } from '../measure/rounds.ts';
import { goalTable } from '../suite/goal.ts';
import { formatFigure, formatNs, formatRatio, type Table, toText } from '../suite/table.ts';
import type { Comparison } from './comparison/comparison.ts';
import { ours } from './contestants/line-up.ts';
import { engineGoals, ratioAt } from './engine-goal.ts';
import type { EngineFigures } from './figures.ts';
import { comparisonsOf, countCheckedBids, measuredRow, roundBytes } from './figures.ts';
import type { Shape } from './workload/workload.ts';
import { shapes } from './workload/workload.ts';

/** Processor time per bid, by contestant and number of tiers. */
export function costTable(figures: EngineFigures, shape: Shape): Table {
  return tableOf(figures, shape, `${shape}: time per bid`, (comparison, name) => {
    const row = measuredRow(comparison, name);
    return row && formatNs(median(row.cpuNsPerBid));
  });
}

/** The same as multiples of the engine's time, each divided within its rounds. */
export function ratioTable(figures: EngineFigures, shape: Shape): Table {
  return tableOf(figures, shape, `${shape}: times ours`, ({ tierCount }, name) => {
    const ratio = ratioAt(figures, shape, tierCount, name, ours.name);
    return ratio === undefined ? undefined : formatRatio(ratio);
  });
}

/** How far the rounds of a contestant lie apart: the furthest from the median. */
export function spreadTable(figures: EngineFigures, shape: Shape): Table {
  return tableOf(figures, shape, `${shape}: furthest round`, (comparison, name) => {
    const row = measuredRow(comparison, name);
    return row && `±${formatFigure(100 * spread(row.cpuNsPerBid))} %`;
  });
}

/** The engine against itself with other numbers of tiers, in the same rounds. */
export function growthTable({ growths }: EngineFigures): Table {
  const first = growths[0]?.sizes ?? [];
  return {
    header: ['times the cost of the fewest tiers', ...first.map(({ tierCount }) => formatFigure(tierCount))],
    rows: growths.map(({ shape, sizes }) => [
      shape,
      ...sizes.map(({ cpuNsPerBid }) => formatRatio(medianRatio(cpuNsPerBid, sizes[0]!.cpuNsPerBid))),
    ]),
  };
}

export function memoryTable({ memory }: EngineFigures): Table {
  return {
    header: ['bytes allocated', 'per bid', 'per auction', 'control: one object per bid'],
    rows: memory.map(({ shape, perBid, perAuction, controlPerBid }) => [
      shape,
      ...[perBid, perAuction, controlPerBid].map((bytes) => formatFigure(roundBytes(bytes))),
    ]),
  };
}

export function compileTable({ compileTimes }: EngineFigures): Table {
  return {
    header: ['tiers', 'compile', 'JSON.parse', 'ratio'],
    rows: compileTimes.map(({ shape, tierCount, compileCpuMs, parseCpuMs }) => [
      `${formatFigure(tierCount)} ${shape}`,
      formatNs(median(compileCpuMs) * 1e6),
      formatNs(median(parseCpuMs) * 1e6),
      formatRatio(medianRatio(compileCpuMs, parseCpuMs)),
    ]),
  };
}

export function changeTable({ changeTimes }: EngineFigures): Table {
  return {
    header: ['one tier changes', 'its set compiled again', 'longest step', 'in the worst round'],
    rows: changeTimes.map(({ setCount, tiersPerSet, compileWallMs, longestStepWallMs }) => [
      `${formatFigure(setCount)} x ${formatFigure(tiersPerSet)} tiers`,
      formatNs(median(compileWallMs) * 1e6),
      formatNs(median(longestStepWallMs) * 1e6),
      formatNs(Math.max(...longestStepWallMs) * 1e6),
    ]),
  };
}

/** A cell for each contestant and size; where there is no figure, that it was left out and what it would have taken. */
function tableOf(
  figures: EngineFigures,
  shape: Shape,
  title: string,
  cell: (comparison: Comparison, name: string) => string | undefined,
): Table {
  const comparisons = comparisonsOf(figures, shape);
  const names = comparisons[0]?.rows.map(({ name }) => name) ?? [];
  return {
    header: [title, ...comparisons.map(({ tierCount }) => formatFigure(tierCount))],
    rows: names.map((name) => [
      name,
      ...comparisons.map((comparison) => cell(comparison, name) ?? whyNot(comparison, name)),
    ]),
  };
}

function whyNot({ rows }: Comparison, name: string): string {
  const row = rows.find((candidate) => candidate.name === name);
  return row !== undefined && 'estimatedMs' in row ? `dropped: run ~${formatNs(row.estimatedMs * 1e6)}` : '';
}

/** All tables of the suite. */
export function engineText(figures: EngineFigures): string {
  const checkedBids = countCheckedBids(figures);
  const tables = [
    ...shapes.flatMap((shape) => [costTable, ratioTable, spreadTable].map((table) => table(figures, shape))),
    growthTable(figures),
    memoryTable(figures),
    compileTable(figures),
    changeTable(figures),
    goalTable(engineGoals(figures)),
  ];
  const checked = `${checkedBids.toLocaleString('en-US')} answers of timed turns compared with the linear matcher's: all equal.`;
  return [...tables.map(toText), checked].join('\n\n');
}

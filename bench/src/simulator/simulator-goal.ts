import { formatFigure, formatRatio } from '../figure.ts';
import type { Goal } from '../goal.ts';
import { goal } from '../goal.ts';
import { medianRatio } from '../measure/statistic.ts';
import type { SimulatorFigures } from './figures.ts';
import { rowName } from './figures.ts';
import { largestRun, rowOf } from './simulator-table.ts';

const mostBytes = 300e6;

const megabytes = (bytes: number) => `${formatFigure(bytes / 1e6)} MB`;

export function simulatorGoals(figures: SimulatorFigures): Goal[] {
  const run = largestRun(figures);
  const [parse, one, two] = [rowOf(run, rowName.parse), rowOf(run, rowName.one), rowOf(run, rowName.two)];
  return [
    goal(
      'speed of a replay per core, of JSON.parse alone',
      { atLeast: 0.6 },
      medianRatio(parse.processorSeconds, one.processorSeconds),
      formatRatio,
    ),
    goal('2 workers, of 1', { atLeast: 1.6 }, medianRatio(one.seconds, two.seconds), formatRatio),
    goal('most memory of a replay', { atMost: mostBytes }, Math.max(...one.mostBytes, ...two.mostBytes), megabytes),
  ];
}

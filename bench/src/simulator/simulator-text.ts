import { goalTable } from '../goal.ts';
import { toText } from '../table.ts';
import type { SimulatorFigures } from './figures.ts';
import { simulatorGoals } from './simulator-goal.ts';
import { simulatorTable } from './simulator-table.ts';

export function simulatorText(figures: SimulatorFigures): string {
  const checked = 'Every report had all bids, and all reports of a log were the same byte for byte.';
  return [
    ...figures.runs.map((run) => toText(simulatorTable(run))),
    toText(goalTable(simulatorGoals(figures))),
    checked,
  ].join('\n\n');
}

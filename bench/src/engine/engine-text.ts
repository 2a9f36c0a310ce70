import { goalTable } from '../suite/goal.ts';
import { toText } from '../suite/table.ts';
import { engineGoals } from './engine-goal.ts';
import {
  changeTable,
  compileTable,
  costTable,
  growthTable,
  memoryTable,
  ratioTable,
  spreadTable,
} from './engine-table.ts';
import type { EngineFigures } from './figures.ts';
import { countCheckedBids } from './figures.ts';
import { shapes } from './workload/workload.ts';

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

import { goalTable } from '../goal.ts';
import { toText } from '../table.ts';
import type { HttpFigures } from './figures.ts';
import { httpGoals } from './http-goal.ts';
import { capacityTable, latencyTable } from './http-table.ts';

export function httpText(figures: HttpFigures): string {
  const tables = [capacityTable(figures.rows), latencyTable(figures.rows), goalTable(httpGoals(figures))];
  return [...tables.map(toText), 'Every answer was checked, and what was created was counted and read back.'].join(
    '\n\n',
  );
}

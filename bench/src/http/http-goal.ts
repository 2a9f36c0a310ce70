import { formatPercent } from '../figure.ts';
import type { Goal } from '../goal.ts';
import { goal } from '../goal.ts';
import type { HttpFigures } from './figures.ts';
import { partOfBare, processorPartOfBare } from './http-table.ts';

/** What the service should come to, by rate; by processor time it is shown beside. */
export function httpGoals({ rows }: HttpFigures): Goal[] {
  return rows.map((row) => {
    const judged = goal(`${row.name}: of ${row.bare.name}`, { atLeast: row.wanted }, partOfBare(row), formatPercent);
    return { ...judged, found: `${judged.found} (${formatPercent(processorPartOfBare(row))} by processor)` };
  });
}

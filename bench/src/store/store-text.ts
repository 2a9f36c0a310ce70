import { toText } from '../table.ts';
import type { StoreFigures } from './figures.ts';
import { storeTable } from './store-table.ts';

export function storeText({ runs, redis }: StoreFigures): string {
  const checked = 'Every answer was checked, and what was written last was read back.';
  return [...runs.map((run) => toText(storeTable(run))), `${redis}. ${checked}`].join('\n\n');
}

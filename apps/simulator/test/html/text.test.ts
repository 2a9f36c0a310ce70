import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { createReports } from './report.ts';
import { printCompare, printReplay } from '../document/write.ts';

test('a terminal shows no chart, and no sentence about one', async () => {
  const { compared, replayed } = await createReports(createFolder(), 150);
  expect(compared.distribution.some(({ auctions }) => auctions > 0)).toBe(true);
  for (const shown of [printCompare(compared), printReplay(replayed)]) expect(shown).not.toMatch(/chart|bars/i);
});

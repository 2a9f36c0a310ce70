import { expect, test } from 'vitest';
import { fitColumns } from '../../src/part/fit-columns.ts';
import { ladderFit } from '../../src/room/tiers/columns.tsx';
import type { LadderRow } from '../../src/room/tiers/row/ladder-row.ts';

const widths = {
  choice: '36px',
  priority: '64px',
  course: '80px',
  name: 'minmax(140px, 3fr)',
  price: 'max(84px, 11ch + 16px)',
  net: '72px',
  rate: '60px',
  modified: '100px',
};
const columns = Object.entries(widths).map(([id, width]) => ({ id, head: id, width, cell: () => id }));
const shown = (px: number) =>
  fitColumns<LadderRow>(columns, px, ladderFit)
    .filter(({ isFileOnly }) => isFileOnly !== true)
    .map(({ id }) => id);

test('columns are left out, the least needed first, until the others fit; the file keeps them', () => {
  const all = Object.keys(widths);
  expect(shown(0)).toEqual(all);
  expect(shown(662)).toEqual(all);
  expect(shown(661)).toEqual(all.filter((id) => id !== 'modified'));
  expect(shown(550)).toEqual(all.filter((id) => id !== 'modified' && id !== 'rate'));
  expect(fitColumns<LadderRow>(columns, 550, ladderFit)).toHaveLength(all.length);
});

test('a narrow list begins with what needs no scrolling, and has every column', () => {
  expect(shown(358).slice(0, 4)).toEqual(['priority', 'name', 'price', 'net']);
  expect(shown(358)).toHaveLength(columns.length);
});

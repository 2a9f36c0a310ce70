import { expect, test } from 'vitest';
import { fitColumns } from '../../src/part/fit-columns.ts';
import { ladderColumns, ladderFit } from '../../src/room/tiers/columns.tsx';
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
  fitColumns<LadderRow>(columns, px, ladderFit([]))
    .filter(({ isFileOnly }) => isFileOnly !== true)
    .map(({ id }) => id);

test('columns are left out, the least needed first, until the others fit; the file keeps them', () => {
  const all = Object.keys(widths);
  expect(shown(0)).toEqual(all);
  expect(shown(662)).toEqual(all);
  expect(shown(661)).toEqual(all.filter((id) => id !== 'modified'));
  expect(shown(550)).toEqual(all.filter((id) => id !== 'modified' && id !== 'rate'));
  expect(fitColumns<LadderRow>(columns, 550, ladderFit([]))).toHaveLength(all.length);
});

test('a narrow list begins with what needs no scrolling, and has every column', () => {
  expect(shown(358).slice(0, 4)).toEqual(['priority', 'name', 'price', 'net']);
  expect(shown(358)).toHaveLength(columns.length);
});

test('beside the rail of a window of 1,024 px the ladder says where each tier applies', () => {
  const earned = { net: '84px', forgone: '84px', excluded: '84px' };
  const ladder = ladderColumns({
    feeText: '15 %',
    currency: 'USD',
    period: 'Nov 23 – 30',
    days: 8,
    isAdvised: false,
    // With the minimum of a tier that a draft changes: 2.00 → 2.60.
    widths: { name: '140px', price: 'max(80px, 11ch + 16px)', gross: '80px', advice: '196px', earned },
    nowMs: 0,
    mostBids: 1,
    starts: null,
    numbered: null,
    chosen: new Set(),
    areAllChosen: false,
    canEdit: true,
    phrase: null,
    choose: () => {},
    chooseAll: () => {},
  });
  const fits = fitColumns(ladder, 806, ladderFit([])).filter(({ isFileOnly }) => isFileOnly !== true);
  expect(fits.map(({ id }) => id)).toContain('where');
});

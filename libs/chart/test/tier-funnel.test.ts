import type { FunnelRow } from '@auction-tiers/chart';
import { sparkBarHtml, tierFunnelHtml } from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementsOf, faultsOf, marked } from './element.ts';

const names = ['bids seen', 'listed', 'priced in', 'targeted', 'in the tier', 'won'];

function rowsOf(counts: readonly number[]): FunnelRow[] {
  return counts.map((count, at) => ({ name: names[at] ?? '', count, figure: String(count), note: `note ${at}` }));
}

const widths = (counts: readonly number[]) =>
  marked(tierFunnelHtml('Funnel', rowsOf(counts)), 'mark').map((bar) => bar.number('width'));

test('every step is a line with its name, its figure and its note, in order', () => {
  const lines = elementsOf(tierFunnelHtml('Funnel', rowsOf([9, 8, 7, 6, 5, 4]))).filter(({ tag }) => tag === 'li');
  expect(lines.map(({ text }) => names.find((name) => text.includes(name)))).toEqual(names);
  expect(lines[1]!.text).toContain('8');
  expect(lines[1]!.text).toContain('note 1');
});

test('a step with a definition has it for the pointer, the keyboard and the screen reader', () => {
  const [row] = rowsOf([9]);
  const drawn = elementsOf(tierFunnelHtml('Funnel', [{ ...row!, definition: 'Bids of all auctions' }]));
  const name = drawn.find(({ attributes }) => attributes.has('data-definition'));
  expect(name?.attributes.get('tabindex')).toBe('0');
  expect(name?.text).toContain('Bids of all auctions');
});

test('bars are as long as their counts, on one scale', () => {
  const [seen, listed, , , , won] = widths([100, 80, 60, 40, 20, 10]);
  expect(listed! / won!).toBeCloseTo(8, 1);
  expect(seen! / listed!).toBeCloseTo(1.25, 1);
});

test.for([
  [1000, 299],
  [100_000, 80],
] as const)('of %i bids seen, the bar of %i listed is as long as its share', ([seen, listed]) => {
  const [whole, part] = widths([seen, listed, 0]);
  expect(whole).toBe(100);
  expect(part).toBeCloseTo((100 * listed) / seen, 1);
});

test('a step without bids has no bar', () => {
  expect(widths([10, 5, 0, 0, 0, 0])).toHaveLength(2);
});

test('whatever the counts, all is a number', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 6 }), (counts) => {
      const drawn = tierFunnelHtml('Funnel', rowsOf(counts.toSorted((one, other) => other - one)));
      expect(faultsOf(drawn)).toEqual([]);
      for (const width of marked(drawn, 'mark').map((bar) => bar.number('width'))) {
        expect(width).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test.for([
  [0.25, 25],
  [1.7, 100],
  [1, 100],
  [1e-9, 0],
] as const)('a bar behind a figure with the share %f is %i %% long', ([share, width]) => {
  const drawn = sparkBarHtml(share, '17.4k');
  expect(marked(drawn, 'mark')[0]!.number('width')).toBe(width);
  expect(elementsOf(drawn)[0]!.text).toBe('17.4k');
  expect(faultsOf(drawn)).toEqual([]);
});

test.for([0, -1, Number.NaN, null])('a share of %s has no bar', (share) => {
  expect(marked(sparkBarHtml(share, '-'), 'mark')).toEqual([]);
});

import { binPrices, chartHtml, drawHistogram, histogramLayout } from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars, elementsOf, faultsOf, marked, overlapsOf } from './element.ts';

const words = { word: dollars, titleOf: ({ count }: { count: number }) => `${count} bids` };

function draw(prices: readonly number[], minPrice: number | null, before: number | null = null, widthPx = 600) {
  const layout = histogramLayout({
    bins: binPrices(prices, [minPrice ?? 0, before ?? 0]),
    widthPx,
    word: dollars,
    countWord: String,
  });
  const about = { id: 'net', title: 'Net bids', description: 'Net bids of three buyers' };
  const drawn = chartHtml(
    { ...about, draw: () => drawHistogram(layout, { ...words, minPrice, minPriceLabel: 'min_price', before }) },
    widthPx,
  );
  return { layout, drawn };
}

const price = fc.oneof(
  fc.constantFrom(0, 1e9, 1e-6, -2),
  fc.double({ min: 0, max: 50, noNaN: true }),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
);

test('every price is in exactly one bin, and bins follow each other', () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (prices, most) => {
      const bins = binPrices(prices, [], most);
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(prices.length);
      for (const { from, to, count } of bins) {
        expect(prices.filter((each) => each >= from && (to === null || each < to))).toHaveLength(count);
      }
      expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
      expect(bins.length).toBeLessThanOrEqual(2 * most + 2);
    }),
  );
});

test('a price below 0 that is too small to divide is in the first bin', () => {
  expect(binPrices([1e9, -Number.MIN_VALUE], [], 1).map(({ count }) => count)).toEqual([1, 0, 1]);
});

test('a few very high bids share the last bin, so that the others stay apart', () => {
  const bins = binPrices([...Array.from({ length: 400 }, (_, at) => at / 100), 1e6]);
  expect(bins.length).toBeGreaterThan(10);
  expect(bins.at(-1)).toMatchObject({ to: null, count: 1 });
});

test('priceAt(xAt(price)) is the price, anywhere in the chart', () => {
  fc.assert(
    fc.property(
      fc.array(price, { maxLength: 50 }),
      fc.integer({ min: 240, max: 1600 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (prices, widthPx, share) => {
        const { layout } = draw(prices, 2, null, widthPx);
        const [from, to] = layout.reach;
        const wanted = from + (to - from) * share;
        const x = layout.xAt(wanted);
        expect(x).toBeGreaterThanOrEqual(layout.plot.left - 0.01);
        expect(x).toBeLessThanOrEqual(layout.plot.right + 0.01);
        expect(Math.abs(layout.priceAt(x) - wanted)).toBeLessThanOrEqual((to - from) * 1e-9);
      },
    ),
  );
});

test('a handle that is drawn out of the chart stays at its ends', () => {
  const { layout } = draw([1, 2, 3], 2);
  expect(layout.priceAt(-500)).toBe(layout.reach[0]);
  expect(layout.priceAt(5000)).toBe(layout.reach[1]);
  expect(layout.xAt(1e9)).toBe(layout.plot.right);
});

test('the line of min_price is where its handle is, with its label', () => {
  const { layout, drawn } = draw([1, 2, 3, 4], 2.5);
  const [line] = marked(drawn, 'min-price');
  expect(line!.number('x1')).toBeCloseTo(layout.xAt(2.5), 1);
  expect(elementsOf(drawn).filter(({ tag, text }) => tag === 'text' && text === 'min_price')).toHaveLength(1);
});

test('bars left of min_price are of another kind, and a bar that it crosses is cut there', () => {
  const prices = Array.from({ length: 100 }, (_, at) => at / 25);
  const { layout, drawn } = draw(prices, 1.9);
  const at = layout.xAt(1.9);
  const [out, within] = [marked(drawn, 'out'), marked(drawn, 'in')];
  expect(out.length).toBeGreaterThan(0);
  expect(within.length).toBeGreaterThan(0);
  for (const bar of out) expect(bar.number('x') + bar.number('width')).toBeLessThanOrEqual(at + 0.02);
  for (const bar of within) expect(bar.number('x')).toBeGreaterThanOrEqual(at - 0.02);
  expect(marked(draw(prices, null).drawn, 'out')).toEqual([]);
});

test('a higher count is a higher bar, from the axis up', () => {
  const { layout, drawn } = draw([1, 1, 1, 3], null);
  const heights = marked(drawn, 'in').map((bar) => bar.number('height'));
  expect(Math.max(...heights) / Math.min(...heights)).toBeCloseTo(3, 1);
  for (const bar of marked(drawn, 'in')) {
    expect(bar.number('y') + bar.number('height')).toBeCloseTo(layout.plot.bottom, 1);
  }
});

test('the live min_price of a draft is a dashed line of its own', () => {
  const { layout, drawn } = draw([1, 2, 3], 2.5, 2);
  expect(marked(drawn, 'min-price-before')[0]!.number('x1')).toBeCloseTo(layout.xAt(2), 1);
  expect(marked(draw([1, 2, 3], 2).drawn, 'min-price-before')).toEqual([]);
});

test('whatever the prices, every coordinate is a number and no two labels overlap', () => {
  fc.assert(
    fc.property(
      fc.array(price, { maxLength: 60 }),
      fc.option(price),
      fc.integer({ min: 260, max: 1600 }),
      (prices, minPrice, widthPx) => {
        const { drawn } = draw(prices, minPrice, 2, widthPx);
        expect(faultsOf(drawn)).toEqual([]);
        expect(overlapsOf(drawn, widthPx)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test.for([[[]], [[5]], [[2, 2, 2]], [[0, 0]], [[-4, -1]], [[1e9, 1e9, 1]]] as const)('%j is drawn', ([prices]) => {
  const { drawn } = draw(prices, 2);
  expect(faultsOf(drawn)).toEqual([]);
  expect([...marked(drawn, 'in'), ...marked(drawn, 'out')].length).toBeGreaterThanOrEqual(
    new Set(prices).size > 0 ? 1 : 0,
  );
});

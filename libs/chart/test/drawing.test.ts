import {
  axisHtml,
  bar,
  chartHtml,
  createFunnelScale,
  createTrackScale,
  documentChartHtml,
  dot,
  drawDistribution,
  drawHourPairs,
  drawInterval,
  funnelTrackHtml,
  trackHtml,
  whisker,
} from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars, elementsOf, faultsOf, marked, overlapsOf } from './element.ts';

const amount = fc.oneof(fc.constantFrom(0, 1e9, -1e9, 1e-9, 5e-324), fc.double({ min: -1e9, max: 1e9, noNaN: true }));
const width = fc.integer({ min: 280, max: 1600 });
const about = { id: 'a', title: 'Title', description: 'Description' };

test('an interval is between its ends, with 0 marked, whatever the figures', () => {
  fc.assert(
    fc.property(fc.tuple(amount, amount, amount), fc.boolean(), width, (amounts, hasInterval, widthPx) => {
      const [low, value, high] = amounts.toSorted((one, other) => one - other) as [number, number, number];
      const estimate = {
        value,
        interval: hasInterval ? { low, high } : null,
        word: dollars,
        tone: 'even',
      } as const;
      const drawn = chartHtml({ ...about, draw: (each) => drawInterval(estimate, each) }, widthPx);
      expect(faultsOf(drawn)).toEqual([]);
      expect(overlapsOf(drawn, widthPx)).toEqual([]);
      const [line] = marked(drawn, 'effect');
      const [mark] = marked(drawn, 'mark');
      expect(mark!.number('cx')).toBeGreaterThanOrEqual(line!.number('x1'));
      expect(mark!.number('cx')).toBeLessThanOrEqual(line!.number('x2'));
      expect(marked(drawn, 'zero')).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

/** How far the figure is right of 0, in pixels. */
function placeOf(value: number): number {
  const estimate = { value, interval: null, word: dollars, tone: 'even' } as const;
  const drawn = chartHtml({ ...about, draw: (each) => drawInterval(estimate, each) });
  return marked(drawn, 'mark')[0]!.number('cx') - marked(drawn, 'zero')[0]!.number('x1');
}

test('0 is right of a loss and left of a gain', () => {
  expect(placeOf(-3)).toBeLessThan(0);
  expect(placeOf(3)).toBeGreaterThan(0);
  expect(placeOf(0)).toBe(0);
});

test('a distribution has a bar for each bin, losses apart from gains, whatever the counts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { maxLength: 30 }), width, (counts, widthPx) => {
      const bins = counts.map((count, at) => ({
        from: at === 0 ? null : at - 3,
        to: at - 2,
        count,
        title: `bin ${at}`,
      }));
      const drawn = chartHtml(
        { ...about, draw: (each) => drawDistribution(bins, { edge: dollars, count: String }, each) },
        widthPx,
      );
      expect(faultsOf(drawn)).toEqual([]);
      expect(overlapsOf(drawn, widthPx)).toEqual([]);
      expect(marked(drawn, 'loss')).toHaveLength(Math.min(counts.length, 3));
      expect(marked(drawn, 'mark')).toHaveLength(counts.length);
    }),
    { numRuns: 60 },
  );
});

test('hours before and after have a bar for each difference, whatever the figures', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { maxLength: 60 }), width, (pairs, widthPx) => {
      const hours = pairs.map(([before, after], at) => ({
        day: `${1 + Math.floor(at / 24)} Nov`,
        time: `${String(at % 24).padStart(2, '0')}:00`,
        before,
        after,
        difference: after - before,
        title: 'an hour',
      }));
      const drawn = chartHtml({ ...about, draw: (each) => drawHourPairs(hours, dollars, each) }, widthPx);
      expect(faultsOf(drawn)).toEqual([]);
      expect(marked(drawn, 'mark').filter(({ tag }) => tag === 'rect')).toHaveLength(pairs.length);
    }),
    { numRuns: 60 },
  );
});

test('marks of a track are within their cell, whatever the figures', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
      const scale = createTrackScale(amounts);
      const marks = amounts.map((each) => [
        bar(scale, 0, each, 'gain'),
        dot(scale, each, 'total'),
        whisker(scale, 0, each),
      ]);
      const drawn = trackHtml(marks, axisHtml(scale, dollars));
      expect(faultsOf(drawn)).toEqual([]);
      for (const each of marked(drawn, 'mark').filter(({ tag }) => tag === 'circle')) {
        expect(each.number('cx')).toBeGreaterThanOrEqual(0);
        expect(each.number('cx')).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: 60 },
  );
});

test('a funnel in a cell has bars within bars, and two lanes for two tier sets', () => {
  const steps = { seen: 100, listed: 80, priced_in: 40, targeted: 20, categorised: 10, won: 0 };
  const scale = createFunnelScale([steps, null]);
  const single = marked(funnelTrackHtml([steps], scale), 'mark').map((each) => each.number('width'));
  expect(single).toEqual(single.toSorted((one, other) => other - one));
  expect(single).toHaveLength(4);
  expect(marked(funnelTrackHtml([steps, steps], scale), 'of-current')).toHaveLength(4);
  expect(marked(funnelTrackHtml([null, steps], scale), 'of-current')).toEqual([]);
});

test('a chart has its title and description; one for a document is drawn for three widths', () => {
  const drawing = { ...about, draw: () => ({ heightPx: 10, body: null }) };
  const svgs = elementsOf(documentChartHtml(drawing)).filter(({ tag }) => tag === 'svg');
  expect(svgs).toHaveLength(3);
  expect(faultsOf(documentChartHtml(drawing))).toEqual([]);
  expect(elementsOf(chartHtml(drawing, 500)).map(({ text }) => text.trim())).toContain('Description');
  expect(elementsOf(chartHtml(drawing, 500))[0]!.attributes.get('viewBox')).toBe('0 0 500 10');
});

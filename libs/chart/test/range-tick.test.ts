import { rangeTickHtml } from '@auction-tiers/chart';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementsOf, faultsOf, marked } from './element.ts';

const label = 'Net 124.10, usually 98.20 to 131.00';
const draw = (value: number | null, low: number, high: number, better: 'more' | 'less' | null = 'more') =>
  rangeTickHtml({ value, usual: { low, high }, better, label });

test('within the usual range the figure is a plain tick, inside of the band', () => {
  const drawn = draw(5, 4, 8);
  const [band] = marked(drawn, 'band');
  const [tick] = marked(drawn, 'tick-line');
  expect(tick!.number('x1')).toBeGreaterThan(band!.number('x'));
  expect(tick!.number('x1')).toBeLessThan(band!.number('x') + band!.number('width'));
  expect([...marked(drawn, 'gain'), ...marked(drawn, 'loss'), ...marked(drawn, 'pointer')]).toEqual([]);
});

test.for([
  [9, 'more', 'gain'],
  [3, 'more', 'loss'],
  [9, 'less', 'loss'],
  [3, 'less', 'gain'],
  [9, null, 'even'],
] as const)('%f against 4 to 8, where %s is better, is a pointer of the class %s', ([value, better, tone]) => {
  const drawn = draw(value, 4, 8, better);
  expect(marked(drawn, 'pointer')[0]!.has(tone)).toBe(true);
});

test.for([4, 8])('%f is within 4 to 8', (value) => {
  expect(marked(draw(value, 4, 8), 'pointer')).toEqual([]);
});

test('the pointer of a figure above the range and of one below have other shapes', () => {
  const shapes = [9, 3].map((value) => marked(draw(value, 4, 8), 'pointer')[0]!.attributes.get('d'));
  expect(shapes[0]).not.toBe(shapes[1]);
});

test('a screen reader hears the sentence of the caller', () => {
  const { attributes } = elementsOf(draw(5, 4, 8))[0]!;
  expect([attributes.get('role'), attributes.get('aria-label')]).toEqual(['img', label]);
});

test('without a figure or without a range only what is known is drawn', () => {
  expect(marked(draw(null, 4, 8), 'tick-line')).toEqual([]);
  const unknown = rangeTickHtml({ value: 5, usual: null, better: 'more', label });
  expect([marked(unknown, 'band').length, marked(unknown, 'tick-line').length]).toEqual([0, 1]);
});

const amount = fc.oneof(fc.constantFrom(0, 1e9, -1e9, 1e-9), fc.double({ min: -1e9, max: 1e9, noNaN: true }));

test('whatever the figures, all is within the drawing and higher is further right', () => {
  fc.assert(
    fc.property(fc.option(amount), amount, amount, (value, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const drawn = draw(value, low, high);
      expect(faultsOf(drawn)).toEqual([]);
      const places = elementsOf(drawn).flatMap((mark) =>
        ['x', 'x1', 'x2'].map((name) => mark.number(name)).filter((place) => !Number.isNaN(place)),
      );
      for (const place of places) expect(place).toBeGreaterThanOrEqual(0);
      for (const place of places) expect(place).toBeLessThanOrEqual(100);
    }),
  );
});

import { expect, test } from 'vitest';
import { createLogAxis, keepApart } from '../../src/report/plot-scale.ts';

test('a logarithmic axis gives each decade the same room', () => {
  const axis = createLogAxis([20, 5000], 0, 300);
  expect(axis.ticks).toEqual([10, 100, 1000, 10_000]);
  expect(axis.ticks.map((tick) => Math.round(axis.at(tick)))).toEqual([0, 100, 200, 300]);
  expect(createLogAxis([7], 400, 0).at(1)).toBe(400);
});

test('an axis of one power of ten still has two ends', () => {
  expect(createLogAxis([100], 0, 100).ticks).toEqual([100, 1000]);
});

test.for<[string, number[], number[]]>([
  ['what is far enough stays', [10, 40, 80], [10, 40, 80]],
  ['what is too close is moved on', [10, 15, 20], [10, 25, 40]],
  ['the order given does not matter', [20, 10, 15], [40, 10, 25]],
  ['equals keep their order', [10, 10], [10, 25]],
  ['what would pass the limit pushes the others back', [90, 95, 98], [70, 85, 100]],
])('labels: %s', ([, places, wanted]) => {
  expect(keepApart(places, 15, 100)).toEqual(wanted);
});

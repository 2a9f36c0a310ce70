import { expect, test } from 'vitest';
import { formatFigure } from '../../src/suite/table.ts';
import { goal, goalTable } from '../../src/suite/goal.ts';

test.for<[number | undefined, boolean | null]>([
  [3.9, true],
  [4, true],
  [4.001, false],
  [undefined, null],
])('at most 4: %d', ([found, isMet]) => {
  expect(goal('cost', { atMost: 4 }, found, formatFigure).isMet).toBe(isMet);
});

test.for<[number, boolean]>([
  [50, true],
  [49.9, false],
])('at least 50: %d', ([found, isMet]) => {
  expect(goal('gain', { atLeast: 50 }, found, formatFigure).isMet).toBe(isMet);
});

test('a goal that was missed says so, and so does one that was not measured', () => {
  const goals = [5, undefined].map((found) => goal('cost', { atMost: 4 }, found, formatFigure));
  expect(goalTable(goals).rows).toEqual([
    ['cost', 'at most 4', '5', 'no'],
    ['cost', 'at most 4', 'not measured', '-'],
  ]);
});

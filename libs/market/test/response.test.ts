import { answerPrice, Budget, learn, ResponseParams } from '@auction-tiers/market';
import { expect, test } from 'vitest';

const response = ResponseParams.parse({
  version: 1,
  raise: 0.08,
  lag_hours: 12,
  shading: 0.5,
  budget: { members: [1], per_day: 10 },
});

test('buyers learn 63 % of a change within the lag, and 86 % within twice the lag, in steps of any length', () => {
  expect(learn(0, 1, 12, response)).toBeCloseTo(1 - Math.exp(-1), 12);
  let learnt = 0;
  for (let hour = 0; hour < 24; hour++) learnt = learn(learnt, 1, 1, response);
  expect(learnt).toBeCloseTo(1 - Math.exp(-2), 12);
  expect(learn(0.3, 0.5, 1, { ...response, lag_hours: 0 })).toBe(0.5);
});

test.for([
  [2, 1, 0, 2, 'nothing is learnt'],
  [2, 3, 1, 2.16, 'a bid below the minimum is raised, not shaded'],
  [2, 1, 1, 1.58, 'half of what a raised bid is above the minimum is saved'],
] as const)('a bid of %f at a minimum of %f with %f learnt becomes %f: %s', ([price, minimum, learnt, bid]) => {
  expect(answerPrice(price, { minimum }, learnt, response)).toBeCloseTo(bid, 12);
});

test.for([
  [0.5, 1.88, 'half of what it will lower is lowered'],
  [1, 1.76, 'a preferred buyer wins with less'],
] as const)('of a bid of 2 with %f learnt a buyer that is preferred keeps %f: %s', ([learnt, bid]) => {
  const shading = ResponseParams.parse({ version: 1, preference_shading: 0.12 });
  expect(answerPrice(2, { minimum: 1, isPreferred: true }, learnt, shading)).toBeCloseTo(bid, 12);
  expect(answerPrice(2, { minimum: 1 }, learnt, shading)).toBe(2);
  // It goes no lower than the minimum, and a bid below it stays.
  expect(answerPrice(2, { minimum: 1.95, isPreferred: true }, learnt, shading)).toBe(1.95);
  expect(answerPrice(2, { minimum: 3, isPreferred: true }, learnt, shading)).toBe(2);
});

test('a budget is shared out to places, ends the bids of the day and is there again on the next', () => {
  const budget = new Budget(response, 0.5);
  expect(budget.isLeft(0)).toBe(true);
  budget.spend(4.9);
  expect(budget.isLeft(0)).toBe(true);
  budget.spend(0.1);
  expect([budget.isLeft(0), budget.isLeft(1)]).toEqual([false, true]);
});

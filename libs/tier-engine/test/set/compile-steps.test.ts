import { compile, compileInSteps, runAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { bid, request, source, tier } from '../fixture/build.ts';

const tiers = Array.from({ length: 5000 }, (_, at) =>
  tier({ id: 5000 - at, priority: (at % 10) + 1, minPriceMicros: at * 1000, buyerMemberIds: [1 + (at % 7), 100 + at] }),
);
const asked = request({
  bids: [1, 2, 3, 104, 999].map((memberId) => bid({ id: `b${memberId}`, memberId, grossMicros: 3e6 })),
});

test('compiling in steps comes to the same set as compiling at once', () => {
  const steps = compileInSteps(source(tiers));
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  const atOnce = compile(source(tiers));
  if (!step.value.ok || !atOnce.ok) throw new Error('The tiers do not compile.');
  expect(step.value.tierSet.tiers).toEqual(atOnce.tierSet.tiers);
  expect(runAuction(step.value.tierSet, asked)).toEqual(runAuction(atOnce.tierSet, asked));
  // 5,000 tiers are read and indexed in steps of 500, their 10,000 buyer-tier pairs in steps of 4,096.
  expect(count).toBeGreaterThan(20);
});

test('steps end with the issues, too', () => {
  const steps = compileInSteps(source([tier({ id: 0 })]));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value).toMatchObject({ ok: false, issues: [{ path: 'tiers[0].id' }] });
});

test('a set that is compiled anew in the middle of an auction does not disturb it', () => {
  const steps = compileInSteps(source(tiers));
  const result = compile(source(tiers));
  if (!result.ok) throw new Error('The tiers do not compile.');
  const before = runAuction(result.tierSet, asked);
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    expect(runAuction(result.tierSet, asked)).toEqual(before);
  }
});

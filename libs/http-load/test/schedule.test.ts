import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Schedule } from '../src/schedule.ts';

test('requests are due evenly, the first one at once, and no more than there are', () => {
  const schedule = new Schedule(200, 3, 1000);
  expect([999, 1000, 1000, 1004.9, 1005, 1010, 2000].map((nowMs) => schedule.take(nowMs, false))).toEqual([
    undefined,
    1000,
    undefined,
    undefined,
    1005,
    1010,
    undefined,
  ]);
  expect(schedule.left).toBe(0);
});

test.for([
  ['sent on time', 1000, false, 1000],
  ["late by less than the clock's grain", 1001.5, false, 1001.5],
  ['late because this process was held up', 1003, false, 1000],
  ['late because no connection was free', 1001.5, true, 1000],
] as const)('latency of a request %s', ([, nowMs, hasWaited, countsFromMs]) => {
  expect(new Schedule(1, 1, 1000).take(nowMs, hasWaited)).toBe(countsFromMs);
});

test('at any moment every due request has been taken once, and none early', () => {
  const looks = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 500, noNaN: true }), fc.nat(500), looks, (rate, total, moments) => {
      const schedule = new Schedule(rate, total, 0);
      let taken = 0;
      for (const nowMs of moments.toSorted((left, right) => left - right)) {
        while (schedule.take(nowMs, true) !== undefined) taken++;
        expect(taken).toBe(total - schedule.left);
        if (schedule.left > 0) expect(schedule.nextDueMs).toBeGreaterThan(nowMs);
        expect(taken).toBeLessThanOrEqual(Math.floor((nowMs * rate) / 1000 + 1.000001));
      }
    }),
  );
});

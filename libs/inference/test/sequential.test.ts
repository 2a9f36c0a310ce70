import { Random } from '@auction-tiers/chance';
import { expect, test } from 'vitest';
import {
  fixedReach,
  logGamma,
  sampleRatioBayesFactor,
  sequenceReach,
  sequenceReachOfFew,
} from '@auction-tiers/inference';

const random = new Random([7, 11], 1);

// Python 3, math.lgamma.
test.for([
  [0.5, 0.5723649429247004],
  [10, 12.801827480081467],
  [12_345.6, 103_959.18506616846],
] as const)('the logarithm of the gamma function of %f is %f', ([x, value]) => {
  expect(Math.abs(logGamma(x) / value - 1)).toBeLessThan(1e-9);
});

test('a confidence sequence is near its narrowest where it was planned to end, in estimates rather than standard errors', () => {
  expect(width(0.2)).toBeGreaterThan(width(1));
  expect(sequenceReach(1)).toBeLessThan(
    1.002 * Math.min(...[0.5, 0.8, 1.2, 2, 5].map((tuned) => sequenceReachAt(1, tuned))),
  );
  expect(sequenceReachOfFew(1, 5)).toBeGreaterThan(sequenceReach(1));
  expect(fixedReach(1e6)).toBeCloseTo(1.96, 2);
});

const width = (share: number) => sequenceReach(share) / Math.sqrt(share);

/** The reach at a time of a sequence that is tuned for another. */
function sequenceReachAt(share: number, tuned: number): number {
  return sequenceReach(share / tuned);
}

test('a confidence sequence that is looked at 672 times leaves a mean of 0 in at most 5 of 100 runs; intervals that are looked at once, in more than 30', () => {
  let [left, naive] = [0, 0];
  for (let run = 0; run < 1000; run++) {
    let [sum, isLeft, isNaive] = [0, false, false];
    for (let look = 1; look <= 672; look++) {
      sum += random.normal();
      const standardised = Math.abs(sum) / Math.sqrt(look);
      isLeft ||= standardised > sequenceReach(look / 672);
      isNaive ||= standardised > 1.96;
    }
    left += Number(isLeft);
    naive += Number(isNaive);
  }
  expect(left).toBeLessThanOrEqual(50);
  expect(naive).toBeGreaterThan(300);
});

test('51:49 has a Bayes factor below 0.001 within 100,000 units in at least 45 of 50 runs, and 50:50 in none', () => {
  let [found, false50] = [0, 0];
  for (let run = 0; run < 50; run++) {
    const isFound = (share: number) => {
      let treated = 0;
      for (let units = 1; units <= 100_000; units++) {
        treated += Number(random.fraction() < share);
        if (units % 1000 === 0 && sampleRatioBayesFactor(treated, units - treated, 0.5) < 0.001) return 1;
      }
      return 0;
    };
    found += isFound(0.51);
    false50 += isFound(0.5);
  }
  expect([found >= 45, false50]).toEqual([true, 0]);
});

test('the share is judged as it is: 10,100 of 100,000 fit 10 %, and 11,000 do not', () => {
  expect(sampleRatioBayesFactor(10_100, 89_900, 0.1)).toBeGreaterThan(1);
  expect(sampleRatioBayesFactor(11_000, 89_000, 0.1)).toBeLessThan(0.001);
});

import { DayDesign, spreadIfShocksPersist, studentQuantile } from '@auction-tiers/inference';
import { hashSeed, Random } from '@auction-tiers/chance';
import { describe, expect, test } from 'vitest';

/** A Monday. */
const monday = 20_514;
const daysFrom = (count: number) => Array.from({ length: count }, (_, at) => monday + at);
const alike = (count: number) => new Float64Array(count).fill(100);
const none = (left: number, right: number) => (left === right ? 1 : 0);

describe('how far days stand for weeks', () => {
  test.for([
    [5, 'some', [0, 6], []],
    [7, 'weighted', [], []],
    [9, 'weighted', [], [1, 2]],
    [14, 'stratified', [], []],
    [15, 'stratified', [], [1]],
  ] as const)('%i days from a Monday: %s', ([count, cover, missing, frequent]) => {
    const design = new DayDesign(alike(count), daysFrom(count));
    expect(design).toMatchObject({ cover, missing, frequent });
  });

  test('a log without days lacks every day of the week', () => {
    const design = new DayDesign(alike(0), []);
    expect(design).toMatchObject({ cover: 'some', missing: [0, 1, 2, 3, 4, 5, 6], widening: 1 });
  });

  test('two Mondays count as much together as any other day', () => {
    const design = new DayDesign(alike(8), daysFrom(8));
    const values = Float64Array.of(100, 0, 0, 0, 0, 0, 0, 300);
    expect(design.ratio(values, alike(8))).toBeCloseTo(200 / 700, 12);
    expect(design.widening).toBeCloseTo(Math.sqrt((6.5 * 8) / 49), 12);
  });
});

test('days of one size give the standard error of a mean, and one degree of freedom less than days', () => {
  const values = Float64Array.of(300, 100, 500, 200, 400);
  const design = new DayDesign(alike(5), daysFrom(5));
  expect(design.standardError(values, alike(5))).toBeCloseTo(Math.sqrt(2.5 / 5), 12);
  const { degreesOfFreedom, widening, quantile } = design.spread(none, 0, 0.95);
  expect([degreesOfFreedom, widening]).toEqual([expect.closeTo(4, 9), 1]);
  expect(quantile).toBeCloseTo(studentQuantile(0.975, 4), 6);
});

test('a cycle of weeks adds nothing to the standard error of two weeks, and leaves seven degrees of freedom', () => {
  const cycle = [5, 1, 4, 2, 3, -9, -6];
  const noise = [1, -1, 2, -2, 0, 1, -1, -1, 1, -2, 2, 0, -1, 1];
  const [plain, cyclic] = [0, 100].map((scale) => Float64Array.from(noise, (one, at) => one + scale * cycle[at % 7]!));
  const design = new DayDesign(alike(14), daysFrom(14));
  expect(design.standardError(cyclic!, alike(14))).toBeCloseTo(design.standardError(plain!, alike(14)), 9);
  expect(design.spread(none, 0, 0.95).degreesOfFreedom).toBeCloseTo(7, 9);
});

/** Days of which each keeps a share of the day before. */
function drawDays(seed: string, count: number, kept: number): Float64Array {
  const random = new Random(hashSeed(seed), 0);
  let level = random.normal();
  return Float64Array.from({ length: count }, () => {
    const own = level;
    level = kept * level + Math.sqrt(1 - kept ** 2) * random.normal();
    return own;
  });
}

test.for([
  [14, 0, 0.94],
  [14, 0.8, 0.8],
  [28, 0.8, 0.84],
] as const)(
  'of %i days that keep %f of the day before, the interval holds the mean in %f of the logs',
  ([count, kept, least]) => {
    const logs = 200;
    let held = 0;
    for (let log = 0; log < logs; log++) {
      const [values, sizes] = [drawDays(`${count} ${kept} ${log}`, count, kept), new Float64Array(count).fill(1)];
      const design = new DayDesign(sizes, daysFrom(count));
      const spread = design.spread(design.keeping(design.persistence(values)), 1, 0.95);
      const { low, high } = design.estimate(values, sizes, spread);
      if (low <= 0 && high >= 0) held++;
    }
    expect(held / logs).toBeGreaterThanOrEqual(least);
  },
);

const varianceOf = (between: number) => {
  const freedom = { withinFreedom: 161, betweenFreedom: 7 };
  return { probability: 0.3, deviations: new Float64Array(), withinDays: 1, betweenDays: between, ...freedom };
};
const widened = (count: number, found: Parameters<typeof spreadIfShocksPersist>[1]) =>
  spreadIfShocksPersist(new DayDesign(alike(count), daysFrom(count)), found, 0.95)?.widening;

describe('if days kept most of what the day before was off', () => {
  const alikeDays = (between: number) => ({ variance: varianceOf(between), isDifferent: false, kept: 0 });
  const differing = { variance: varianceOf(9), isDifferent: true, kept: 0.1 };

  test('days that differ by no more than their hours are no shocks, and the more they differ the wider it gets', () => {
    expect(widened(14, alikeDays(0.7))).toBeCloseTo(1, 12);
    const [few, more] = [widened(14, alikeDays(1.2))!, widened(14, alikeDays(1.6))!];
    expect(few).toBeGreaterThan(1.1);
    expect(more).toBeGreaterThan(few);
  });

  test('days that are found to differ are all shock, of which fewer than 28 say nothing', () => {
    const design = new DayDesign(alike(28), daysFrom(28));
    expect(widened(28, differing)).toBeCloseTo(design.spread(design.keeping(0.8), 0, 0.95).widening, 12);
    expect(widened(27, differing)).toBeUndefined();
    expect(widened(28, { ...differing, variance: undefined })).toBeUndefined();
  });

  test('the interval of 28 such days holds the mean in nine of ten logs, whatever their correlation seems to be', () => {
    const [logs, count] = [200, 28];
    let held = 0;
    for (let log = 0; log < logs; log++) {
      const [values, sizes] = [drawDays(`persisting ${log}`, count, 0.8), new Float64Array(count).fill(1)];
      const design = new DayDesign(sizes, daysFrom(count));
      const { low, high } = design.estimate(values, sizes, spreadIfShocksPersist(design, differing, 0.95)!);
      if (low <= 0 && high >= 0) held++;
    }
    expect(held / logs).toBeGreaterThanOrEqual(0.9);
    expect(held / logs).toBeLessThan(1);
  });
});

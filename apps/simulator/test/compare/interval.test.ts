import type { ClusterKind } from '@auction-tiers/contract/compare-report';
import { describe, expect, test } from 'vitest';
import { toEnoughDays } from '../../src/compare/judging/enough-days.ts';
import { toMethod } from '../../src/compare/judging/method.ts';
import { EffectBlocks } from '../../src/compare/measuring/block.ts';
import { hashSeed, Random } from '@auction-tiers/chance';
import { createAuction, createSale, SoldLog } from './sold-log.ts';

const msPerHour = 3_600_000;
const nothing = createSale(0);

/** A log of so many days with `each` auctions an hour, whose difference is `differenceOf` the hour, in micros. */
function createLog(days: number, each: number, differenceOf: (hour: number, at: number) => number, from = 0): SoldLog {
  const log = new SoldLog();
  for (let hour = 0; hour < 24 * days; hour++) {
    for (let at = 0; at < each; at++) {
      const auction = createAuction((from + hour) * msPerHour + at, at % 5);
      log.add(auction, nothing, createSale(Math.round(differenceOf(hour, at))));
    }
  }
  return log;
}

function kindOf(log: SoldLog, kind: ClusterKind) {
  return log.intervals().kinds.find(({ clusters }) => clusters.kind === kind)!;
}

const normal = (seed: string, scale: number) => {
  const random = new Random(hashSeed(seed), 1);
  return () => 1e6 + scale * random.normal();
};

describe('the interval by days', () => {
  test("is Student's t of the means of the days", () => {
    // The days differ, their hours do not: means 1 to 5 millions, whose standard deviation is 1.5811.
    const { net, spread, method } = kindOf(
      createLog(5, 2, (hour) => 1e6 * [3, 1, 5, 2, 4][Math.floor(hour / 24)]!),
      'day',
    );
    expect(method).toBe('student_t');
    expect(spread!.degreesOfFreedom).toBeCloseTo(4, 6);
    expect(net!.ratio).toBe(3e6);
    expect(net!.standardError).toBeCloseTo(1e6 * Math.sqrt(2.5 / 5), 3);
    expect(net!.high - 3e6).toBeCloseTo(2.776445105 * 1e6 * Math.sqrt(2.5 / 5), 0);
    expect(3e6 - net!.low).toBeCloseTo(net!.high - 3e6, 6);
  });

  test('needs five days', () => {
    expect(kindOf(createLog(5, 1, normal('n', 1e5)), 'day').net).toBeDefined();
    expect(kindOf(createLog(4, 1, normal('n', 1e5)), 'day')).toMatchObject({ method: undefined, net: undefined });
  });
});

test('days of a log that goes over the end of five weeks, after which blocks of hours come again, are in order too', () => {
  const noise = normal('five weeks', 3e5);
  const shock = Array.from({ length: 10 }, noise);
  const weeksLater = 28 * 24;
  const [usual, over] = [0, weeksLater].map(
    (from) =>
      kindOf(
        createLog(10, 2, (hour) => shock[Math.floor(hour / 24)]!, from),
        'day',
      ).net!,
  );
  expect(over).toEqual(usual);
  expect(over!.high).toBeGreaterThan(over!.low);
});

test('the interval that is used is the widest of all kinds', () => {
  const shock = [9, 1, 5, 2, 8, 3, 7].map((value) => value * 1e5);
  const { used, kinds } = createLog(7, 10, (hour) => shock[Math.floor(hour / 24)]!).intervals();
  expect(used!.clusters.kind).toBe('day');
  const widths = kinds.flatMap(({ net }) => (net === undefined ? [] : [net.high - net.low]));
  expect(used!.net!.high - used!.net!.low).toBe(Math.max(...widths));
});

test('an hour is a cluster for itself, and every hour of five weeks is kept apart', () => {
  const log = createLog(35, 1, normal('h', 1e5), 7);
  expect(kindOf(log, 'hour').clusters.count).toBe(840);
  expect(kindOf(createLog(3, 5, normal('h', 1e5)), 'hour').clusters.sizes).toEqual(new Float64Array(72).fill(5));
});

/** A week of 100 users, each with a difference of its own. */
function createUsers(unitOf: (user: number) => string | undefined): SoldLog {
  const log = new SoldLog();
  const random = new Random(hashSeed('units'), 1);
  const shock = Array.from({ length: 100 }, () => 1e6 * random.normal());
  for (let at = 0; at < 3000; at++) {
    const user = random.below(100);
    const hour = random.below(168);
    const auction = createAuction(hour * msPerHour, at % 7, unitOf(user));
    log.add(auction, nothing, createSale(Math.round(shock[user]! + 1e6 * random.normal())));
  }
  return log;
}

describe('units', () => {
  test('are clusters if the auctions have them, and then have the widest interval of the same users', () => {
    const { used, kinds } = createUsers((user) => `user-${user}`).intervals();
    expect(used!.clusters.kind).toBe('unit');
    expect(used!.clusters.count).toBeLessThanOrEqual(100);
    const byAuction = kinds[0]!.net!;
    expect(used!.net!.high - used!.net!.low).toBeGreaterThan(3 * (byAuction.high - byAuction.low));
  });

  test('have no interval where no auction names one', () => {
    expect(
      kindOf(
        createUsers(() => undefined),
        'unit',
      ),
    ).toMatchObject({ method: undefined, net: undefined });
  });
});

/** What goes on from hour to hour, each keeping 95 % of the one before. */
function createPersistent(seed: string, days: number) {
  const random = new Random(hashSeed(seed), 1);
  let level = random.normal();
  const levels = Array.from(
    { length: 24 * days },
    () => (level = 0.95 * level + Math.sqrt(1 - 0.95 ** 2) * random.normal()),
  );
  return createLog(days, 6, (hour) => 1e6 + 1e6 * levels[hour]! + 3e5 * random.normal());
}

const neighbours = (log: SoldLog) => log.intervals().neighbouringDays;

/** What every day repeats. */
const course = (hour: number) => 2e6 * Math.abs((hour % 24) - 12);

describe('neighbouring days', () => {
  test('that go on from one to the next are found in most logs, and make the interval by days wider', () => {
    const logs = Array.from({ length: 40 }, (_, at) => createPersistent(`persistent ${at}`, 7));
    const found = logs.filter((log) => neighbours(log).moveTogether);
    expect(found.length).toBeGreaterThanOrEqual(32);
    for (const log of found) expect(kindOf(log, 'day').spread!.widening).toBeGreaterThan(1);
  });

  test('that are independent are rarely taken for such: days that differ, and a course of the day that repeats', () => {
    const logs = Array.from({ length: 40 }, (_, at) => {
      const random = new Random(hashSeed(`independent ${at}`), 1);
      const shock = Array.from({ length: 7 }, () => 1e6 * random.normal());
      return createLog(7, 6, (hour) => shock[Math.floor(hour / 24)]! + course(hour) + 3e5 * random.normal());
    });
    expect(logs.filter((log) => neighbours(log).moveTogether).length).toBeLessThanOrEqual(8);
  });

  test('of fewer than four nights are not compared', () => {
    expect(neighbours(createPersistent('short', 4))).toMatchObject({
      nights: 3,
      correlation: null,
      moveTogether: false,
    });
    expect(neighbours(createPersistent('longer', 5)).nights).toBe(4);
  });
});

const enough = (log: SoldLog) => toEnoughDays(log.intervals());

describe('the days that would be enough', () => {
  test('grow as the difference shrinks against the noise', () => {
    const counts = [1e6, 8e6, 12e6, 16e6].map((scale) => enough(createLog(5, 24, normal('e', scale))).days!);
    expect(counts[0]).toBe(5);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
    expect(new Set(counts).size).toBeGreaterThan(2);
  });

  test('cannot be told without an interval, of no difference, and of one too small', () => {
    expect(enough(new SoldLog())).toEqual({ days: null, reason: expect.stringContaining('no interval') });
    expect(enough(createLog(5, 1, () => 0))).toEqual({ days: null, reason: expect.stringContaining('is 0') });
    const tiny = createLog(5, 10, (hour, at) => (at % 2 === 0 ? 1e9 : -1e9) + (hour % 3));
    expect(enough(tiny)).toEqual({ days: null, reason: expect.stringContaining('365') });
    const days = enough(createLog(4, 10, normal('e', 1e6)));
    expect(days).toEqual({ days: null, reason: expect.stringContaining('4 days') });
  });
});

test('the report has every kind of cluster, and says of a log of few days that it is about these days', () => {
  const short = createLog(2, 20, normal('r', 1e5)).intervals();
  const method = toMethod(short, new EffectBlocks());
  expect(method).toMatchObject({ scope: 'these_days', time_zone: 'UTC', confidence: 0.95 });
  expect(method.clusters.map(({ kind, method: way }) => [kind, way])).toEqual([
    ['auction', 'bootstrap'],
    ['unit', null],
    ['minute_and_placement', 'bootstrap'],
    ['hour_and_placement', 'bootstrap'],
    ['hour', 'student_t'],
    ['day', null],
  ]);
  expect(method.clusters[4]).toMatchObject({ clusters: 48, degrees_of_freedom: 47 });
  expect(toMethod(createLog(5, 2, normal('r', 1e5)).intervals(), new EffectBlocks()).scope).toBe('days_like_these');
});

import { findServiceWord, plainWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/compare/judging/evidence.ts';
import { toStability } from '../../src/compare/judging/stability.ts';
import { judge } from '../../src/compare/judging/verdict.ts';
import { good, interval, money, net, onPage, steady, wholeDays } from './evidence.ts';
import { createLog, type SoldLog, upTo } from './sold-log.ts';

const stable = (change: Partial<typeof steady>) => ({ stability: { ...steady, ...change } });
const persisting = (low: number, high: number) => stable({ if_shocks_persist: interval(low, high) });
const reasonsOf = (change: Partial<Evidence>) => {
  const { decision, reasons } = judge({ ...good, ...change });
  return [decision, ...reasons.map(({ code }) => code)];
};

test.for<[string, Partial<Evidence>, readonly string[]]>([
  ['beside a launch', persisting(-1, 21), ['launch', 'interval_above_zero', 'shocks_may_persist']],
  [
    'beside a hold',
    { ...net(-12, -8), stability: { ...net(-12, -8).stability!, if_shocks_persist: interval(-21, 1) } },
    ['hold', 'interval_below_zero', 'shocks_may_persist'],
  ],
  [
    'after the reasons to test first',
    { ...persisting(-1, 21), ...wholeDays(6) },
    ['test_first', 'few_days', 'shocks_may_persist'],
  ],
  [
    'where it stays above 0, but gets much wider',
    persisting(5, 12),
    ['launch', 'interval_above_zero', 'shocks_may_persist'],
  ],
])('what shocks that persist would do to the interval is said %s', ([, change, expected]) => {
  expect(reasonsOf(change)).toEqual(expected);
});

test.for<[string, Partial<Evidence>, readonly string[]]>([
  ['the interval gets hardly wider', persisting(7, 12), ['launch', 'interval_above_zero']],
  ['it holds 0 already', { ...net(-2, 6), ...persisting(-9, 13) }, ['test_first', 'interval_holds_zero']],
  ['it is not known', stable({ if_shocks_persist: null }), ['launch', 'interval_above_zero']],
  [
    'the log has no whole day',
    { ...persisting(-1, 21), by_day: { ...good.by_day, days: [] } },
    ['test_first', 'few_days'],
  ],
])('nothing is said of shocks where %s', ([, change, expected]) => {
  expect(reasonsOf(change)).toEqual(expected);
});

test('the sentence has the width and the money of a day, in words of the page', () => {
  // A log of 100,000 auctions and days of 1,000: a day is a hundredth of it.
  const { message } = judge({ ...good, ...persisting(-300, 700) }).reasons[1]!;
  expect(message).toMatch(/7 days .* 250 times as wide .*−3\.00.*\+7\.00 USD a day.* include 0/);
  const sampled = judge({ ...good, ...persisting(100, 700), share: 0.5 }).reasons[1]!.message;
  expect(sampled).toMatch(/\+2\.00.*\+14\.00 USD a day/);
  expect(sampled).not.toContain('include 0');
  expect(findServiceWord(plainWords(message, onPage))).toBeNull();
});

test('the reaction of buyers that is assumed moves both intervals', () => {
  const rows = [{ elasticity: -0.5, difference: money(3), interval: interval(1, 5), per_cent: 3 }];
  const change = { elasticity: -0.5, sensitivity: { ...good.sensitivity, rows } };
  // 7 less than without a reaction, which the wider interval then does not survive.
  expect(reasonsOf({ ...change, ...persisting(6.5, 13.5) })).toContain('shocks_may_persist');
  expect(reasonsOf({ ...change, ...persisting(7.5, 12.5) })).not.toContain('shocks_may_persist');
});

const lastDay = (below: number) => stable({ last_day: { since: steady.halves[0]!, below } });
const loses = { ...net(-6, 2), net_to_seller: { ...net(-6, 2).net_to_seller!, difference: money(-2) } };

test.for<[string, Partial<Evidence>, boolean]>([
  ['far below a gain', { ...net(-2, 6), ...lastDay(0.009) }, true],
  ['below a gain as in one log of fifty', { ...net(-2, 6), ...lastDay(0.02) }, false],
  ['far above a gain', { ...net(-2, 6), ...lastDay(0.999) }, false],
  ['far above a loss', { ...loses, ...lastDay(0.991) }, true],
  ['far below a loss', { ...loses, ...lastDay(0.001) }, false],
])('where the interval holds 0, of a last day %s', ([, change, isNamed]) => {
  const [decision, ...codes] = reasonsOf(change);
  expect([decision, codes]).toEqual(['test_first', ['interval_holds_zero', ...(isNamed ? ['last_day'] : [])]]);
});

const ifPersisting = (log: SoldLog) => toStability(log.intervals()).if_shocks_persist;
const widthOf = ({ low, high }: { readonly low: string; readonly high: string }) => Number(high) - Number(low);

test('days that are alike beyond what their hours explain widen the interval by nothing', () => {
  const intervals = createLog('alike', upTo(14), () => 1).intervals();
  const { variance, isDifferent } = intervals.persistence;
  expect([variance!.betweenDays < variance!.withinDays, isDifferent]).toEqual([true, false]);
  const days = intervals.kinds.at(-1)!.net!;
  expect(widthOf(toStability(intervals).if_shocks_persist!)).toBeCloseTo(
    ((days.high - days.low) * intervals.auctions) / 1e9,
    6,
  );
});

test('days that seem to differ, but not beyond chance, widen it; those that do, too, once there are 28', () => {
  const shocks = [0.1, -0.1, 0.12, -0.08, 0.09, -0.13, 0.1, -0.1, 0.08, -0.12, 0.13, -0.09, 0.1, -0.1];
  const intervals = createLog('small', upTo(14), (day) => 1 + 0.8 * shocks[day]!).intervals();
  expect(intervals.persistence.isDifferent).toBe(false);
  expect(intervals.persistence.variance!.probability).toBeLessThan(0.5);
  const days = intervals.kinds.at(-1)!.net!;
  expect(widthOf(toStability(intervals).if_shocks_persist!)).toBeGreaterThan(
    (1.3 * (days.high - days.low) * intervals.auctions) / 1e9,
  );
  const large = (day: number) => 1 + 6 * shocks[day % 14]! * (day < 14 ? 1 : -1);
  expect(ifPersisting(createLog('large', upTo(14), large))).toBeNull();
  expect(ifPersisting(createLog('large', upTo(28), large))).not.toBeNull();
});

test('of two days nothing is said', () => {
  expect(ifPersisting(createLog('short', upTo(2), () => 1))).toBeNull();
});

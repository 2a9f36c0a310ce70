import { findServiceWord, plainWords } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/compare/judging/evidence.ts';
import { judge } from '../../src/compare/judging/verdict.ts';
import { good, money, net, onPage, steady, wholeDays } from './evidence.ts';

/** The report of a log whose last day has this difference, so far below the days before it. */
const lastDay = (difference: number, below: number, change: Partial<Evidence> = {}): Evidence => {
  const since = { ...steady.halves[0]!, from: '2026-03-08', days: 1, difference: money(difference) };
  const stability = { ...(change.stability ?? steady), last_day: { since, below } };
  return { ...good, ...change, stability };
};
const codesOf = (evidence: Evidence) => {
  const { decision, reasons } = judge(evidence);
  return [decision, ...reasons.map(({ code }) => code)];
};
const loses = { ...net(-6, 2), net_to_seller: { ...net(-6, 2).net_to_seller!, difference: money(-2) } };

test.for<[string, Evidence, readonly string[]]>([
  ['beside a launch', lastDay(-1, 0.09), ['launch', 'interval_above_zero', 'last_day_may_last']],
  ['beside a hold', lastDay(1, 0.91, net(-12, -8)), ['hold', 'interval_below_zero', 'last_day_may_last']],
  ['of a gain by chance', lastDay(-1, 0.09, net(-2, 6)), ['test_first', 'interval_holds_zero', 'last_day_may_last']],
  ['of a loss by chance', lastDay(1, 0.91, loses), ['test_first', 'interval_holds_zero', 'last_day_may_last']],
])('a last day that would turn the difference round is said %s, and changes no verdict', ([, evidence, expected]) => {
  expect(codesOf(evidence)).toEqual(expected);
  const [decision] = codesOf({ ...evidence, stability: { ...evidence.stability, last_day: null } });
  expect(decision).toBe(expected[0]);
});

test.for<[string, Evidence]>([
  ['is off by no more than one usual day in ten', lastDay(-1, 0.11)],
  ['is far below a gain, but gains', lastDay(1, 0.09)],
  ['loses, and is far above a gain', lastDay(-1, 0.91)],
  ['loses as the days before it do', lastDay(-1, 0.09, net(-12, -8))],
  ['is doubted already', lastDay(-1, 0.009)],
  ['is doubted already, where the interval holds 0', lastDay(-1, 0.009, net(-2, 6))],
  ['has no auctions of its own', lastDay(-1, 0.09, wholeDays(3))],
  ['says nothing of the reaction that is assumed', lastDay(-1, 0.09, { elasticity: -0.5 })],
])('nothing is said of what comes where the last day %s', ([, evidence]) => {
  expect(codesOf(evidence)).not.toContain('last_day_may_last');
});

test('the sentence has the money of a day as large as others, in words of the page', () => {
  const days = good.by_day.days.map((day, at) => (at === 6 ? { ...day, auctions: 400 } : { ...day, auctions: 1100 }));
  const said = (difference: number, below: number, change: Partial<Evidence> = {}) =>
    judge(lastDay(difference, below, { ...change, by_day: { ...good.by_day, days } })).reasons.at(-1)!.message;
  // Days have 1,000 auctions in the mean, the last one 400.
  expect(said(-0.5, 0.09)).toBe(
    'If the last day is what comes, the draft would lose 1.25 USD a day; one day is too few to tell.',
  );
  expect(said(0.5, 0.91, { ...net(-12, -8), share: 0.5 })).toMatch(/ would bring 2\.50 USD a day;/);
  expect(findServiceWord(plainWords(said(-0.5, 0.09), onPage))).toBeNull();
});

import { array, assert, integer, nat, property, record } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { TopList } from '../../src/kit/top-list.ts';
import { compareAuctions, synthesizeAuctions } from './compare-auctions.ts';
import { demoDraft, loadDemo } from './tier-set.ts';

const [current, draft] = [loadDemo(), demoDraft()];
const auctionCount = 5000;

let auctions: readonly LoggedAuction[];
beforeAll(async () => {
  auctions = await synthesizeAuctions(auctionCount, 8, 'few');
});

/** The auctions with one bid of some of them, by place, at an absurd price that wins under the draft alone. */
function withAbsurd(places: readonly number[], memberId: number): LoggedAuction[] {
  return auctions.map((auction, at) => {
    if (!places.includes(at)) return auction;
    const bids = auction.request.bids.with(0, { id: 'absurd', memberId, grossMicros: 900_000_000_000 });
    return { ...auction, request: { ...auction.request, auctionType: 1, bids } };
  });
}

const codes = ({ verdict }: ReturnType<typeof compareAuctions>) => verdict.reasons.map(({ code }) => code);

type Tiers = Parameters<NonNullable<Parameters<typeof loadDemo>[0]>>[0];

/** The tiers of `demoDraft`. */
const drafted = (tiers: Tiers) =>
  tiers
    .filter(({ name }) => !name.startsWith('Everyone else'))
    .map((tier) => (tier.name === 'Rectangle partners' ? { ...tier, min_price: '3.500000' } : tier));
/** Takes out what buyer 101, the first to buy, bids above all reason. */
const guarded = (tiers: Tiers) => [
  ...tiers,
  { ...tiers[0]!, id: 99, min_price: '1000.000000', buyer_members: [{ id: 101, name: null }] },
];
const absurdPlaces = [100, 1500, 2500, 4000];

describe('four absurd bids among 5,000 auctions', () => {
  test('do not turn a loss into a launch', () => {
    const order = { current: loadDemo((tiers) => guarded(drafted(tiers))), draft: loadDemo(), seed: 's' };
    const clear = compareAuctions(auctions, order);
    expect(clear.verdict.decision).toBe('hold');
    expect(clear.support.days).toBe(7);

    const report = compareAuctions(withAbsurd(absurdPlaces, 101), order);
    expect(Number(report.net_to_seller.difference)).toBeGreaterThan(1000);
    expect(report.verdict.decision).toBe('test_first');
    expect(codes(report)).toContain('few_auctions_decide');
    const { removed, auctions: listed } = report.largest_differences;
    expect(removed).toBe(5);
    const places = absurdPlaces.map((at) => `line ${at + 1}`);
    expect(new Set(listed.slice(0, 4).map(({ place }) => place))).toEqual(new Set(places));
    expect(report.usability.outsized?.bids.map(({ place }) => place)).toEqual(places);
  });

  test('nor, if they are losses, a gain into a hold', () => {
    const gain = compareAuctions(auctions, { current, draft, seed: 's' });
    expect(gain.verdict.decision).toBe('launch');
    const order = { current, draft: loadDemo((tiers) => guarded(drafted(tiers))), seed: 's' };
    const report = compareAuctions(withAbsurd(absurdPlaces, 101), order);
    expect(Number(report.net_to_seller.difference)).toBeLessThan(-1000);
    expect(report.verdict.decision).toBe('test_first');
    expect(codes(report)).toContain('few_auctions_decide');
  });

  test('nor do more than a thousandth of the log: all of them are taken out', () => {
    const places = Array.from({ length: 40 }, (_, at) => at * 120);
    const order = { current: loadDemo((tiers) => guarded(drafted(tiers))), draft: loadDemo(), seed: 's' };
    const report = compareAuctions(withAbsurd(places, 101), order);
    expect(report.largest_differences.removed).toBe(40);
    expect(report.verdict.decision).toBe('test_first');
    expect(codes(report)).toContain('few_auctions_decide');
  });
});

test('what is left is what the log without these auctions gives', () => {
  const order = { current, draft, seed: 's' };
  const whole = compareAuctions(auctions, order);
  const { removed, difference, interval, auctions: listed } = whole.largest_differences;
  expect(removed).toBe(5);
  const places = new Set(listed.map(({ place }) => place));
  const rest = compareAuctions(
    auctions.filter(({ line }) => !places.has(`line ${line}`)),
    order,
  );
  expect(rest.net_to_seller.difference).toBe(difference);
  expect(rest.net_to_seller.interval).toEqual(interval);
  const sizes = listed.map((one) => Math.abs(one.difference));
  expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
});

test('parts of the log, in any order, have the same auctions', () => {
  const order = { current, draft, seed: 's' };
  const whole = new Comparison(order);
  for (const auction of auctions) whole.add(auction);
  const parts = [new Comparison(order), new Comparison(order), new Comparison(order)];
  for (const [at, auction] of auctions.entries()) parts[(at * 7) % 3]!.add(auction);
  const merged = new Comparison(order);
  for (const part of parts.toReversed()) merged.merge(structuredClone(part.toData()));
  expect(merged.largestDifferences.largest()).toEqual(whole.largestDifferences.largest());
  expect(merged.highestBids.highest()).toEqual(whole.highestBids.highest());
});

test('a list keeps the first entries by its order, however it is cut', () => {
  const entries = array(record({ value: nat({ max: 9 }) }), { maxLength: 60 });
  assert(
    property(entries, integer({ min: 0, max: 60 }), integer({ min: 1, max: 8 }), (values, cut, most) => {
      const placed = values.map(({ value }, at) => ({ value, at }));
      const compare = (left: (typeof placed)[number], right: (typeof placed)[number]) =>
        right.value - left.value || left.at - right.at;
      const [last, first] = [new TopList(most, compare), new TopList(most, compare)];
      for (const entry of placed) (entry.at < cut ? first : last).keep(entry);
      for (const entry of first.entries()) last.keep(entry);
      expect(last.entries()).toEqual(placed.toSorted(compare).slice(0, most));
    }),
  );
});

import { Resampling } from '@auction-tiers/inference';
import { array, assert, infiniteStream, integer, nat, property, record } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CompareReport, Effect } from '../../src/schema/compare-report.ts';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import { toCompareReport } from '../../src/compare/reporting/to-compare-report.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { compareAuctions, synthesizeAuctions } from './compare-auctions.ts';
import { demoDraft, loadDemo } from './tier-set.ts';

const current = loadDemo();
const draft = demoDraft();
const seed = 's';

let auctions: readonly LoggedAuction[];
let report: CompareReport;
beforeAll(async () => {
  auctions = await synthesizeAuctions(800, 8, 'laws');
  report = compareAuctions(auctions, { current, draft, seed });
});

/** Money as whole units of its last decimal. */
const exact = (amount: string) => BigInt(amount.replace('.', ''));
const negated = (amount: string) =>
  /^0\.0+$/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + exact(amount), 0n);

const differencesOf = ({
  difference,
  per_thousand_auctions: each,
  interval,
  per_thousand_interval: bounds,
}: Effect) => ({
  amounts: [difference, each!],
  bounds: [interval!, bounds!],
});
const rowsOf = ({ rows }: CompareReport['buyers']) => new Map(rows.map((row) => [row.id, row]));

test('the same log, tier sets and seed give the same report', async () => {
  expect(compareAuctions(auctions, { current, draft, seed })).toEqual(report);
});

test('another seed draws other intervals and examples, and changes no figure', async () => {
  const other = compareAuctions(auctions, { current, draft, seed: 'other' });
  expect(other.method.clusters).not.toEqual(report.method.clusters);
  expect(other.net_to_seller.difference).toEqual(report.net_to_seller.difference);
  expect(other.changes.map(({ examples: _drawn, ...change }) => change)).toEqual(
    report.changes.map(({ examples: _drawn, ...change }) => change),
  );
});

test('to swap current and draft negates every difference, and every bound of one', async () => {
  const swapped = compareAuctions(auctions, { current: draft, draft: current, seed });
  for (const name of ['gross_paid', 'net_to_seller'] as const) {
    const [here, there] = [differencesOf(report[name]), differencesOf(swapped[name])];
    expect(there.amounts).toEqual(here.amounts.map(negated));
    expect(there.bounds).toEqual(here.bounds.map(({ low, high }) => ({ low: negated(high), high: negated(low) })));
  }
  for (const name of ['buyers', 'tiers', 'placements'] as const) {
    const there = rowsOf(swapped[name]);
    for (const { id, difference, interval } of rowsOf(report[name]).values()) {
      const other = there.get(id)!;
      expect(other.difference.wins).toBe(0 - difference.wins);
      expect(other.difference.net_to_seller).toBe(negated(difference.net_to_seller));
      if (interval !== null && other.interval !== null) {
        expect(other.interval).toEqual({ low: negated(interval.high), high: negated(interval.low) });
      }
    }
  }
});

test('the differences by buyer, by tier, by placement, by kind of change and by hour add up to the total, exactly', () => {
  for (const name of ['gross_paid', 'net_to_seller'] as const) {
    const total = exact(report[name].difference);
    expect(total).not.toBe(0n);
    for (const { rows } of [report.buyers, report.tiers, report.placements]) {
      expect(sumOf(rows.map(({ difference }) => difference[name]))).toBe(total);
    }
    expect(sumOf(report.changes.map(({ difference }) => difference[name]))).toBe(total);
    const [before, after] = [
      report.hours.map((hour) => hour.current[name]),
      report.hours.map((hour) => hour.draft[name]),
    ];
    expect(sumOf(after) - sumOf(before)).toBe(total);
  }
});

test('every auction is of one kind, and in one bin if its revenue changes', () => {
  expect(report.changes.reduce((sum, change) => sum + change.auctions, 0)).toBe(auctions.length);
  const changed = report.distribution.reduce((sum, bin) => sum + bin.auctions, 0);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThanOrEqual(report.support.touched_auctions);
});

test('parts of the log, cut anywhere and merged in any order, give what the whole gives', () => {
  const order = { current, draft, seed };
  const finish = (comparison: Comparison) => {
    const input = new InputCounts([]).report();
    const fee = chooseFee({});
    return toCompareReport({ comparison, input, fee, byteCount: auctions.length, current, draft, seed, elasticity: 0 });
  };
  const cuts = array(nat({ max: 800 }), { minLength: 1, maxLength: 5 });
  assert(
    property(cuts, infiniteStream(nat()), (places, luck) => {
      const edges = [0, ...places.toSorted((left, right) => left - right), auctions.length];
      const parts = edges.slice(1).map((end, at) => {
        const part = new Comparison(order);
        for (const auction of auctions.slice(edges[at], end)) part.add(auction);
        return { data: structuredClone(part.toData()), rank: luck.next().value as number };
      });
      const whole = new Comparison(order);
      for (const { data } of parts.toSorted((left, right) => left.rank - right.rank)) whole.merge(data);
      expect(finish(whole)).toEqual(report);
    }),
    { numRuns: 3 },
  );
});

describe('an interval', () => {
  const resampling = new Resampling(seed, 12, 199);
  const block = record({ value: integer({ min: -1000, max: 1000 }), size: integer({ min: 1, max: 50 }) });
  const blocks = array(block, { minLength: 12, maxLength: 12 });
  const estimate = (drawn: readonly { readonly value: number; readonly size: number }[]) =>
    resampling.estimate(
      Float64Array.from(drawn, ({ value }) => value),
      Float64Array.from(drawn, ({ size }) => size),
    )!;

  test('moves with what every auction gets on top', () => {
    assert(
      property(blocks, integer({ min: -100, max: 100 }), (drawn, extra) => {
        const before = estimate(drawn);
        const after = estimate(drawn.map(({ value, size }) => ({ value: value + extra * size, size })));
        for (const name of ['ratio', 'low', 'high'] as const) expect(after[name]).toBeCloseTo(before[name] + extra, 6);
      }),
    );
  });

  test('turns around when gains become losses', () => {
    assert(
      property(blocks, (drawn) => {
        const { ratio, low, high } = estimate(drawn);
        const turned = estimate(drawn.map(({ value, size }) => ({ value: -value, size })));
        expect(turned).toMatchObject({ ratio: 0 - ratio, low: 0 - high, high: 0 - low });
      }),
    );
  });

  test('is a point where every block has the same share, and nothing where only one block has auctions', () => {
    expect(estimate(Array.from({ length: 12 }, (_, at) => ({ value: 3 * at, size: at })))).toMatchObject({
      low: 3,
      high: 3,
    });
    expect(estimate(Array.from({ length: 12 }, (_, at) => ({ value: at, size: at === 5 ? 7 : 0 })))).toBeUndefined();
  });
});

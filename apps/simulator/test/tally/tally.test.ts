import { explainAuction } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { dimensions } from '../../src/tally/dimension.ts';
import type { TallyData } from '../../src/tally/tally.ts';
import type { TallyRow } from '../../src/tally/row.ts';
import { Tally } from '../../src/tally/tally.ts';
import type { Heard } from './auctions.ts';
import { anyAuction, hear, tierSet } from './auctions.ts';
import { countByHand } from './count-by-hand.ts';
import * as fc from 'fast-check';

function write(heard: readonly Heard[], mostKeys?: number): Tally {
  const tally = new Tally({ tierSet, ...(mostKeys !== undefined && { mostKeys }) });
  for (const { request, result, baseline } of heard) tally.add(request, result, baseline);
  return tally;
}

const comparedDimensions = ['buyer', 'tier', 'placement', 'size', 'country', 'device_type', 'date_hour'] as const;
const chosen = new Set<string>(['country', 'device_type', 'site', 'domain', 'media_type', 'deal']);
const replayedDimensions = dimensions.filter((name) => !chosen.has(name));

/** What both kinds of tally count of a row. */
const salesOf = (rows: readonly TallyRow[]) =>
  rows
    .filter(({ revenue }) => revenue.wins > 0)
    .map(({ key, revenue: { wins, grossMicros, netMicros }, forgoneMicros }) => {
      return { key, wins, grossMicros, netMicros, forgoneMicros };
    });

const overTheWire = (tally: Tally): TallyData => JSON.parse(JSON.stringify(tally.toData()));

test('every figure of every row is what counting one by one gives', () => {
  fc.assert(
    fc.property(fc.array(anyAuction, { maxLength: 30 }), (requests) => {
      const heard = requests.map(hear);
      const tally = write(heard);
      for (const dimension of replayedDimensions) expect(tally.rows(dimension)).toEqual(countByHand(heard, dimension));
    }),
  );
});

test('the funnel of a tier is what explaining every bid of every auction says', () => {
  fc.assert(
    fc.property(fc.array(anyAuction, { maxLength: 20 }), (requests) => {
      const bids = requests.flatMap((request) => explainAuction(tierSet, request).bids);
      const verdicts = bids.flatMap(({ tiers }) => tiers);
      const expected = tierSet.tiers.map(({ id }) => {
        const results = verdicts.filter(({ tierId }) => tierId === id).map(({ result }) => result);
        const past = (...out: string[]) => results.filter((result) => !out.includes(result)).length;
        const listed = past('buyer_not_listed');
        const pricedIn = past('buyer_not_listed', 'below_min_price');
        const targeted = past('buyer_not_listed', 'below_min_price', 'profile_mismatch');
        const withinLimit = past('buyer_not_listed', 'below_min_price', 'profile_mismatch', 'too_costly');
        const categorised = bids.filter(({ tierId }) => tierId === id).length;
        return [id, { listed, pricedIn, targeted, withinLimit, categorised }];
      });
      expect([...write(requests.map(hear)).funnel()!]).toEqual(expected);
    }),
  );
});

test('a tally of a comparison has the sales that counting one by one gives', () => {
  fc.assert(
    fc.property(fc.array(anyAuction, { maxLength: 30 }), (requests) => {
      const heard = requests.map(hear);
      const whole = write(heard);
      const brief = new Tally({ tierSet, isOfComparison: true });
      for (const { request, result } of heard) brief.add(request, result);
      const merged = new Tally({ tierSet, isOfComparison: true });
      merged.merge(overTheWire(brief));
      for (const tally of [brief, merged]) {
        for (const dimension of comparedDimensions) {
          expect(salesOf(tally.rows(dimension))).toEqual(salesOf(countByHand(heard, dimension)));
        }
        expect(tally.totals().outcomes).toEqual(whole.totals().outcomes);
        expect(tally.totals().revenue).toEqual(whole.totals().revenue);
        expect(tally.funnel()).toEqual(whole.funnel());
      }
    }),
  );
});

test('the rows of a breakdown add up to the totals', () => {
  fc.assert(
    fc.property(fc.array(anyAuction, { maxLength: 30 }), fc.constantFrom(2, 10_000), (requests, mostKeys) => {
      const tally = write(requests.map(hear), mostKeys);
      const { revenue, baseline, bids, excluded, belowFloor, outcomes } = tally.totals();
      for (const dimension of replayedDimensions) {
        const rows = tally.rows(dimension);
        const add = (of: (row: (typeof rows)[number]) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n);
        expect(add((row) => BigInt(row.bids))).toBe(BigInt(bids));
        expect(add((row) => BigInt(row.revenue.wins))).toBe(BigInt(revenue.wins));
        expect(add((row) => row.revenue.netMicros)).toBe(revenue.netMicros);
        expect(add((row) => row.baseline.grossMicros)).toBe(baseline.grossMicros);
        expect(add((row) => row.excluded.grossMicros)).toBe(excluded.grossMicros);
        expect(add((row) => row.belowFloor.netMicros)).toBe(belowFloor.netMicros);
      }
      expect(outcomes.excluded).toEqual(excluded);
      expect(outcomes.below_floor).toEqual(belowFloor);
    }),
  );
});

test('parts of a log merge to the same, however it is cut and in whatever order they come, over JSON too', () => {
  const cut = fc.array(fc.tuple(anyAuction, fc.nat({ max: 4 })), { maxLength: 40 });
  fc.assert(
    fc.property(cut, fc.constantFrom(1, 3, 10_000), fc.boolean(), (placed, mostKeys, isReversed) => {
      const whole = write(
        placed.map(([request]) => hear(request)),
        mostKeys,
      );
      const parts = [...Map.groupBy(placed, ([, part]) => part).values()].map((part) =>
        write(
          part.map(([request]) => hear(request)),
          mostKeys,
        ),
      );
      const merged = new Tally({ tierSet, mostKeys });
      for (const part of isReversed ? parts.toReversed() : parts) merged.merge(overTheWire(part));
      expect(merged.toData()).toEqual(whole.toData());
    }),
  );
});

function mergeAll(...parts: TallyData[]): TallyData {
  const tally = new Tally({ tierSet, mostKeys: 3 });
  for (const part of parts) tally.merge(part);
  return tally.toData();
}

test('merging may be done in steps', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyAuction, { maxLength: 10 }), { minLength: 3, maxLength: 3 }), (thirds) => {
      const [first, second, third] = thirds.map((part) => write(part.map(hear), 3).toData());
      expect(mergeAll(mergeAll(first!, second!), third!)).toEqual(mergeAll(first!, mergeAll(second!, third!)));
    }),
  );
});

test('beyond the bound keys are counted together, and which ones does not depend on when they come', () => {
  const auctions = Array.from({ length: 300 }, (_, at) =>
    hear({
      auctionType: 1,
      bidFloorMicros: 0,
      feePpm: 0,
      seed: 's',
      timeMs: 0,
      impression: { placementId: at + 1 },
      bids: [{ id: 'a', memberId: at + 1, grossMicros: 1_000_000 }],
    }),
  );
  const rows = write(auctions, 20).rows('placement');
  expect(rows).toHaveLength(21);
  expect(rows.at(-1)).toMatchObject({ key: null, isOther: true, auctions: 280 });
  // The ranks are even: the first ones that came are not favoured.
  expect(rows.filter(({ key }) => Number(key) > 100).length).toBeGreaterThan(5);
  expect(write(auctions.toReversed(), 20).rows('placement')).toEqual(rows);
});

test('an auction that counts as several impressions counts as if it stood in the log so many times', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyAuction, fc.integer({ min: 1, max: 4 })), { maxLength: 8 }), (auctions) => {
      const once = write(auctions.map(([request, times]) => hear({ ...request, quantityMicros: times * 1_000_000 })));
      const often = write(auctions.flatMap(([request, times]) => Array.from({ length: times }, () => hear(request))));
      const { funnel: _funnel, ...counted } = overTheWire(once);
      expect(counted).toEqual({ ...overTheWire(often), funnel: undefined });
    }),
  );
});

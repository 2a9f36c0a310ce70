import { array, assert, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockCount, placesOfAuction } from '../../src/compare/measuring/block.ts';
import { Distribution } from '../../src/compare/measuring/distribution.ts';
import { RowBlocks } from '../../src/compare/measuring/row-blocks.ts';
import { LowestSample } from '../../src/compare/measuring/lowest-sample.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';

function createAuction(line: number, bidCount: number): LoggedAuction {
  const bids = Array.from({ length: bidCount }, (_, at) => ({ id: `${at}`, memberId: 1, grossMicros: 1 }));
  const request = { auctionType: 1, bidFloorMicros: 0, feePpm: 0, seed: 's', timeMs: 0, impression: {}, bids } as const;
  return { request, feeSource: 'default', kind: 'own', file: 'log', line, impression: undefined, recorded: undefined };
}

describe('a sample in bounded memory', () => {
  const bounds = { mostAuctions: 5, mostBids: 12 };
  const offers = array(record({ rank: integer({ min: 0, max: 8 }), bids: integer({ min: 0, max: 6 }) }), {
    maxLength: 60,
  });

  test('is the lowest ranks that fit, however the log is cut', () => {
    assert(
      property(offers, integer({ min: 0, max: 60 }), (drawn, cut) => {
        const ranked = drawn.map(({ rank, bids }, at) => ({ rank, auction: createAuction(at + 1, bids) }));
        const expected: number[] = [];
        let bidCount = 0;
        for (const { auction } of ranked.toSorted((left, right) => left.rank - right.rank)) {
          bidCount += auction.request.bids.length;
          if (expected.length === bounds.mostAuctions || bidCount > bounds.mostBids) break;
          expected.push(auction.line);
        }
        const [last, first] = [new LowestSample(bounds), new LowestSample(bounds)];
        for (const [at, { rank, auction }] of ranked.entries()) (at < cut ? first : last).offer(rank, auction);
        last.merge(first.toData());
        expect(last.drawn().map(({ line }) => line)).toEqual(expected);
      }),
    );
  });
});

describe('rows by block', () => {
  const places = Int32Array.from({ length: placesOfAuction }, (_, at) => at * blockCount);

  test('beyond the bound the same rows go without, however the log is cut', () => {
    const keys = Array.from({ length: 2500 }, (_, at) => at + 1);
    const whole = new RowBlocks();
    for (const key of keys) whole.add(key, places, key);
    const parts = [new RowBlocks(), new RowBlocks(), new RowBlocks()];
    for (const key of keys) parts[key % 3]!.add(key, places, key);
    const merged = new RowBlocks();
    for (const part of parts.toReversed()) merged.merge(part.toData());
    const kept = keys.filter((key) => whole.get(key) !== undefined);
    expect(kept).toHaveLength(1000);
    expect(keys.filter((key) => merged.get(key) !== undefined)).toEqual(kept);
    expect(kept.map((key) => merged.get(key)!.exact(0))).toEqual(kept.map(BigInt));
    expect([whole.isBounded, merged.isBounded, new RowBlocks().isBounded]).toEqual([true, true, false]);
  });

  test('a row that was met before the bound keeps what it has', () => {
    const rows = new RowBlocks();
    rows.add(null, places, -5);
    for (let key = 1; key <= 2100; key++) rows.add(key, places, 1);
    rows.add(null, places, 3);
    expect(rows.get(null)!.exact(0)).toBe(-2n);
  });
});

test('a difference is in the one bin whose bounds it lies between', () => {
  const micros = integer({ min: -2_000_000_000, max: 2_000_000_000 }).filter((value) => value !== 0);
  assert(
    property(micros, (difference) => {
      const distribution = new Distribution();
      distribution.add(difference);
      const bins = distribution.bins();
      expect(bins).toMatchObject([{ auctions: 1 }]);
      const [{ from, to }] = bins as [(typeof bins)[number]];
      const size = Math.abs(difference) / 1e6;
      const [nearer, farther] = difference > 0 ? [from, to] : [to && -to, from && -from];
      expect(size).toBeGreaterThan(nearer ?? 0);
      expect(size).toBeLessThanOrEqual(farther ?? Infinity);
    }),
  );
});

test('bins stand in the order of their differences, without gaps', () => {
  const distribution = new Distribution();
  const differences = uniqueArray(integer({ min: -5_000_000_000, max: 5_000_000_000 }), {
    minLength: 200,
    maxLength: 200,
  });
  assert(
    property(differences, (drawn) => {
      for (const difference of drawn) if (difference !== 0) distribution.add(difference);
      const bins = distribution.bins();
      expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
    }),
    { numRuns: 5 },
  );
});

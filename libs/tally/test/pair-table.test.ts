import { otherRow, pairCell, PairTable, pairWidth, totalCell, totalsText, ReportCounts } from '../src/index.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

/** Ids as they come: few that are the same, and some that a double holds but no 32 bits do. */
const id = fc.oneof(fc.nat(60), fc.integer({ min: 2 ** 32, max: 2 ** 32 + 40 }), fc.maxSafeNat());
const bid = fc.record({ tier: id, buyer: id, micros: fc.nat(10 ** 12) });

/** What a plain map counts by pair. */
function countByMap(bids: readonly { tier: number; buyer: number; micros: number }[]) {
  const counts = new Map<string, { bids: number; micros: bigint }>();
  for (const { tier, buyer, micros } of bids) {
    const key = `${tier} ${buyer}`;
    const found = counts.get(key) ?? { bids: 0, micros: 0n };
    counts.set(key, { bids: found.bids + 1, micros: found.micros + BigInt(micros) });
  }
  return counts;
}

function countBid(table: PairTable, { tier, buyer, micros }: { tier: number; buyer: number; micros: number }): void {
  const row = table.rowOf(tier, buyer);
  table.sums.cells[row + pairCell.bids]! += 1;
  table.sums.add(row + pairCell.net, micros);
}

function read({ sums, length }: PairTable) {
  const { cells } = sums;
  const counts = new Map<string, { bids: number; micros: bigint }>();
  for (let number = 1; number < length; number++) {
    const row = number * pairWidth;
    const count = { bids: cells[row + pairCell.bids]!, micros: sums.exact(row + pairCell.net) };
    counts.set(`${cells[row + pairCell.tier]} ${cells[row + pairCell.buyer]}`, count);
  }
  const other = { bids: cells[otherRow + pairCell.bids]!, micros: sums.exact(otherRow + pairCell.net) };
  return { counts, other };
}

test('counts by pair are those of a plain map', () => {
  fc.assert(
    fc.property(fc.array(bid, { maxLength: 400 }), (bids) => {
      const table = new PairTable();
      for (const one of bids) countBid(table, one);
      expect(read(table)).toEqual({ counts: countByMap(bids), other: { bids: 0, micros: 0n } });
    }),
  );
});

test('which pairs have a row does not depend on the order of the bids, and nothing of the others is lost', () => {
  fc.assert(
    fc.property(fc.array(bid, { maxLength: 300 }), fc.integer({ min: 1, max: 40 }), (bids, limit) => {
      const table = new PairTable(limit);
      const reversed = new PairTable(limit);
      for (const one of bids) countBid(table, one);
      for (const one of bids.toReversed()) countBid(reversed, one);
      for (const each of [table, reversed]) each.bound();
      const all = countByMap(bids);
      const { counts, other } = read(table);
      expect(read(reversed)).toEqual({ counts, other });
      expect(counts.size).toBe(Math.min(limit, all.size));
      const rest = new Map(all);
      for (const [key, count] of counts) {
        expect(count).toEqual(all.get(key));
        rest.delete(key);
      }
      const sum = { bids: 0, micros: 0n };
      for (const { bids: count, micros } of rest.values()) {
        sum.bids += count;
        sum.micros += micros;
      }
      expect(other).toEqual(sum);
    }),
  );
});

test('a table that is cleared counts from nothing', () => {
  const table = new PairTable();
  for (let pair = 0; pair < 100; pair++) countBid(table, { tier: pair, buyer: 1, micros: 5 });
  table.clear();
  countBid(table, { tier: 7, buyer: 1, micros: 2 });
  expect(read(table)).toEqual({ counts: new Map([['7 1', { bids: 1, micros: 2n }]]), other: { bids: 0, micros: 0n } });
});

test('a sum of amounts of either sign is exact, however much it comes to, and so is its text', () => {
  const micros = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
  fc.assert(
    fc.property(fc.array(micros, { maxLength: 60 }), fc.constantFrom(-1, 1), (amounts, sign) => {
      const { totals } = new ReportCounts();
      // Most of one sign, so that sums are carried more than once.
      const added = amounts.map((amount, at) => (at % 4 === 0 ? amount : sign * Math.abs(amount)));
      for (const amount of added) totals.add(totalCell.forgone, amount);
      const sum = added.reduce((total, amount) => total + BigInt(amount), 0n);
      expect(totals.exact(totalCell.forgone)).toBe(sum);
      expect(totalsText(totals).split(' ')[totalCell.forgone]).toBe(String(sum));
    }),
  );
});

test('a sum beyond 2^53 micros is exact', () => {
  const table = new PairTable();
  const micros = 999_999_999_999;
  const count = 20_000;
  for (let bidAt = 0; bidAt < count; bidAt++) countBid(table, { tier: 1, buyer: 2, micros });
  expect(read(table).counts.get('1 2')).toEqual({ bids: count, micros: BigInt(micros) * BigInt(count) });
});

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PlacedRow } from '../../src/log/feed/partition.ts';
import { packRow, Partition, unpackRow } from '../../src/log/feed/partition.ts';
import { createFolder } from '../fixture/folder.ts';

const bid = {
  memberId: 12,
  netMicros: 2_500_000,
  rawNetMicros: null,
  hardFloorMicros: 0,
  rejectReason: null,
  isRejected: false,
  tierId: null,
  dealId: null,
  isWinning: false,
};
const rows = Array.from(
  { length: 5000 },
  (_, at): PlacedRow => ({
    auctionId: String(2n ** 60n + BigInt(at % 700)),
    timeMs: 1_795_000_000_000,
    sellerMemberId: null,
    layout: 'feed',
    country: null,
    placementId: null,
    bid,
    fileAt: 0,
    line: at + 2,
  }),
);

async function group(largestPartBytes: number, given: readonly PlacedRow[] = rows) {
  const folder = createFolder();
  const partition = new Partition(folder, largestPartBytes);
  for (const row of given) partition.add(row);
  const groups: PlacedRow[][] = [];
  for await (const found of partition.auctions()) groups.push(found.flat());
  return { groups, folder };
}

const order = (groups: readonly PlacedRow[][]) => [...new Set(groups.flat().map(({ auctionId }) => auctionId))];

const byLine = (groups: readonly PlacedRow[][]) => groups.flat().toSorted((left, right) => left.line - right.line);

const largest = (groups: readonly PlacedRow[][]) => Math.max(...groups.map((found) => found.length));

test('parts that are split again give the same rows in the same order of auctions, fewer at a time', async () => {
  const [whole, split] = [await group(10_000_000), await group(1000)];
  expect(order(split.groups)).toEqual(order(whole.groups));
  expect(order(whole.groups)).toHaveLength(700);
  expect(byLine(split.groups)).toEqual(rows);
  expect(largest(split.groups)).toBeLessThan(largest(whole.groups) / 2);
});

test('an auction with more rows than a part may have stays together', async () => {
  const one = rows.map((row) => ({ ...row, auctionId: '7' }));
  const { groups } = await group(1000, one);
  expect(groups.map((found) => found.length)).toEqual([rows.length]);
});

test('what was read is gone from the disk', async () => {
  const { folder } = await group(1000);
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left).toEqual([]);
});

test.for([
  rows[0]!,
  {
    ...rows[0]!,
    sellerMemberId: 7,
    bid: { ...bid, memberId: null, rawNetMicros: 0, rejectReason: '401', isRejected: true, isWinning: true },
  },
  { ...rows[0]!, layout: 'gam_bids' as const, country: 'GB', placementId: 77, bid },
  { ...rows[0]!, auctionId: '-1', bid: { ...bid, tierId: 1110, dealId: 'a deal', netMicros: 999_999_999_999 } },
])('a row comes back from the disk as it was: %j', (row) => {
  expect(unpackRow(packRow(row))).toEqual(row);
});

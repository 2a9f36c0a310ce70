import { randomBytes } from 'node:crypto';
import { encodeRecord, findRecords } from '@auction-tiers/store';
import { byAll, mostPairs, otherRow, pairCell, pairWidth, ReportCounts } from '@auction-tiers/tally';
import { expect, test } from 'vitest';
import { addGrouped, compactRecords } from '../../src/report/merge.ts';

const tiers = 50;

/** Records of a process each, with a bid of each of so many pairs. */
function recordOf(from: number, to: number): Buffer {
  const counts = new ReportCounts();
  for (let pair = from; pair < to; pair++) {
    const row = counts.pairs.rowOf(1 + (pair % tiers), 1 + Math.floor(pair / tiers));
    counts.pairs.sums.cells[row + pairCell.bids]! += 1;
  }
  return encodeRecord(counts, randomBytes(8));
}

/** The pairs with a row of their own, and the bids of all others. */
function read({ pairs }: ReportCounts) {
  const own = Array.from({ length: pairs.size }, (_, at) => (at + 1) * pairWidth);
  return {
    pairs: new Set(
      own.map(
        (row) =>
          `${pairs.sums.cells[row + pairCell.tier]} ${pairs.sums.cells[row + pairCell.buyer]}: ${pairs.sums.cells[row + pairCell.bids]}`,
      ),
    ),
    others: pairs.sums.cells[otherRow + pairCell.bids],
  };
}

const [one, two, three] = [recordOf(0, 15_000), recordOf(10_000, 25_000), recordOf(24_000, 30_000)];
const compacted = (...records: readonly Buffer[]) => compactRecords(Buffer.concat(records)).record!;
function merged(...records: readonly Buffer[]): ReportCounts {
  const counts = new ReportCounts();
  addGrouped(compacted(...records), () => counts, byAll);
  return counts;
}

test('of more pairs than a report has, the same have rows in any order of merging, and nothing is lost', () => {
  const atOnce = read(merged(one, two, three));
  expect(atOnce.pairs.size).toBe(mostPairs);
  const bids = [...atOnce.pairs].reduce((sum, pair) => sum + Number(pair.split(': ')[1]), 0);
  expect(bids + Number(atOnce.others)).toBe(15_000 + 15_000 + 6000);
  expect(read(merged(three, two, one))).toEqual(atOnce);
  const firstTwo = compacted(one, two);
  expect(read(merged(firstTwo, three))).toEqual(atOnce);
});

/** The counts of records by tier alone. */
function byTier(records: Buffer) {
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  addGrouped(records, () => counts, { tier: true, buyer: false });
  return read(counts);
}

test('sums by tier do not depend on whether the records are merged', () => {
  const record = compacted(one, two, three);
  expect(findRecords(record).records).toHaveLength(1);
  expect(byTier(Buffer.concat([one, two, three]))).toEqual(byTier(record));
});

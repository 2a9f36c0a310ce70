import { randomBytes } from 'node:crypto';
import { addRecord, encodeRecord, findRecords, type Frame, hasUnknown } from '@auction-tiers/store';
import {
  type Grouping,
  mostPairs,
  otherRow,
  pairCell,
  pairWidth,
  ReportCounts,
  totalCell,
  totalWidth,
} from '@auction-tiers/tally';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeHeader } from '../../src/report/frame.ts';

const upTo = (most: number) =>
  fc.oneof(
    fc.constant(0),
    fc.nat(200),
    fc.maxSafeNat().map((number) => Math.floor((number / Number.MAX_SAFE_INTEGER) * most)),
  );
/** Only sums of money are carried: no count comes near 2^52. */
const count = fc.oneof(
  upTo(2 ** 46),
  // A count of impressions out of home is not whole.
  fc.nat(2 ** 31 - 1).map((parts) => parts / 2 ** 20),
);
const moneySum = upTo(2 ** 51);
/** What is forgone has either sign. */
const forgone = fc.oneof(
  moneySum,
  moneySum.map((size) => -size),
);
const row = fc.record({
  tier: fc.nat(5),
  buyer: fc.nat(5),
  counts: fc.tuple(count, count, count, moneySum, moneySum, forgone, moneySum),
});
const counted = fc.record({
  totals: fc
    .tuple(fc.array(count, { minLength: 9, maxLength: 9 }), moneySum, moneySum, forgone, moneySum)
    .map(([counts, ...last]) => [...counts, ...last]),
  rows: fc.array(row),
});
interface Counted {
  readonly totals: readonly number[];
  readonly rows: readonly { readonly tier: number; readonly buyer: number; readonly counts: readonly number[] }[];
}

function toCounts({ totals, rows }: Counted): ReportCounts {
  const counts = new ReportCounts();
  for (const [cell, value] of totals.entries()) {
    if (cell < totalCell.gross) counts.totals.cells[cell] = value;
    else counts.totals.add(cell, value);
  }
  for (const { tier, buyer, counts: values } of rows) addValues(counts, counts.pairs.rowOf(tier, buyer), values);
  addValues(counts, otherRow, [
    ...totals.slice(0, 3),
    ...totals.slice(3, 5).map(Math.floor),
    totals[totalCell.forgone]!,
    0,
  ]);
  return counts;
}

function addValues({ pairs }: ReportCounts, rowAt: number, values: readonly number[]): void {
  for (const [at, value] of values.entries()) {
    const cell = rowAt + pairCell.bids + at;
    if (at < 3) pairs.sums.cells[cell]! += value;
    else pairs.sums.add(cell, value);
  }
}

/** Everything that counts hold, by pair. */
function read({ totals, pairs }: ReportCounts) {
  const sums = [totalCell.gross, totalCell.net, totalCell.forgone, totalCell.excludedNet];
  const texts: Record<string, (number | bigint)[]> = {
    totals: [...totals.cells.subarray(0, totalCell.gross), ...sums.map((cell) => totals.exact(cell))],
  };
  for (let number = 0; number < pairs.length; number++) {
    const at = number * pairWidth;
    const money = [pairCell.gross, pairCell.net, pairCell.forgone, pairCell.excludedNet];
    texts[number === 0 ? 'other' : `${pairs.sums.cells[at + pairCell.tier]} ${pairs.sums.cells[at + pairCell.buyer]}`] =
      [
        ...pairs.sums.cells.subarray(at + pairCell.bids, at + pairCell.gross),
        ...money.map((cell) => pairs.sums.exact(at + cell)),
      ];
  }
  return texts;
}

function decode(bytes: Buffer, by?: Grouping): ReportCounts {
  const counts = new ReportCounts();
  for (const place of findRecords(bytes).records) addRecord(bytes, place, counts, by);
  return counts;
}

const encode = (counts: ReportCounts) => encodeRecord(counts, randomBytes(8));

test('counts come back from their bytes', () => {
  fc.assert(
    fc.property(counted, (one) => {
      expect(read(decode(encode(toCounts(one))))).toEqual(read(toCounts(one)));
    }),
  );
});

test('records one after the other are the sum of their counts', () => {
  fc.assert(
    fc.property(counted, counted, (one, other) => {
      const sum = toCounts(one);
      sum.add(toCounts(other));
      const both = Buffer.concat([encode(toCounts(one)), encode(toCounts(other))]);
      expect(read(decode(both))).toEqual(read(sum));
    }),
  );
});

test('a record can be summed by tier alone and by buyer alone', () => {
  const counts = new ReportCounts();
  for (const [tier, buyer, bids] of [
    [1, 8, 2],
    [1, 9, 3],
    [2, 9, 4],
  ] as const) {
    counts.pairs.sums.cells[counts.pairs.rowOf(tier, buyer) + pairCell.bids] = bids;
  }
  const bidsBy = (by: Grouping) =>
    Object.entries(read(decode(encode(counts), by))).flatMap(([key, [bids]]) =>
      bids === 0 ? [] : [`${key}: ${bids}`],
    );
  expect(bidsBy({ tier: true, buyer: false })).toEqual(['1 0: 5', '2 0: 4']);
  expect(bidsBy({ tier: false, buyer: true })).toEqual(['0 8: 2', '0 9: 7']);
  expect(bidsBy({ tier: false, buyer: false })).toEqual([]);
});

test('a record has at most so many pairs, and the rest as one row', () => {
  const counts = new ReportCounts();
  const pairs = mostPairs + 500;
  for (let pair = 0; pair < pairs; pair++) counts.pairs.sums.cells[counts.pairs.rowOf(pair, 1) + pairCell.bids] = 1;
  const bytes = encode(counts);
  expect(findRecords(bytes).records).toMatchObject([{ pairCount: mostPairs }]);
  expect(read(decode(bytes))['other']?.[0]).toBe(500);
});

test.for([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['of another version', (bytes: Buffer) => Buffer.concat([Buffer.of(9), bytes.subarray(1)])],
  ['no record at all', () => Buffer.from('text')],
] as const)('bytes that are %s are damage', ([, spoil]) => {
  const counts = new ReportCounts();
  counts.totals.cells[totalCell.auctions] = 1;
  expect(findRecords(spoil(encode(counts)))).toMatchObject({ records: [], damage: [{ start: 0 }] });
});

/** A record with other texts of the same lengths in the names of its cells, as another version may have written it. */
function renamed(record: Buffer, names: readonly (readonly [string, string])[]): Buffer {
  const [{ from, valuesAt, pairCount, piece }] = findRecords(record).records as [Frame];
  let text = record.toString('latin1');
  for (const [name, other] of names) text = text.replace(`,${name},`, `,${other},`);
  const written = Buffer.from(text, 'latin1');
  writeHeader(written, { mark: written.subarray(1, 9), piece, pairCount, valuesLength: valuesAt - from });
  return written;
}

test('cells are read by their names: in another order, and with one that is not known', () => {
  const figures: Readonly<Record<number, number>> = {
    [totalCell.sold]: 8,
    [totalCell.outcomes]: 6,
    [totalCell.gross]: 100,
    [totalCell.net]: 80,
  };
  const counts = toCounts({ totals: Array.from({ length: totalWidth }, (_, cell) => figures[cell] ?? 0), rows: [] });
  const record = encode(counts);
  const moved = decode(
    renamed(record, [
      ['sold', '????'],
      ['won', 'tmp'],
      ['net', 'won'],
      ['tmp', 'net'],
    ]),
  );
  expect(moved.totals.exact(totalCell.sold)).toBe(0n);
  expect([moved.totals.exact(totalCell.net), moved.totals.exact(totalCell.outcomes)]).toEqual([6n, 80n]);
  expect(moved.totals.exact(totalCell.gross)).toBe(100n);
  const unknown = renamed(record, [['sold', 'dlos']]);
  expect(findRecords(unknown).records.map((one) => hasUnknown(unknown, one))).toEqual([true]);
  expect(findRecords(record).records.map((one) => hasUnknown(record, one))).toEqual([false]);
});

test('a record of a later version is read with up to 31 cells', () => {
  const totals = Array.from({ length: totalWidth }, (_, cell) => (cell === totalCell.net ? 80 : 0));
  const record = encode(toCounts({ totals, rows: [] }));
  const [{ from, valuesAt, pairCount, piece }] = findRecords(record).records as [Frame];
  const length = record[from]! - 0x80 + 0x80 * record[from + 1]!;
  const names = record.toString('latin1', from + 2, from + 2 + length).split(',');
  while (names.length < 31) names.push(`later${names.length}`);
  const text = names.join();
  const written = Buffer.concat([
    record.subarray(0, from),
    Buffer.from([0x80 + (text.length % 0x80), Math.floor(text.length / 0x80)]),
    Buffer.from(text),
    record.subarray(from + 2 + length),
  ]);
  const valuesLength = valuesAt - from + text.length - length;
  writeHeader(written, { mark: written.subarray(1, 9), piece, pairCount, valuesLength });
  expect(decode(written).totals.exact(totalCell.net)).toBe(80n);
});

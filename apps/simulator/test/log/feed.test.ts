import { expect, test } from 'vitest';
import { momentsAllowed } from '../../src/log/auction/moment.ts';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { createBodies } from './bodies.ts';
import type { FeedBid } from './feed.ts';
import { feedHeader, toFeedBids, toSeparated } from './feed.ts';
import { writeParquet } from './parquet.ts';
import { readFiles } from './read-log.ts';

const row = (changes: FeedBid): FeedBid => ({
  date_time: 1_795_000_000,
  auction_id_64: '9007199254740993',
  buyer_member_id: 12,
  seller_member_id: 7,
  actual_bid_price: '2.5',
  ...changes,
});

async function readRows(rows: readonly FeedBid[], order = {}) {
  return readFiles([writeLog(createFolder(), toSeparated(rows))], order);
}

/** The same rows in an order without sense, the same each time. */
function shuffle<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value, at) => [Math.imul(at + 1, 0x9e3779b1) >>> 0, value] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, value]) => value);
}

test('a feed whose rows are shuffled, and lie in several files, tells of the same auctions in the same order', async () => {
  const rows = createBodies(2000).flatMap(toFeedBids);
  const inOrder = await readRows(rows);
  const shuffled = shuffle(rows);
  const folder = createFolder();
  const halves = [shuffled.slice(0, 3000), shuffled.slice(3000)];
  const apart = await readFiles(halves.map((half, at) => writeLog(folder, toSeparated(half), `${at}.csv`)));
  const told = ({ auctions }: typeof inOrder) => auctions.map(({ request, recorded }) => ({ request, recorded }));
  expect(inOrder.auctions).toHaveLength(2000);
  expect(told(await readRows(shuffled))).toEqual(told(inOrder));
  expect(told(apart)).toEqual(told(inOrder));
});

test('what the feed records of each bid goes along', async () => {
  const { auctions } = await readRows([
    row({ actual_bid_price: '3', raw_net_bid_price: '3.25', is_winning_bid: 1, ym_auction_tier_id: 1110, deal_id: 77 }),
    row({ buyer_member_id: 13, hard_floor: '2.6', bid_reject_reason: 401 }),
    row({ buyer_member_id: 0, actual_bid_price: '0.1234567' }),
  ]);
  expect(auctions).toHaveLength(1);
  const { request, recorded, line } = auctions[0]!;
  expect(line).toBe(2);
  expect(request).toMatchObject({ auctionType: 1, bidFloorMicros: 0, feePpm: 0, seed: '9007199254740993' });
  expect(request.bids).toMatchObject([
    { id: '1', memberId: 12, grossMicros: 3_000_000 },
    { id: '2', memberId: null, grossMicros: 123_457 },
  ]);
  const none = {
    isRejected: false,
    rejectReason: null,
    tierId: null,
    dealId: null,
    isWinning: false,
    rawNetMicros: null,
    hardFloorMicros: 0,
  };
  expect(recorded).toEqual({
    auctionId: '9007199254740993',
    sellerMemberId: 7,
    bids: [
      {
        ...none,
        memberId: 12,
        netMicros: 3_000_000,
        rawNetMicros: 3_250_000,
        isWinning: true,
        tierId: 1110,
        dealId: '77',
      },
      { ...none, memberId: null, netMicros: 123_457 },
    ],
    leftOut: [{ ...none, memberId: 13, netMicros: 2_500_000, hardFloorMicros: 2_600_000, rejectReason: '401' }],
  });
});

test.for([
  {
    rule: 'rejected for what its creative is: no tiers could let it in',
    rows: [row({ bid_reject_reason: 522, hard_floor: '1' })],
    expected: { rejected_bids: 1, below_own_floor_bids: 0 },
    bids: 0,
  },
  {
    rule: 'rejected for its price: the floor of the auction keeps it out',
    rows: [row({ bid_reject_reason: 401, hard_floor: '3' })],
    expected: { rejected_bids: 0, below_own_floor_bids: 0 },
    bids: 1,
  },
  {
    rule: 'below a floor of its own, that others do not have',
    rows: [row({ hard_floor: '3' }), row({ hard_floor: '1' })],
    expected: { rejected_bids: 0, below_own_floor_bids: 1 },
    bids: 1,
  },
  {
    rule: 'not rejected: 0 says nothing',
    rows: [row({ bid_reject_reason: 0, hard_floor: '0' }), row({ bid_reject_reason: 'NULL', hard_floor: '\\N' })],
    expected: { rejected_bids: 0, below_own_floor_bids: 0 },
    bids: 2,
  },
])('a bid that was $rule', async ({ rows, expected, bids }) => {
  const { auctions, report } = await readRows(rows);
  expect(report).toMatchObject(expected);
  const [auction] = auctions;
  expect(auction!.request.bids).toHaveLength(bids);
  expect(auction!.recorded!.bids).toHaveLength(bids);
  expect(auction!.recorded!.leftOut).toHaveLength(rows.length - bids);
});

test.for([
  [{ auction_id_64: '12x' }, 'has the auction_id_64 "12x", allowed: a whole number of 64 bits'],
  [{ auction_id_64: '' }, 'has the auction_id_64 "", allowed: a whole number of 64 bits'],
  [{ date_time: 'yesterday' }, `has the date_time "yesterday", allowed: ${momentsAllowed}`],
  // Nanoseconds.
  [{ date_time: '1795000000000000000' }, `has the date_time "1795000000000000000", allowed: ${momentsAllowed}`],
  [{ buyer_member_id: -4 }, 'has the buyer_member_id "-4", allowed: a whole number from 0'],
  [
    { actual_bid_price: '-1' },
    'has the actual_bid_price "-1" is negative; allowed is a decimal number from 0 to 999999.999999',
  ],
  [{ actual_bid_price: '' }, 'has the actual_bid_price "", allowed: a price'],
  [{ is_winning_bid: 'perhaps' }, 'has the is_winning_bid "perhaps", allowed: 0 or 1'],
  [{ seller_member_id: '7,8' }, 'has 13 fields, the header has 12'],
  [{ seller_member_id: '"7' }, 'has a double quote that is not closed'],
] as const)('a row with %j is told with its line and passed over', async ([changes, problem]) => {
  const rows = [
    row({}),
    row({ auction_id_64: '5' }),
    row({ auction_id_64: '6', ...changes }),
    row({ auction_id_64: '7' }),
  ];
  const { auctions, report, told } = await readRows(rows);
  expect(told).toMatchObject([{ line: 4, problem }]);
  expect(report).toMatchObject({ broken_lines: 1, lines: { feed: 3 } });
  expect(auctions).toHaveLength(3);
  await expect(readRows(rows, { isStrict: true })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(`line 4 ${problem}.`),
  });
});

test('fields may be in double quotes, with separators inside', async () => {
  const { auctions } = await readRows([row({ deal_id: '"7,""8"""', buyer_member_id: '"12"' })]);
  expect(auctions[0]!.recorded!.bids).toMatchObject([{ memberId: 12, dealId: '7,"8"' }]);
});

test('a header may have a byte order mark, quotes and capitals, and columns in any order', async () => {
  const header = feedHeader.toReversed().map((column) => `"${column.toUpperCase()}"`);
  const values = feedHeader.toReversed().map((column) => row({})[column] ?? '');
  const text = `\uFEFF${header.join('\t')}\r\n${values.join('\t')}\r\n`;
  const { auctions, report } = await readFiles([writeLog(createFolder(), text)]);
  expect(report.files).toMatchObject([{ form: 'tsv' }]);
  expect(auctions).toMatchObject([{ line: 2, request: { bids: [{ memberId: 12, grossMicros: 2_500_000 }] } }]);
});

test('a feed without a column that is needed cannot be replayed', async () => {
  const folder = createFolder();
  const file = writeLog(folder, 'date_time,auction_id_64,buyer_member_id\n1,2,3\n');
  await expect(readFiles([file])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`${file} is a bid landscape feed without actual_bid_price.`),
  });
});

test('member ids of the feed are mapped', async () => {
  const seats = createSeatBook({ mapped: new Map([['12', 112]]) });
  const { auctions } = await readRows([row({}), row({ buyer_member_id: 13 })], { seats });
  expect(auctions[0]!.request.bids.map(({ memberId }) => memberId)).toEqual([13, 112]);
});

test('Parquet: a broken row is told by its number, times may be timestamps, ids must not be floating point', async () => {
  const folder = createFolder();
  const rows = [
    row({ auction_id_64: '5' }),
    row({ auction_id_64: '6', buyer_member_id: -1 }),
    row({ auction_id_64: '7' }),
  ];
  const read = await readFiles([await writeParquet(`${folder}/a.parquet`, rows)]);
  expect(read.told).toMatchObject([{ file: `${folder}/a.parquet`, line: 2 }]);
  expect(new Set(read.auctions.map(({ line }) => line))).toEqual(new Set([1, 3]));

  const timed = [row({ date_time: '2026-11-21 08:00:00' })];
  const { auctions } = await readFiles([await writeParquet(`${folder}/b.parquet`, timed, { date_time: 'TIMESTAMP' })]);
  expect(auctions[0]!.request.timeMs).toBe(Date.UTC(2026, 10, 21, 8));

  const damaged = await writeParquet(`${folder}/c.parquet`, rows, { auction_id_64: 'DOUBLE' });
  await expect(readFiles([damaged])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('holds auction_id_64 as DOUBLE, which cannot hold 64-bit ids'),
  });
});

test('a Parquet file that is cut off is told as what it is', async () => {
  const file = writeLog(createFolder(), 'PAR1 and then nothing');
  await expect(readFiles([file])).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(`${file} cannot be read as Parquet: `),
  });
});

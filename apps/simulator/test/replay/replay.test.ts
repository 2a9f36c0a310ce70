import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { replay } from '../../src/run/replay.ts';
import type { BrokenLine } from '../../src/log/auction/input-report.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { loadSmallTierSet, smallLogText, writeLog } from '../fixture/small-log.ts';

async function replaySmall(log: string | Uint8Array = smallLogText, isStrict = false) {
  const folder = createFolder();
  const told: BrokenLine[] = [];
  const { report } = await replay({
    files: [writeLog(folder, log)],
    loaded: loadSmallTierSet(folder),
    target: undefined,
    fee: chooseFee({}),
    isStrict,
    onBrokenLine: (broken) => told.push(broken),
  });
  return { report, told };
}

test('the totals are those that follow by hand', async () => {
  const { report } = await replaySmall();
  expect(report).toMatchObject({
    tier_set: { ym_profile_id: 42, name: 'Small', revision: 'r3', tiers: 3 },
    auctions: 4,
    bids: 8,
    with_tiers: {
      sold: 2,
      fill: 0.5,
      // 2.50 and 1.00, each for a thousand.
      gross_paid: '0.003500000',
      net_to_seller: '0.002800000',
      outcomes: { won: 2, outranked: 3, outbid: 0, lost_tie: 0, excluded: 2, below_floor: 1 },
    },
    without_tiers: {
      sold: 3,
      fill: 0.75,
      // 9.00, 3.00 and 4.00.
      gross_paid: '0.016000000',
      net_to_seller: '0.012800000',
      outcomes: { won: 3, outranked: 0, outbid: 4, lost_tie: 0, excluded: 0, below_floor: 1 },
    },
    difference: { sold: -1, gross_paid: '-0.012500000', net_to_seller: '-0.010000000' },
    api: null,
  });
  expect(report.tiers).toMatchObject([
    { id: 1, name: 'tier 1', priority: 7, bids: 2, won: 1, excluded: 0, net_to_seller: '0.002000000' },
    { id: 2, name: 'tier 2', priority: 5, bids: 2, won: 0, excluded: 2, excluded_value: { gross: '0.012000000' } },
    { id: 3, name: 'tier 3', priority: 2, bids: 1, won: 1, excluded: 0, net_to_seller: '0.000800000' },
  ]);
  // Without tier 1 buyer 15 wins at 9.00 in place of 2.50, without tier 2 the third auction is sold for 4.00, and without
  // tier 3 buyer 15 pays 3.00 in place of 1.00.
  expect(report.tiers.map(({ if_removed: removed }) => removed)).toEqual([
    { sold: 0, gross_paid: '0.006500000', net_to_seller: '0.005200000' },
    { sold: 1, gross_paid: '0.004000000', net_to_seller: '0.003200000' },
    { sold: 0, gross_paid: '0.002000000', net_to_seller: '0.001600000' },
  ]);
  // Without tiers the first auction brings 7.20 net in place of 2.00, the second, by the second price of 3.00, 2.40 in place
  // of 0.80.
  expect(report.tiers.map(({ forgone }) => forgone)).toEqual(['0.005200000', '0.000000000', '0.001600000']);
  expect(report.forgone).toBe('0.006800000');
  // Buyer 12 bids 1.60 net in the second auction, and below the floor in the fourth.
  expect(report.untiered).toMatchObject({ bids: 3, won: 0, below_floor: 0 });
});

test('the same log gives the same report', async () => {
  const folder = createFolder();
  const file = join(folder, 'log.jsonl');
  await generate({ auctionCount: 500, bidCount: 8, seed: 's', format: 'openrtb', params: defaultParams }, file);
  const run = () =>
    replay({
      files: [file],
      loaded: loadDemoTierSet(),
      target: undefined,
      fee: chooseFee({ option: 150_000 }),
      isStrict: true,
      onBrokenLine: () => {},
    });
  const [{ report: first }, { report: second }] = [await run(), await run()];
  expect(first.with_tiers.outcomes.excluded).toBeGreaterThan(0);
  expect(second).toEqual(first);
});

const brokenLog = [
  '{"bids":[]}',
  'not JSON',
  '',
  '[1]',
  '{"hello":1}',
  '{"bids":[{"id":"a","member_id":1,"price":-1}]}',
  '{"bids":[],"colour":"red"}',
  '{"bid_request":{"imp":[]}}',
  '{"bids":[{"id":"a","member_id":12,"price":1}]}',
].join('\n');

test('broken lines are told with their number and counted, and the others go on', async () => {
  const { report, told } = await replaySmall(brokenLog);
  expect(told.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'is not a JSON object'],
    [4, 'is not a JSON object'],
    [5, 'has neither bids (the body of POST /auction) nor a bid_request (OpenRTB) nor a Request (Prebid Server)'],
    [6, expect.stringMatching(/^bids\.0\.price -1 is negative/)],
    [7, expect.stringMatching(/^colour /)],
    [8, 'bid_request.imp is an empty array; allowed is an array of at least one impression'],
  ]);
  expect(report.input).toMatchObject({ lines: { own: 2, openrtb: 0 }, broken_lines: 6, broken: told });
  expect(report.auctions).toBe(2);
});

test('a strict replay ends at the first broken line', async () => {
  await expect(replaySmall(brokenLog, true)).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(/log\.jsonl, line 2 is not a JSON object\.$/),
  });
});

test('an auction without a seed has that of its line: an equal pair is drawn anew on each line, and again the same', async () => {
  const tie = '{"bids":[{"id":"a","member_id":12,"price":3},{"id":"b","member_id":12,"price":3}]}\n';
  const { report } = await replaySmall(tie.repeat(50));
  const { report: again } = await replaySmall(tie.repeat(50));
  expect(report.with_tiers.outcomes).toMatchObject({ won: 50, lost_tie: 50 });
  expect(again.with_tiers).toEqual(report.with_tiers);
});

test('a log of OpenRTB is recognised; a seat is an id or a name that the tiers know', async () => {
  const line = JSON.stringify({
    bid_request: { at: 1, imp: [{ id: '1' }] },
    bid_responses: [
      { seatbid: [{ seat: 'BUYER 12', bid: [{ impid: '1', price: 2.5 }, { impid: '1' }] }] },
      { seatbid: [{ seat: '14', bid: [{ impid: '1', price: 9 }] }] },
      {
        seatbid: [
          {
            seat: 'stranger',
            bid: [
              { impid: '1', price: 8 },
              { impid: '2', price: 8 },
            ],
          },
        ],
      },
    ],
  });
  const { report } = await replaySmall(line);
  expect(report.input).toMatchObject({ lines: { own: 0, openrtb: 1 }, invalid_bids: 2 });
  expect(report.with_tiers.outcomes).toMatchObject({ won: 1, excluded: 1, outranked: 1 });
  expect(report.tiers.map(({ id, won }) => [id, won])).toEqual([
    [1, 1],
    [2, 0],
    [3, 0],
  ]);
});

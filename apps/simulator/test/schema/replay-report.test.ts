import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseFee, countFees } from '../../src/log/auction/fee.ts';
import { Tally } from '../../src/tally/tally.ts';
import { replay } from '../../src/run/replay.ts';
import { ReplayReport } from '../../src/schema/replay-report.ts';
import { reportSchemas } from '../../src/schema/schemas.ts';
import { toReplayReport } from '../../src/replay/to-replay-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { hear } from '../tally/auctions.ts';
import { loadSmallTierSet, writeLog } from '../fixture/small-log.ts';

async function replaySmall(log?: string): Promise<ReplayReport> {
  const folder = createFolder();
  const { report } = await replay({
    files: [writeLog(folder, log)],
    loaded: loadSmallTierSet(folder),
    target: undefined,
    fee: chooseFee({}),
    isStrict: true,
    onBrokenLine: () => {},
  });
  return report;
}

test('a report is what its schema says, and no more', async () => {
  const report = await replaySmall();
  expect(ReplayReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
});

test('the published schema is that of the report', () => {
  const published = readFileSync(new URL('../../schema/replay-report.schema.json', import.meta.url), 'utf8');
  expect(published).toBe(reportSchemas()['replay-report']);
});

test('the breakdowns are those that follow by hand', async () => {
  const { buyers, sizes, placements, hours, date_hours: dateHours, dmas } = await replaySmall();
  expect(buyers.rows.map(({ id, name, bids, won, net_to_seller: net }) => [id, name, bids, won, net])).toEqual([
    [12, 'Buyer 12', 3, 1, '0.002000000'],
    [13, 'Buyer 13', 1, 1, '0.000800000'],
    [14, 'Buyer 14', 2, 0, '0.000000000'],
    [15, null, 2, 0, '0.000000000'],
  ]);
  expect(buyers.rows[3]).toMatchObject({
    without_tiers: { won: 2, gross_paid: '0.012000000' },
    difference: { won: -2, gross_paid: '-0.012000000', net_to_seller: '-0.009600000' },
  });
  expect(buyers.rows[2]).toMatchObject({ auctions: 2, excluded: 2, excluded_value: { gross: '0.012000000' } });
  expect(buyers.rows[0]).toMatchObject({ below_floor: 1, below_floor_value: { gross: '0.002500000' } });
  expect(sizes.rows.map(({ size, auctions }) => [size, auctions])).toEqual([
    [null, 3],
    ['300x250', 1],
  ]);
  // One is at 08:00, the others are at the moment of auctions that name none.
  expect(hours.rows.map(({ hour, auctions }) => [hour, auctions])).toEqual([
    [8, 1],
    [12, 3],
  ]);
  expect(dateHours.rows.map(({ starts_at: start }) => start)).toEqual([
    '2026-01-01T12:00:00.000Z',
    '2026-11-21T08:00:00.000Z',
  ]);
  expect(placements.rows).toMatchObject([{ placement_id: null, auctions: 4 }]);
  expect(dmas.other).toBeNull();
});

test('of a feed a report says that it is a sample', async () => {
  const bodies = createBodies(20);
  expect((await replaySmall(toSeparated(bodies.flatMap(toFeedBids)))).notes).toEqual([
    expect.stringMatching(/sample of users with at most the top 15 bids/),
  ]);
  expect((await replaySmall(bodies.map(toOwnLine).join('\n'))).notes).toEqual([]);
});

test('keys without a row of their own are together, and a note says so', () => {
  const tally = new Tally({ mostKeys: 3 });
  for (let placementId = 1; placementId <= 10; placementId++) {
    const bids = [{ id: 'a', memberId: 1, grossMicros: 1_000_000 }];
    const impression = { placementId };
    const { request, result, baseline } = hear({
      auctionType: 1,
      bidFloorMicros: 0,
      feePpm: 0,
      seed: 's',
      timeMs: 0,
      impression,
      bids,
    });
    tally.add(request, result, baseline);
  }
  const none = { own: 0, openrtb: 0, feed: 0, gam_bids: 0 };
  const input = {
    files: [],
    lines: none,
    auctions: none,
    fees: countFees(() => 0),
    broken_lines: 0,
    unfinished_files: 0,
    broken: [],
    invalid_bids: 0,
    foreign_bids: [],
    too_high_prices: 0,
    owners: {
      other_ym_profile_auctions: 0,
      other_seller_auctions: 0,
      left_out_auctions: 0,
      unnamed_auctions: 0,
      largest: [],
    },
    lost_of_buyers: [],
    warnings: 0,
    rejected_bids: 0,
    below_own_floor_bids: 0,
    local_times: null,
    other_share_auctions: 0,
    unmapped_seats: { seats: 0, bids: 0, largest: [] },
  };
  const { placements, buyers, notes } = toReplayReport({
    input,
    fee: chooseFee({}),
    tally,
    removals: undefined,
    loaded: undefined,
    api: null,
  });
  expect(placements.rows).toHaveLength(3);
  expect(placements.other).toMatchObject({ auctions: 7, won: 7, gross_paid: '0.007000000' });
  expect(buyers.other).toBeNull();
  expect(notes).toEqual([expect.stringMatching(/^A breakdown has rows for 10,000 different keys/)]);
});

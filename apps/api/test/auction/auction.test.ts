import type { AuctionAnswer } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { bid, createThreeLevels, explainAuction, runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { type Client, createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
let client: Client;
let demoId: number;
let workedExampleId: number;
let levels: Awaited<ReturnType<typeof createThreeLevels>>;

beforeAll(async () => {
  client = createClient(service.url, service.people.seller1.api_key);
  demoId = (await demoYmProfile(send)).id;
  workedExampleId = (await listTiers(send, '?code=worked-example'))[0]?.id ?? 0;
  levels = await createThreeLevels(send);
});

const outcomes = ({ bids }: AuctionAnswer) => Object.fromEntries(bids.map(({ bid_id, outcome }) => [bid_id, outcome]));

describe('the worked example: a minimum of 2.00 net, a fee of 15 %', () => {
  const bids = [bid('at-minimum', 107, 2), bid('a-micro-short', 107, 2.352941), bid('enough', 107, 2.352942)];
  const expected = [
    { bid_id: 'at-minimum', net_price: 1.7, tier: null },
    { bid_id: 'a-micro-short', net_price: 1.999999, tier: null },
    { bid_id: 'enough', net_price: 2, tier: 'worked-example' },
  ];
  const check = (auction: AuctionAnswer) => {
    expect(auction.bids).toMatchObject(
      expected.map(({ tier, ...rest }) => ({
        ...rest,
        tier_id: tier === null ? null : workedExampleId,
        priority: tier === null ? null : 7,
      })),
    );
    expect(auction.winner).toMatchObject({ bid_id: 'enough', tier_id: workedExampleId, price: 2.352942, net_price: 2 });
  };

  test('over REST', async () => check(await runAuction(send, { ym_profile_id: demoId, bids })));
  test('explained', async () => check(await explainAuction(send, { ym_profile_id: demoId, bids })));
  test('over tRPC', async () => {
    check(
      await client.auction.run.mutate({
        ym_profile_id: demoId,
        bids: bids.map((one) => ({ id: String(one['id']), member_id: 107, price: Number(one['price']) })),
      }),
    );
  });
});

const tiered = (tier_id: number, priority: number) => ({ tier_id, priority });

test('every bid has one outcome, ordered by priority level, then by net price', async () => {
  const auction = await runAuction(send, {
    ym_profile_id: levels.ymProfileId,
    revenue_share_pct: 0,
    bid_floor: 0.5,
    bids: [
      bid('low', 501, 9),
      bid('outbid', 801, 2),
      bid('untiered', 777, 50),
      bid('won', 802, 3),
      bid('excluded', 901, 99),
      bid('excluded-low', 901, 0.1),
      bid('floor', 501, 0.4),
      bid('stranger', null, 1),
    ],
  });
  const untiered = { tier_id: null, priority: null };
  expect(auction.bids).toEqual([
    { bid_id: 'low', member_id: 501, outcome: 'outranked', ...tiered(levels.low, 5), net_price: 9, rank: 3 },
    { bid_id: 'outbid', member_id: 801, outcome: 'outbid', ...tiered(levels.high, 8), net_price: 2, rank: 2 },
    { bid_id: 'untiered', member_id: 777, outcome: 'outranked', ...untiered, net_price: 50, rank: 4 },
    { bid_id: 'won', member_id: 802, outcome: 'won', ...tiered(levels.high, 8), net_price: 3, rank: 1 },
    { bid_id: 'excluded', member_id: 901, outcome: 'excluded', ...tiered(levels.out, 10), net_price: 99, rank: null },
    {
      bid_id: 'excluded-low',
      member_id: 901,
      outcome: 'excluded',
      ...tiered(levels.out, 10),
      net_price: 0.1,
      rank: null,
    },
    { bid_id: 'floor', member_id: 501, outcome: 'below_floor', ...tiered(levels.low, 5), net_price: 0.4, rank: null },
    { bid_id: 'stranger', member_id: null, outcome: 'outranked', ...untiered, net_price: 1, rank: 5 },
  ]);
  expect(auction.winner).toEqual({
    bid_id: 'won',
    member_id: 802,
    tier_id: levels.high,
    price: 3,
    net_price: 3,
    clearing_price: 3,
  });
  expect(Object.keys(auction).toSorted()).toEqual(['bids', 'revision', 'seed', 'time', 'winner', 'ym_profile_id']);
});

test('of exact ties one wins and the others have lost the draw', async () => {
  const auction = await runAuction(send, {
    ym_profile_id: levels.ymProfileId,
    bids: [bid('a', 801, 3), bid('b', 802, 3), bid('c', 801, 3)],
  });
  expect(Object.values(outcomes(auction)).toSorted()).toEqual(['lost_tie', 'lost_tie', 'won']);
  expect(auction.bids.map(({ rank }) => String(rank)).toSorted()).toEqual(['1', '2', '3']);
});

test('without bids, or with excluded bids only, there is no winner', async () => {
  expect((await runAuction(send, { ym_profile_id: levels.ymProfileId, bids: [] })).winner).toBeNull();
  const bids = [bid('x', 901, 9), bid('y', 801, 1)];
  expect((await runAuction(send, { ym_profile_id: levels.ymProfileId, bid_floor: 2, bids })).winner).toBeNull();
});

describe('the second price', () => {
  test.for<[string, Row, readonly Row[], number]>([
    [
      'is the best bid of another buyer within the priority level, whatever lower levels bid',
      {},
      [bid('a', 801, 5), bid('b', 802, 3), bid('c', 501, 10), bid('d', 777, 20)],
      3,
    ],
    ['is not set by the winner itself', {}, [bid('a', 801, 5), bid('b', 801, 4), bid('c', 802, 3)], 3],
    [
      'is not set by another bid of the seat of an unknown buyer',
      {},
      [bid('a', null, 5, { seat: 's' }), bid('b', null, 4, { seat: 's' }), bid('c', null, 3, { seat: 't' })],
      3,
    ],
    ['is set by any bid of unknown buyers without a seat', {}, [bid('a', null, 5), bid('b', null, 4)], 4],
    ["is the tier's minimum without a runner-up", {}, [bid('a', 801, 5), bid('c', 501, 10)], 1],
    ['is at least the floor', { bid_floor: 2 }, [bid('a', 801, 5)], 2],
    ['is the floor where the runner-up is below it', { bid_floor: 4 }, [bid('a', 801, 5), bid('b', 802, 3)], 4],
    ["is never above the winner's own", {}, [bid('a', 801, 5), bid('b', 802, 5)], 5],
    ['of untiered bids is the next one', {}, [bid('a', 771, 5), bid('b', 772, 3)], 3],
    ['of a single untiered bid is 0', {}, [bid('a', 771, 5)], 0],
    ['is grossed up with the fee and rounded up', { revenue_share_pct: 15 }, [bid('a', 801, 5)], 1.176471],
    ["uses the winner's own fee", {}, [bid('a', 801, 5, { revenue_share_pct: 20 }), bid('b', 802, 3)], 3.75],
  ])('%s', async ([, request, bids, clearing]) => {
    const auction = await runAuction(send, {
      ym_profile_id: levels.ymProfileId,
      auction_type: 2,
      revenue_share_pct: 0,
      ...request,
      bids,
    });
    expect(auction.winner?.clearing_price).toBe(clearing);
    expect(auction.winner?.price).toBe(5);
  });
});

describe('what is forgone', () => {
  test.for<[string, Row, readonly Row[], string]>([
    [
      'at first price is the highest net price less the net taken',
      {},
      [bid('a', 801, 3), bid('b', 777, 5)],
      '2.000000',
    ],
    [
      'at second price is nothing without a tier',
      { auction_type: 2 },
      [bid('a', 771, 5), bid('b', 772, 3)],
      '0.000000',
    ],
    [
      'at second price is the second price without tiers less the net taken',
      { auction_type: 2 },
      [bid('a', 801, 3), bid('b', 777, 5)],
      '2.000000',
    ],
    ['is negative where the minimum of a tier raised the price', { auction_type: 2 }, [bid('a', 801, 3)], '-1.000000'],
    ['leaves excluded bids out', {}, [bid('a', 801, 3), bid('x', 901, 9)], '0.000000'],
  ])('%s', async ([, request, bids, forgone]) => {
    const body = { ym_profile_id: levels.ymProfileId, revenue_share_pct: 0, ...request, bids };
    expect((await explainAuction(send, body)).forgone).toBe(forgone);
  });
});

describe('the fee', () => {
  test('comes from the bid, else the request, else the member', async () => {
    const body = {
      ym_profile_id: levels.ymProfileId,
      bids: [bid('a', 777, 10), bid('b', 777, 10, { revenue_share_pct: 40 })],
    };
    const nets = async (more: Row) =>
      (await runAuction(send, { ...body, ...more })).bids.map(({ net_price }) => net_price);
    expect(await nets({})).toEqual([8.5, 6]);
    expect(await nets({ revenue_share_pct: 30 })).toEqual([7, 6]);
    expect(await nets({ revenue_share_pct: 0 })).toEqual([10, 6]);
  });

  test("of the member is the next auction's", async () => {
    const net = async () =>
      (await runAuction(send, { ym_profile_id: demoId, bids: [bid('a', 777, 10)] })).bids[0]?.net_price;
    expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 50 } }));
    expect(await net()).toBe(5);
    expectOk(await send('PUT', '/member', { body: { revenue_share_pct: '12.3456' } }));
    expect(await net()).toBe(8.76544);
    expectOk(await send('PUT', '/member', { body: { revenue_share_pct: 15 } }));
    expect(await net()).toBe(8.5);
  });
});

describe('which tiers decide', () => {
  test('the ym-profile is named by id or by a publisher that it lists', async () => {
    const bids = [bid('a', 107, 3)];
    const byPublisher = await runAuction(send, { publisher_id: 9, bids });
    expect(byPublisher).toMatchObject({ ym_profile_id: demoId, winner: { tier_id: workedExampleId } });
    const { api_key: key } = service.people.seller2;
    const others = expectOk(await send('POST', '/auction', { key, body: { publisher_id: 9, bids } }));
    expect(others.response['auction']).not.toMatchObject({ ym_profile_id: demoId });
  });

  test.for([
    ['ym_profile_id', 999_999],
    ['publisher_id', 999_999],
  ] as const)('an unknown %s is a 404', async ([field, id]) => {
    for (const path of ['/auction', '/auction/explain']) {
      const answer = await send('POST', path, { body: { [field]: id, bids: [] } });
      expect(answer.status).toBe(404);
      expect(answer.response).toMatchObject({ error_id: 'SYNTAX', error_code: 'NOTFOUND' });
      expect(issuePaths(answer)).toEqual([field]);
    }
  });

  test('the time is that of the impression, else of arrival, and the answer repeats it', async () => {
    const earliest = Date.now();
    const { time } = await runAuction(send, { ym_profile_id: demoId, bids: [] });
    expect(Date.parse(time)).toBeGreaterThanOrEqual(earliest);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    const impression = { time: '2026-11-21T09:00:00+01:00' };
    const given = await runAuction(send, { ym_profile_id: demoId, impression, bids: [] });
    expect(Date.parse(given.time)).toBe(Date.parse('2026-11-21T08:00:00Z'));
  });
});

const decidedBy = async (publisher_id: number) => (await runAuction(send, { publisher_id, bids: [] })).ym_profile_id;
const statusOf = async (publisher_id: number) =>
  (await send('POST', '/auction', { body: { publisher_id, bids: [] } })).status;

test("a publisher's auctions follow it from one ym-profile to another", async () => {
  const first = await createYmProfile(send, { publisher_ids: [701, 702] });
  const second = await createYmProfile(send, { publisher_ids: [703] });
  expect(await decidedBy(701)).toBe(first.id);

  expectOk(await send('PUT', `/ym-profile?id=${first.id}`, { body: { publisher_ids: [702] } }));
  expect(await statusOf(701)).toBe(404);
  expectOk(await send('PUT', `/ym-profile?id=${second.id}&append=true`, { body: { publisher_ids: [701] } }));
  expect(await decidedBy(701)).toBe(second.id);
  expect(await decidedBy(702)).toBe(first.id);

  expectOk(await send('DELETE', `/ym-profile?id=${second.id}`));
  expect(await statusOf(703)).toBe(404);
  expect(await decidedBy(702)).toBe(first.id);
});

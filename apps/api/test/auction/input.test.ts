import { beforeAll, describe, expect, test } from 'vitest';
import { bid, explainAuction, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ym_profile_id: number;

beforeAll(async () => {
  ym_profile_id = (await demoYmProfile(send)).id;
});

const impression = {
  country: 'US',
  region: 'US-NY',
  city: 'New York',
  dma: 501,
  sizes: [
    { width: 300, height: 250 },
    { width: 728, height: 90 },
  ],
  publisher_id: 9,
  site_id: 3,
  placement_id: 77,
  domain: 'news.example.com',
  device_type: 'phone',
  operating_system_family: 'iOS',
  carrier: 'Verizon',
  browser: 'Safari',
  language: 'en',
  supply_type: 'web',
  content_categories: ['IAB1'],
  segments: [12, 99],
  key_values: { section: ['sports'] },
  time: '2026-11-21T08:00:00Z',
};

test('every attribute of an impression is optional', async () => {
  const bids = [bid('b1', 104, 2.5, { revenue_share_pct: 10 })];
  const full = { ym_profile_id, auction_type: 1, bid_floor: 0.5, revenue_share_pct: 15, seed: 's', impression, bids };
  expect((await runAuction(send, full)).winner).toMatchObject({ price: 2.5, net_price: 2.25, clearing_price: 2.5 });
  expect((await runAuction(send, { ym_profile_id, bids })).winner).toMatchObject({ bid_id: 'b1' });
});

const tierOf = async (sizes: readonly (readonly [number, number])[]) => {
  const body = { sizes: sizes.map(([width, height]) => ({ width, height })) };
  return (await runAuction(send, { ym_profile_id, impression: body, bids: [bid('a', 104, 9)] })).bids[0]?.tier_id;
};

test("a size target matches when any of the impression's sizes does", async () => {
  expect(await tierOf([[728, 90]])).toBeNull();
  expect(
    await tierOf([
      [728, 90],
      [300, 250],
    ]),
  ).not.toBeNull();
});

test('prices are numbers or their text, and a finer bid is rounded up to the next micro', async () => {
  const prices = [2.5, '2.5', 2.0000004, 2.0000006, 2 / 0.85, String(2 / 0.85), 0.1 + 0.2, '0', 999_999.999999];
  const bids = prices.map((price, index) => bid(String(index), 777, price));
  const auction = await runAuction(send, { ym_profile_id, revenue_share_pct: 0, bids });
  expect(auction.bids.map(({ net_price }) => net_price)).toEqual([
    2.5, 2.5, 2.000001, 2.000001, 2.352942, 2.352942, 0.3, 0, 999_999.999999,
  ]);
});

async function outcomeAt(bid_floor: number | string, price: number): Promise<string | undefined> {
  const auction = await runAuction(send, { ym_profile_id, bid_floor, bids: [bid('a', 777, price)] });
  return auction.bids[0]?.outcome;
}

test('a finer floor is rounded down to a micro', async () => {
  for (const floor of [2 / 0.85, String(2 / 0.85)]) {
    expect([await outcomeAt(floor, 2.352941), await outcomeAt(floor, 2.35294)]).toEqual(['won', 'below_floor']);
  }
  expect(await outcomeAt(0.7 + 0.1, 0.799999), 'noise below 0.8').toBe('below_floor');
});

test('a thousand bids are decided, in the order in which they were sent', async () => {
  const bids = Array.from({ length: 1000 }, (_, index) => bid(`b${index}`, 101 + (index % 20), 1 + index / 100));
  const auction = await runAuction(send, { ym_profile_id, bids });
  expect(auction.bids.map(({ bid_id }) => bid_id)).toEqual(bids.map(({ id }) => id));
  const explained = await explainAuction(send, { ym_profile_id, seed: auction.seed, bids });
  expect(explained.bids.map(({ tier_id }) => tier_id)).toEqual(auction.bids.map(({ tier_id }) => tier_id));
});

describe('a body is refused with', () => {
  const ok = bid('a', 101, 2);
  const thousand = Array.from({ length: 1001 }, (_, index) => bid(String(index), 101, 1));

  test.for<[string, Row, readonly string[]]>([
    ['no bids at all', { bids: undefined }, ['bids']],
    ['bids that are no list', { bids: {} }, ['bids']],
    ['more than 1000 bids', { bids: thousand }, ['bids']],
    ['an id twice', { bids: [ok, bid('b', 101, 2), ok] }, ['bids.2.id']],
    ['a bid without an id', { bids: [{ member_id: 101, price: 2 }] }, ['bids.0.id']],
    ['a bid without a price', { bids: [{ id: 'a', member_id: 101 }] }, ['bids.0.price']],
    ['a bid without a buyer', { bids: [{ id: 'a', price: 2 }] }, ['bids.0.member_id']],
    ['a negative price', { bids: [bid('a', 101, -1)] }, ['bids.0.price']],
    ['a price beyond the bounds', { bids: [bid('a', 101, 1_000_000)] }, ['bids.0.price']],
    ['a price that is no number', { bids: [bid('a', 101, 'NaN')] }, ['bids.0.price']],
    ['an unknown field of a bid', { bids: [bid('a', 101, 1, { deal: 7 })] }, ['bids.0.deal']],
    ['a fee of 100 %', { revenue_share_pct: 100 }, ['revenue_share_pct']],
    ['a negative fee', { bids: [bid('a', 101, 1, { revenue_share_pct: -1 })] }, ['bids.0.revenue_share_pct']],
    ['a fee with five decimals', { revenue_share_pct: 1.00001 }, ['revenue_share_pct']],
    ['a negative floor', { bid_floor: -0.1 }, ['bid_floor']],
    ['an unknown auction type', { auction_type: 3 }, ['auction_type']],
    ['an unknown field', { floor: 1 }, ['floor']],
    ['an attribute that the profile language does not know', { impression: { gender: 'f' } }, ['impression.gender']],
    ['an unknown device type', { impression: { device_type: 'toaster' } }, ['impression.device_type']],
    ['an unknown supply type', { impression: { supply_type: 'paper' } }, ['impression.supply_type']],
    ['a time that is none', { impression: { time: 'yesterday' } }, ['impression.time']],
    ['a day that does not exist', { impression: { time: '2026-02-30T08:00:00Z' } }, ['impression.time']],
    ['a size without a height', { impression: { sizes: [{ width: 300 }] } }, ['impression.sizes.0.height']],
    ['an impression that is a list', { impression: [] }, ['impression']],
    ['key-values that are no lists', { impression: { key_values: { a: 1 } } }, ['impression.key_values.a']],
    ['both ways to name the ym-profile', { publisher_id: 9 }, ['ym_profile_id']],
    ['neither way', { ym_profile_id: undefined }, ['ym_profile_id']],
    [
      'several problems',
      { floor: 1, bid_floor: 'x', bids: [bid('', 0, 'y')] },
      ['bid_floor', 'bids.0.id', 'bids.0.member_id', 'bids.0.price', 'floor'],
    ],
  ])('%s', async ([, more, paths]) => {
    for (const path of ['/auction', '/auction/explain']) {
      const answer = await send('POST', path, { body: { ym_profile_id, bids: [ok], ...more } });
      expect(answer.status).toBe(400);
      expect(answer.response.error_id).toBe('SYNTAX');
      expect(issuePaths(answer).toSorted()).toEqual(paths);
    }
  });
});

test("names of JavaScript's own properties are plain text", async () => {
  const body = `{"ym_profile_id":${ym_profile_id},"impression":{"domain":"__proto__","key_values":{"__proto__":["x"],"constructor":["y"]}},"bids":[{"id":"__proto__","member_id":101,"price":2},{"id":"constructor","member_id":101,"price":1}]}`;
  const answer = await send('POST', '/auction', { body });
  expect(answer.status).toBe(200);
  expect(answer.response['auction']).toMatchObject({ bids: [{ bid_id: '__proto__' }, { bid_id: 'constructor' }] });
});

test('an explanation that would hold more than 25,000 verdicts is refused, and says how many it would be', async () => {
  const { id } = await createYmProfile(send);
  for (let made = 0; made < 201; made++) await createTier(send, { name: `tier ${made}`, ym_profile_id: id });
  const bids = Array.from({ length: 1000 }, (_, index) => bid(`b${index}`, 101, 1));
  const explain = (count: number) =>
    send('POST', '/auction/explain', { body: { ym_profile_id: id, bids: bids.slice(0, count) } });

  const refused = await explain(1000);
  expect(refused.status).toBe(413);
  for (const figure of ['201000', '25000']) expect(refused.response.error).toContain(figure);
  expect(expectOk(await explain(10)).status).toBe(200);
});

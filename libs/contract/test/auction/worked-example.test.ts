import { expect, test } from 'vitest';
import { auction, explained, tierSetOf } from '../fixture/auction.ts';

const tierSet = tierSetOf([{ member_action: 'include', min_price: '2.00', buyer_members: [{ id: 12 }] }]);
const bid = (price: string | number) => ({
  ym_profile_id: 42,
  revenue_share_pct: 15,
  bids: [{ id: 'b', member_id: 12, price }],
});

test.for([
  [2, null, 1.7],
  ['2.00', null, 1.7],
  [2.352941, null, 1.999999],
  [2.352942, 1, 2],
  ['2.352942', 1, 2],
] as const)(
  'with a fee of 15 %% and a min_price of 2.00, a gross bid of %s is in tier %s: its net is %s',
  ([price, tier_id, net_price]) => {
    expect(auction(tierSet, bid(price)).bids).toMatchObject([
      { bid_id: 'b', tier_id, net_price, outcome: 'won', rank: 1 },
    ]);
  },
);

test('the explanation says what the buyer would have needed', () => {
  const [answer] = explained(tierSet, bid(2)).bids;
  expect(answer?.tiers).toStrictEqual([
    {
      tier_id: 1,
      priority: 5,
      member_action: 'include',
      result: 'below_min_price',
      detail: { price: 2, revenue_share_pct: 15, net_price: 1.7, min_price: 2, price_needed: 2.352942 },
    },
  ]);
  expect(answer?.decision).toStrictEqual({ kind: 'none' });
});

test('a gross bid equal to min_price qualifies where no fee is taken', () => {
  expect(auction(tierSet, { ...bid(2), revenue_share_pct: 0 }).bids).toMatchObject([{ tier_id: 1 }]);
});

test("the bid's own fee comes before the request's", () => {
  const bids = [
    { id: 'own', member_id: 12, price: 2, revenue_share_pct: 0 },
    { id: 'none', member_id: 12, price: 2 },
  ];
  expect(auction(tierSet, { ...bid(2), bids }).bids).toMatchObject([{ tier_id: 1 }, { tier_id: null }]);
});

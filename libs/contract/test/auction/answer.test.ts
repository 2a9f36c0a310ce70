import { AuctionAnswer, AuctionBody, toAuctionRequest } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { auction, type AuctionInput, explained, tierSetOf } from '../fixture/auction.ts';
import { bodyOf, dimensionCases } from '../fixture/dimension-case.ts';

const included = { member_action: 'include', min_price: '1.00' } as const;
const tierSet = tierSetOf([
  { ...included, priority: 7, buyer_members: [{ id: 12 }, { id: 13 }] },
  { ...included, priority: 5, buyer_members: [{ id: 12 }] },
  { ...included, priority: 5, buyer_members: [{ id: 14 }], min_price: '0.10' },
  { ...included, priority: 5, buyer_members: [{ id: 14 }], min_price: '0.20' },
  { member_action: 'exclude', priority: 9, buyer_members: [{ id: 15 }] },
  { ...included, priority: 2, buyer_members: null },
]);
const body: AuctionInput = {
  ym_profile_id: 42,
  bid_floor: 0.5,
  seed: 'a seed',
  impression: { time: '2026-11-21T08:00:00Z' },
  bids: [
    { id: 'b1', member_id: 12, price: 2.5, revenue_share_pct: 10 },
    { id: 'b2', member_id: 13, price: 2 },
    { id: 'b3', member_id: 14, price: 9 },
    { id: 'b4', member_id: 15, price: 99 },
    { id: 'b5', member_id: null, price: 3 },
    { id: 'b6', member_id: 12, price: 0.49 },
  ],
};

test('the answer in the words of the wire, one bid a place of the request', () => {
  const answer = auction(tierSet, body);
  expect(AuctionAnswer.parse(answer)).toStrictEqual(answer);
  const tier = answer.bids[2]?.tier_id;
  expect([3, 4]).toContain(tier);
  expect(answer).toStrictEqual({
    winner: { bid_id: 'b1', member_id: 12, tier_id: 1, price: 2.5, net_price: 2.25, clearing_price: 2.5 },
    bids: [
      { bid_id: 'b1', member_id: 12, outcome: 'won', tier_id: 1, priority: 7, net_price: 2.25, rank: 1 },
      { bid_id: 'b2', member_id: 13, outcome: 'outbid', tier_id: 1, priority: 7, net_price: 2, rank: 2 },
      { bid_id: 'b3', member_id: 14, outcome: 'outranked', tier_id: tier, priority: 5, net_price: 9, rank: 3 },
      { bid_id: 'b4', member_id: 15, outcome: 'excluded', tier_id: 5, priority: 9, net_price: 99, rank: null },
      { bid_id: 'b5', member_id: null, outcome: 'outranked', tier_id: null, priority: null, net_price: 3, rank: 4 },
      {
        bid_id: 'b6',
        member_id: 12,
        outcome: 'below_floor',
        tier_id: null,
        priority: null,
        net_price: 0.49,
        rank: null,
      },
    ],
    ym_profile_id: 42,
    seed: 'a seed',
    time: '2026-11-21T08:00:00.000Z',
    revision: '10-7',
  });
});

test('an auction without bids has no winner', () => {
  expect(auction(tierSet, { ym_profile_id: 42, bids: [] })).toMatchObject({ winner: null, bids: [] });
});

test('the explanation is the same answer, with every tier in the order checked and why one won', () => {
  const { forgone, ...answer } = explained(tierSet, body);
  // The bid of 9.00 is outranked by one that brings 2.25.
  expect(forgone).toBe('6.750000');
  const bare = answer.bids.map(
    ({ tiers: _tiers, decision: _decision, min_to_win: _least, min_to_win_reason: _why, ...bid }) => bid,
  );
  expect({ ...answer, bids: bare }).toStrictEqual(auction(tierSet, body));
  for (const { tiers } of answer.bids) expect(tiers.map(({ tier_id }) => tier_id)).toStrictEqual([5, 1, 2, 3, 4, 6]);
  const [first, second, third, , fifth] = answer.bids;
  expect(first?.decision).toStrictEqual({ kind: 'higher_priority', tier_id: 1, priority: 7, over_tier_ids: [2] });
  expect(second?.decision).toStrictEqual({ kind: 'only_match', tier_id: 1 });
  expect(third?.decision).toStrictEqual({
    kind: 'random_draw',
    tier_id: third?.tier_id,
    tied_tier_ids: [3, 4],
    draw: { u32: expect.any(Number), count: 2, index: third?.tier_id === 3 ? 0 : 1 },
  });
  expect(fifth?.decision).toStrictEqual({ kind: 'none' });
  expect(first?.tiers.slice(0, 2)).toStrictEqual([
    {
      tier_id: 5,
      priority: 9,
      member_action: 'exclude',
      result: 'buyer_not_listed',
      detail: { member_id: 12, buyer_member_count: 1, buyer_member_ids: [15] },
    },
    {
      tier_id: 1,
      priority: 7,
      member_action: 'include',
      result: 'matched',
      detail: { net_price: 2.25, min_price: 1, profile_id: null },
    },
  ]);
  expect(fifth?.tiers.at(-1)?.detail).toStrictEqual({ member_id: null, buyer_member_count: 0, buyer_member_ids: [] });
});

test('of a thousand buyers the explanation shows twenty and their number', () => {
  const buyers = Array.from({ length: 1000 }, (_, index) => ({ id: index + 101 }));
  const crowded = tierSetOf([{ ...included, buyer_members: buyers }]);
  const [bid] = explained(crowded, { ym_profile_id: 42, bids: [{ id: 'b', member_id: 1, price: 1 }] }).bids;
  expect(bid?.tiers[0]?.detail).toMatchObject({ buyer_member_count: 1000 });
  expect(bid?.tiers[0]?.detail['buyer_member_ids']).toHaveLength(20);
});

test('no answer has a name in camel case anywhere, whatever was explained', () => {
  const answers = [auction(tierSet, body), explained(tierSet, body)];
  for (const { targets, include, exclude, has, hasOther } of dimensionCases) {
    const tiers = [{ ...included, profile_id: 1, buyer_members: [{ id: 12 }] }];
    for (const action of exclude === undefined ? [include] : [include, exclude]) {
      const targeted = tierSetOf(tiers, [{ ...targets, ...action }]);
      answers.push(explained(targeted, bodyOf(body, has)), explained(targeted, bodyOf(body, hasOther)));
    }
  }
  const names = new Set(answers.flatMap(namesIn));
  expect([...names].filter((name) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))).toStrictEqual([]);
  for (const deep of ['publisher_ids', 'country_code', 'start_hour', 'timezone', 'over_tier_ids', 'u32']) {
    expect(names).toContain(deep);
  }
});

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...namesIn(part)]);
}

const defaults = { seed: 'drawn', timeMs: 1000, feePpm: 150_000 };

test('where the body is silent the defaults stand', () => {
  const silent = AuctionBody.parse({ ym_profile_id: 42, bids: [{ id: 'b', member_id: 12, price: 1 }] });
  expect(toAuctionRequest(silent, defaults)).toMatchObject({
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm: 150_000,
    seed: 'drawn',
    timeMs: 1000,
    bids: [{ id: 'b', memberId: 12, grossMicros: 1_000_000, feePpm: undefined }],
  });
});

test('what the body says comes before the defaults, zero included', () => {
  const spoken = AuctionBody.parse({ ...body, auction_type: 2, bid_floor: 0, revenue_share_pct: 0 });
  expect(toAuctionRequest(spoken, defaults)).toMatchObject({
    auctionType: 2,
    bidFloorMicros: 0,
    feePpm: 0,
    seed: 'a seed',
    timeMs: Date.parse('2026-11-21T08:00:00Z'),
    bids: [{ feePpm: 100_000 }, {}, {}, {}, {}, {}],
  });
});

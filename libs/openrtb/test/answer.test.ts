import { compile, decideAuction, Decision, minToWin, runAuction } from '@auction-tiers/tier-engine';
import { toAnswerStrayBid, toOpenRtbAnswer, toSeatNonBids } from '@auction-tiers/openrtb';
import { expect, test } from 'vitest';
import { emptyTierSet, map, placeless } from './build.ts';

const tier = { profileId: null, minPriceMicros: 2_000_000 };
const compiled = compile({
  ymProfileId: 42,
  revision: 'r7',
  tiers: [
    { ...tier, id: 1, priority: 7, memberAction: 'include', buyerMemberIds: [12] },
    { ...tier, id: 2, priority: 5, memberAction: 'exclude', buyerMemberIds: [13] },
  ],
  profiles: [],
});
if (!compiled.ok) throw new Error('the tiers of this test do not compile');

const bid = (id: string | undefined, price: unknown, impid = '1') => ({ id, impid, price });
const { auctions, exchange, strayBids } = map({ at: 1, imp: [{ id: '1', bidfloor: 0.5 }, { id: '2' }] }, [
  {
    seatbid: [
      { seat: 'm13', bid: [bid('a', 9), bid('b', 0.1)] },
      { seat: 'm12', bid: [bid('a', 2.5), bid(undefined, 2.4), bid('p', undefined), bid('q', 'x')] },
    ],
  },
  { seatbid: [{ seat: 'acme', bid: [bid('c', 8), bid('d', 7, '9')] }, { bid: [bid('e', 0)] }] },
]);
const answers = auctions.map((auction) =>
  toOpenRtbAnswer(auction, runAuction(compiled.tierSet, auction.request), exchange),
);

test('the answer is that of the auction, with the ids as given and the seats', () => {
  expect(answers[0]).toMatchObject({
    imp_id: '1',
    winner: {
      bid_id: 'a',
      member_id: 12,
      seat: 'm12',
      tier_id: 1,
      price: 2.5,
      net_price: 2.125,
      clearing_price: 2.5,
      auction_price: '2.5',
      auction_currency: 'USD',
    },
    ym_profile_id: 42,
    seed: 's/0',
    revision: 'r7',
    time: '2026-11-21T08:00:00.000Z',
  });
});

test('every bid on the impression is answered, in the order of the responses', () => {
  const untiered = { tier_id: null, priority: null };
  const top = { tier_id: 1, priority: 7 };
  const auction_currency = 'USD';
  expect(placeless(answers[0]!.bids)).toEqual([
    {
      bid_id: 'a',
      member_id: 13,
      seat: 'm13',
      outcome: 'excluded',
      tier_id: 2,
      priority: 5,
      net_price: 7.65,
      rank: null,
      loss_reason: 104,
      auction_currency,
    },
    {
      bid_id: 'b',
      member_id: 13,
      seat: 'm13',
      outcome: 'below_floor',
      ...untiered,
      net_price: 0.085,
      rank: null,
      loss_reason: 100,
      auction_currency,
    },
    { bid_id: 'a', member_id: 12, seat: 'm12', outcome: 'won', ...top, net_price: 2.125, rank: 1, auction_currency },
    {
      bid_id: null,
      member_id: 12,
      seat: 'm12',
      outcome: 'outbid',
      ...top,
      net_price: 2.04,
      rank: 2,
      loss_reason: 102,
      auction_currency,
    },
    {
      bid_id: 'p',
      member_id: 12,
      seat: 'm12',
      outcome: 'invalid',
      ...untiered,
      net_price: null,
      rank: null,
      reason: 'price_missing',
      message: 'price is missing; a bid needs one',
      loss_reason: 9,
    },
    {
      bid_id: 'q',
      member_id: 12,
      seat: 'm12',
      outcome: 'invalid',
      ...untiered,
      net_price: null,
      rank: null,
      reason: 'price_invalid',
      message: expect.stringContaining('"x" is not a decimal number'),
      loss_reason: 3,
    },
    {
      bid_id: 'c',
      member_id: null,
      seat: 'acme',
      outcome: 'outranked',
      ...untiered,
      net_price: 6.8,
      rank: 3,
      loss_reason: 102,
      auction_currency,
    },
    {
      bid_id: 'e',
      member_id: null,
      seat: null,
      outcome: 'below_floor',
      ...untiered,
      net_price: 0,
      rank: null,
      loss_reason: 100,
      auction_currency,
    },
  ]);
});

test('an impression without bids has no winner', () => {
  expect(answers[1]).toMatchObject({ imp_id: '2', winner: null, bids: [] });
});

test('a stray bid says which impression it names', () => {
  expect(placeless(strayBids.map(toAnswerStrayBid))).toEqual([
    {
      imp_id: '9',
      bid_id: 'd',
      member_id: null,
      seat: 'acme',
      outcome: 'invalid',
      tier_id: null,
      priority: null,
      net_price: null,
      rank: null,
      reason: 'unknown_impression',
      message: '"9" is no impression of the request',
      loss_reason: 3,
    },
  ]);
});

test('seatnonbid has every bid that came to nothing, by seat', () => {
  expect(toSeatNonBids(answers, strayBids.map(toAnswerStrayBid))).toEqual([
    {
      seat: 'm13',
      nonbid: [
        { impid: '1', statuscode: 300 },
        { impid: '1', statuscode: 301 },
      ],
    },
    { seat: 'm12', nonbid: [501, 102, 102].map((statuscode) => ({ impid: '1', statuscode })) },
    {
      seat: 'acme',
      nonbid: [
        { impid: '1', statuscode: 502 },
        { impid: '9', statuscode: 102 },
      ],
    },
    { nonbid: [{ impid: '1', statuscode: 301 }] },
  ]);
});

test('a bid that names no impression has no place in seatnonbid', () => {
  const stray = map({ imp: [{ id: '1' }] }, [{ seatbid: [{ seat: 'm1', bid: [{ price: 1 }] }] }]).strayBids;
  expect(stray).toHaveLength(1);
  expect(toSeatNonBids([], stray.map(toAnswerStrayBid))).toEqual([]);
});

test('the result of another auction is refused', () => {
  const other = runAuction(emptyTierSet(), auctions[1]!.request);
  expect(() => toOpenRtbAnswer(auctions[0]!, other, exchange)).toThrow(/0 bids for the 6 of impression 1/);
});

test('what each bid would have needed to win, and the value of the macro for those that lost', () => {
  const [auction] = auctions;
  const decision = new Decision();
  decideAuction(compiled.tierSet, auction!.request, decision);
  const least = minToWin(compiled.tierSet, auction!.request, decision);
  const answer = toOpenRtbAnswer(auction!, runAuction(compiled.tierSet, auction!.request), exchange, {
    any: least,
    own: least,
  });
  const said = answer.bids.map(({ min_to_win, min_to_win_reason, auction_min_to_win }) => [
    min_to_win,
    min_to_win_reason,
    auction_min_to_win,
  ]);
  expect(said[0]).toEqual([null, 'excluded', '']);
  // The winner would also have won with what beats the other bid of its tier.
  expect(said[2]![0]).toBeGreaterThan(2.39);
  expect(said[2]![2]).toBeUndefined();
  expect(Number(said[3]![2])).toBe(said[3]![0]);
  expect(said[4]).toEqual([undefined, undefined, undefined]);
  expect(answer.winner).toMatchObject({ response_index: 0, bid_index: 2 });
});

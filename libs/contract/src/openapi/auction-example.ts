import { demoFeePct, demoTierSet } from '../demo/index.ts';

/** The worked example: after the demo's fee, a gross bid of 2.00 leaves 1.70, below its tier's min_price of 2.00. */
const time = '2026-11-21T08:00:00Z';

export const auctionExample = {
  ym_profile_id: 1,
  revenue_share_pct: demoFeePct,
  seed: 'demo',
  impression: { country: 'US', dma: 501, sizes: [{ width: 300, height: 250 }], device_type: 'phone', time },
  bids: [
    { id: 'b1', member_id: 107, price: 2 },
    { id: 'b2', member_id: 107, price: 2.352942 },
  ],
};

const settled = {
  ym_profile_id: 1,
  seed: 'demo',
  time: '2026-11-21T08:00:00.000Z',
  revision: '1-18-4f2a9c11.81d3e0aa',
};
const untiered = { bid_id: 'b1', member_id: 107, tier_id: null, priority: null, net_price: 1.7 };

export const answerExample = {
  winner: { bid_id: 'b2', member_id: 107, tier_id: 5, price: 2.352942, net_price: 2, clearing_price: 2.352942 },
  bids: [
    { ...untiered, outcome: 'outranked', rank: 2 },
    { bid_id: 'b2', member_id: 107, outcome: 'won', tier_id: 5, priority: 7, net_price: 2, rank: 1 },
  ],
  ...settled,
};

export const explainExample = { ...auctionExample, bids: auctionExample.bids.slice(0, 1) };

const tooLow = { price: 2, revenue_share_pct: demoFeePct, net_price: 1.7, min_price: 2, price_needed: 2.352942 };

/** The results of the demo's tiers in the order checked: one names the buyer, and its minimum is above the bid. */
const verdicts = demoTierSet().tiers.map(({ id, priority, member_action, buyer_members: buyers }) => {
  const ids = (buyers ?? []).map((buyer) => buyer.id);
  const verdict = { tier_id: id, priority, member_action };
  if (ids.includes(107)) return { ...verdict, result: 'below_min_price', detail: tooLow };
  const detail = { member_id: 107, buyer_member_count: ids.length, buyer_member_ids: ids };
  return { ...verdict, result: 'buyer_not_listed', detail };
});

export const explainedExample = {
  winner: { bid_id: 'b1', member_id: 107, tier_id: null, price: 2, net_price: 1.7, clearing_price: 2 },
  bids: [{ ...untiered, outcome: 'won', rank: 1, min_to_win: 0, tiers: verdicts, decision: { kind: 'none' } }],
  ...settled,
  forgone: '0.000000',
};

const badIssue = { path: 'bids', message: 'is required (array)' };

/** The answer for an auction without bids, in a batch. */
export const failedExample = {
  error: { error_id: 'SYNTAX', error_code: 'INVALID', error: `bids ${badIssue.message}`, issues: [badIssue] },
};

export const openRtbExample = {
  bid_request: { id: 'r', imp: [{ id: '1', banner: { w: 300, h: 250 } }], site: { publisher: { id: '9' } } },
  bid_responses: [{ seatbid: [{ seat: 'Saffron Travel', bid: [{ id: 'b1', impid: '1', price: 2.352942 }] }] }],
  seed: 'demo',
};

const sent = { response_index: 0, bid_index: 0 };

export const openRtbAnswerExample = {
  imp_id: '1',
  winner: {
    ...sent,
    ...answerExample.winner,
    bid_id: 'b1',
    seat: 'Saffron Travel',
    auction_price: '2.352942',
    auction_currency: 'USD',
  },
  bids: [
    { ...sent, ...answerExample.bids[1], bid_id: 'b1', seat: 'Saffron Travel', min_to_win: 0, auction_currency: 'USD' },
  ],
  ...settled,
  seed: 'demo/0',
};

import { expect, test } from 'vitest';
import { say } from '../../src/saying/sentences.ts';

type Answer = Parameters<typeof say.explained>[0];

const tier = (tier_id: number, member_action: 'include' | 'exclude', result: string, detail = {}) => ({
  tier_id,
  member_action,
  priority: 5,
  result,
  detail,
});
const bid = {
  bid_id: 'b',
  member_id: 112,
  net_price: 1.7,
  tier_id: null,
  outcome: 'outranked',
  tiers: [
    tier(14, 'exclude', 'below_min_price', { price_needed: 3.529412 }),
    tier(5, 'include', 'below_min_price', { price_needed: 2.352942 }),
    tier(6, 'include', 'buyer_not_listed'),
    tier(7, 'include', 'too_costly', { max_forgone: 0.5, cost: 1.2, price_needed: 2.8 }),
  ],
};
const answer = {
  explained: { winner: null, bids: [bid], time: '2026-11-29T10:00:00.000Z' },
  sample: { auctions: 1, auctions_decided: 1, hours: 1, hours_recorded: 1 },
};

test('of a bid that lost the tiers that prefer its buyer are named, and none that would exclude it', () => {
  const [, said] = say.explained(answer as unknown as Answer);
  expect(said).toContain('tier 5 needs 2.352942 CPM gross; tier 7 prefers it at a cost of at most 0.5 CPM, here 1.2');
  expect(said).not.toMatch(/tier (?:14|6)/);
});

test('the gain of a proposal is money as readers have it, with its sign', () => {
  const proposal = {
    state: 'certified',
    changes: ['tier 5 Gold: min_price 2.000000 -> 2.500000'],
    gain: '1.367690000',
    interval: { low: '-0.120000000', high: '2.855380000' },
    judged_days: 14,
    verdict: null,
    losers: [],
    promise_price: null,
    commitments: [],
  };
  const report = { currency: 'EUR', proposals: [proposal], says: [], auctions: 100, time_zone: 'UTC', leave_out: [] };
  const log = { kind: 'recorded', from: '2026-11-01T00:00:00Z', to: '2026-11-29T00:00:00Z' };
  const found = { simulation: { id: 3, state: 'done', progress: 1, log }, report };
  const [, said] = say.simulation(found as unknown as Parameters<typeof say.simulation>[0]);
  expect(said).toContain('+1.37 EUR of net a day (95 % from −0.12 to +2.86)');
});

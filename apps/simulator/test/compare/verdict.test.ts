import { expect, test } from 'vitest';
import type { Evidence } from '../../src/compare/judging/verdict.ts';
import { judge, verdictRule } from '../../src/compare/judging/verdict.ts';

const money = (units: number) => units.toFixed(9);
const interval = (low: number, high: number) => ({ low: money(low), high: money(high) });
const revenue = (net: number) => ({ gross_paid: money(net), net_to_seller: money(net) });

/** A change that brings 10 of 100, between 8 and 12, well supported. */
const good: Evidence = {
  auctions: 100_000,
  bids: 1_000_000,
  unmappedBids: 0,
  isSameTiers: false,
  elasticity: 0,
  net_to_seller: {
    current: money(100),
    draft: money(110),
    difference: money(10),
    interval: interval(8, 12),
    per_thousand_auctions: money(0.1),
    per_thousand_interval: interval(0.08, 0.12),
    per_cent: 10,
    per_cent_interval: { low: 8, high: 12 },
  },
  method: {
    confidence: 0.95,
    replicates: 1999,
    blocks_by: 'hour_and_placement',
    blocks: 256,
    changed_blocks: 200,
    widening: 1.1,
    description: '',
  },
  buyers: { rows: [], comparisons: 0 },
  lint: { findings: [], resolved: 0 },
  sensitivity: {
    model: '',
    sampled_auctions: 4096,
    rows: [
      { elasticity: -0.5, difference: money(3), interval: interval(1, 5), per_cent: 3 },
      { elasticity: 0, difference: money(10), interval: interval(8, 12), per_cent: 10 },
    ],
  },
  support: {
    touched_auctions: 20_000,
    touched_share: 0.2,
    touched_revenue: money(20),
    touched_revenue_share: 0.2,
    hours: 168,
    days: 7,
    warnings: [],
  },
};

const net = (low: number, high: number): Partial<Evidence> => ({
  net_to_seller: { ...good.net_to_seller, interval: interval(low, high) },
});
const finding = (severity: 'error' | 'warning', isNew: boolean): Partial<Evidence> => ({
  lint: {
    findings: [
      { code: 'shadowed_tier', severity, tier_ids: [7], message: 'Tier 7 can never win.', advice: '', is_new: isNew },
    ],
    resolved: 0,
  },
});
const support = (change: Partial<Evidence['support']>): Partial<Evidence> => ({
  support: { ...good.support, ...change },
});
const buyer = (before: number, after: number): Partial<Evidence> => ({
  buyers: {
    comparisons: 1,
    rows: [
      {
        kind: 'known',
        id: 12,
        name: 'Acme',
        current: { wins: 9, ...revenue(before) },
        draft: { wins: 4, ...revenue(after) },
        difference: { wins: -5, ...revenue(after - before) },
        interval: null,
        direction: 'unclear',
      },
    ],
  },
});
const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks } = verdictRule;

test.for<{ when: string; change: Partial<Evidence>; decision: string; reason?: RegExp }>([
  { when: 'all is well', change: {}, decision: 'launch', reason: /holds where buyers react/ },
  { when: 'the tier sets say the same', change: { isSameTiers: true, ...net(-9, -5) }, decision: 'no_effect' },
  {
    when: 'no auction changes',
    change: support({ touched_auctions: 0 }),
    decision: 'no_effect',
    reason: /3 in 100,000/,
  },
  {
    when: 'no auction changes, of just enough',
    change: { auctions: leastUntouchedAuctions, ...support({ touched_auctions: 0 }) },
    decision: 'no_effect',
    reason: /fewer than 3 in 300 auctions/,
  },
  {
    when: 'no auction changes, of one too few',
    change: { auctions: leastUntouchedAuctions - 1, ...support({ touched_auctions: 0 }) },
    decision: 'test_first',
    reason: /^No auction changes its winner or price, but the log has only 299; the rule wants 300\.$/,
  },
  {
    when: 'there are no auctions',
    change: { auctions: 0, bids: 0, ...support({ touched_auctions: 0, days: 0 }) },
    decision: 'test_first',
    reason: /^The log has no auctions\.$/,
  },
  {
    when: 'no auction changes, but a tier can never win',
    change: { auctions: 2, ...support({ touched_auctions: 0 }), ...finding('error', true) },
    decision: 'hold',
    reason: /Tier 7/,
  },
  { when: 'it costs for certain', change: net(-3, -1), decision: 'hold', reason: /below 0/ },
  { when: 'it makes a tier that can never win', change: finding('error', true), decision: 'hold', reason: /Tier 7/ },
  { when: 'such a tier was there before', change: finding('error', false), decision: 'launch' },
  { when: 'lint only warns', change: finding('warning', true), decision: 'launch' },
  { when: 'it may be nothing', change: net(-1, 4), decision: 'test_first', reason: /holds 0/ },
  { when: 'the interval ends at 0', change: net(0, 4), decision: 'test_first', reason: /holds 0/ },
  {
    when: 'one auction too few changes',
    change: support({ touched_auctions: leastTouchedAuctions - 1 }),
    decision: 'test_first',
    reason: /Only 99 auctions change;/,
  },
  {
    when: 'one auction changes',
    change: support({ touched_auctions: 1 }),
    decision: 'test_first',
    reason: /Only 1 auction changes;/,
  },
  {
    when: 'just enough auctions change',
    change: support({ touched_auctions: leastTouchedAuctions }),
    decision: 'launch',
  },
  {
    when: 'a few blocks decide',
    change: { method: { ...good.method, changed_blocks: leastChangedBlocks - 1 } },
    decision: 'test_first',
    reason: /Only 19 blocks/,
  },
  { when: 'the log is of one day', change: support({ days: 1 }), decision: 'test_first', reason: /fewer than 2 days/ },
  { when: 'many bids are of strangers', change: { unmappedBids: 60_000 }, decision: 'test_first', reason: /5 %/ },
  { when: 'a few bids are of strangers', change: { unmappedBids: 50_000 }, decision: 'launch' },
  {
    when: 'the log is a feed',
    change: support({ warnings: [{ code: 'feed_censored', message: '' }] }),
    decision: 'test_first',
    reason: /feed/,
  },
  {
    when: 'a large buyer loses most',
    change: buyer(20, 9),
    decision: 'test_first',
    reason: /Acme loses more than 50 %/,
  },
  { when: 'a small buyer loses all', change: buyer(4.9, 0), decision: 'launch' },
  {
    when: 'it turns where buyers react',
    change: {
      sensitivity: {
        ...good.sensitivity,
        rows: [{ elasticity: -0.5, difference: money(0), interval: interval(-1, 1), per_cent: 0 }],
      },
    },
    decision: 'test_first',
    reason: /^If buyers react, the difference is not above 0: at an elasticity of −0\.5\.$/,
  },
  {
    when: 'the person reckons with a reaction',
    change: { elasticity: -0.5 },
    decision: 'launch',
    reason: /^The interval at an elasticity of −0\.5 lies above 0, /,
  },
  {
    when: 'it holds for the reaction that the person reckons with, but not without any',
    change: {
      elasticity: -0.5,
      sensitivity: {
        ...good.sensitivity,
        rows: [
          { elasticity: -0.5, difference: money(3), interval: interval(1, 5), per_cent: 3 },
          { elasticity: 0, difference: money(-10), interval: interval(-12, -8), per_cent: -10 },
        ],
      },
    },
    decision: 'test_first',
    reason: /^If buyers react otherwise, the difference is not above 0: at an elasticity of 0\.$/,
  },
  {
    when: 'it costs revenue without any reaction',
    change: {
      ...net(-3, 1),
      sensitivity: {
        ...good.sensitivity,
        rows: [{ elasticity: 0, difference: money(-1), interval: interval(-3, 1), per_cent: -1 }],
      },
    },
    decision: 'test_first',
    reason: /^The interval of the difference holds 0\.$/,
  },
])('$decision where $when', ({ change, decision, reason = /./ }) => {
  const verdict = judge({ ...good, ...change });
  expect(verdict.decision).toBe(decision);
  expect(verdict.reasons.join('\n')).toMatch(reason);
  expect(verdict.rule.join('\n')).toContain(`${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks`);
});

import { test } from 'vitest';
import { verdictRule } from '../../src/compare/judging/verdict-rule.ts';
import type { Case } from './evidence.ts';
import { expectVerdict, lost, net, prices, usability } from './evidence.ts';

const { leastReachingBids } = verdictRule;

test.for<Case>([
  { when: 'there are no auctions', change: { auctions: 0, bids: 0 }, decision: 'cannot_say', code: 'no_auctions' },
  {
    when: 'one bid too few reaches what changes',
    change: usability({ reaching_bids: leastReachingBids - 1 }),
    decision: 'cannot_say',
    code: 'few_bids',
    figures: /29 bids of 1,000,000/,
  },
  {
    when: 'just enough bids reach what changes',
    change: usability({ reaching_bids: leastReachingBids }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'many bids are of unknown buyers',
    change: lost('unknown_buyers', 0.06, 0.01),
    decision: 'cannot_say',
    code: 'unknown_buyers',
    figures: /6\.00 % .* 1\.00 %/,
  },
  {
    when: 'a few bids of unknown buyers are worth much',
    change: lost('unknown_buyers', 0.01, 0.06),
    decision: 'cannot_say',
    code: 'unknown_buyers',
  },
  {
    when: 'a few bids are of unknown buyers',
    change: lost('unknown_buyers', 0.05, 0.05),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'many bids have another currency',
    change: lost('currency', 0.06, 0),
    decision: 'cannot_say',
    code: 'currency',
  },
  {
    when: 'many lines are broken',
    change: usability({ broken_lines_share: 0.06 }),
    decision: 'cannot_say',
    code: 'broken_lines',
    figures: /6\.00 %/,
  },
  {
    when: 'a few lines are broken',
    change: usability({ broken_lines_share: 0.05 }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the log has hardly more than winners',
    change: usability({ one_bid_share: 0.96 }),
    decision: 'cannot_say',
    code: 'winners_only',
  },
  {
    when: 'auctions are of another seller',
    change: usability({ other_seller_share: 0.06 }),
    decision: 'cannot_say',
    code: 'other_seller',
    figures: /6\.00 %/,
  },
  {
    when: 'auctions are of another ym-profile',
    change: usability({ other_ym_profile_share: 0.06 }),
    decision: 'cannot_say',
    code: 'other_ym_profile',
    figures: /6\.00 %/,
  },
  {
    when: 'auctions are of 1970',
    change: usability({ odd_times_share: 0.06 }),
    decision: 'cannot_say',
    code: 'odd_times',
    figures: /6\.00 %.*2000/,
  },
  {
    when: 'prices are too high',
    change: prices({ too_high_by: 100, too_low_by: null }),
    decision: 'cannot_say',
    code: 'price_scale',
    figures: /100 too high.* 150,.* 2\./,
  },
  {
    when: 'prices are too low',
    change: prices({ too_high_by: null, too_low_by: 1000 }),
    decision: 'cannot_say',
    code: 'price_scale',
    figures: /1,000 too low/,
  },
  {
    when: 'prices are beyond all bounds',
    change: usability({ too_high_prices_share: 0.06 }),
    decision: 'cannot_say',
    code: 'price_scale',
    figures: /1,000,000 too high/,
  },
  {
    when: 'it costs for certain, on a log that cannot answer',
    change: { ...net(-3, -1), ...usability({ one_bid_share: 1 }) },
    decision: 'cannot_say',
    code: 'winners_only',
  },
])('$decision, $code, where $when', expectVerdict);

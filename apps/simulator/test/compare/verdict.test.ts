import { expect, test } from 'vitest';
import { judge } from '../../src/compare/judging/verdict.ts';
import { verdictRule } from '../../src/compare/judging/verdict-rule.ts';
import type { Case } from './evidence.ts';
import {
  buyer,
  changedBlocks,
  expectVerdict,
  finding,
  good,
  interval,
  money,
  net,
  support,
  usability,
} from './evidence.ts';

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks, leastDays } = verdictRule;

test.for<Case>([
  { when: 'all is well', change: {}, decision: 'launch', code: 'interval_above_zero' },
  {
    when: 'the tier sets say the same, whatever the log',
    change: { isSameTiers: true, ...net(-9, -5), ...usability({ reaching_bids: 0, broken_lines_share: 0.9 }) },
    decision: 'no_effect',
    code: 'same_tiers',
  },
  {
    when: 'no auction changes',
    change: support({ touched_auctions: 0 }),
    decision: 'no_effect',
    code: 'nothing_changes',
    figures: /3 in 100,000/,
  },
  {
    when: 'no auction changes, of just enough',
    change: { auctions: leastUntouchedAuctions, ...support({ touched_auctions: 0 }) },
    decision: 'no_effect',
    code: 'nothing_changes',
    figures: /3 in 300/,
  },
  {
    when: 'no auction changes, of one too few',
    change: { auctions: leastUntouchedAuctions - 1, ...support({ touched_auctions: 0 }) },
    decision: 'test_first',
    code: 'few_auctions',
    figures: /299.* 300/,
  },
  {
    when: 'no auction changes, but a tier can never win',
    change: { auctions: 2, ...support({ touched_auctions: 0 }), ...finding('error', true) },
    decision: 'hold',
    code: 'lint_error',
    figures: /Tier 7/,
  },
  { when: 'it costs for certain', change: net(-3, -1), decision: 'hold', code: 'interval_below_zero' },
  { when: 'it makes a tier that can never win', change: finding('error', true), decision: 'hold', code: 'lint_error' },
  {
    when: 'such a tier was there before',
    change: finding('error', false),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  { when: 'lint only warns', change: finding('warning', true), decision: 'launch', code: 'interval_above_zero' },
  { when: 'it may be nothing', change: net(-1, 4), decision: 'test_first', code: 'interval_holds_zero' },
  { when: 'the interval ends at 0', change: net(0, 4), decision: 'test_first', code: 'interval_holds_zero' },
  {
    when: 'one auction too few changes',
    change: support({ touched_auctions: leastTouchedAuctions - 1 }),
    decision: 'test_first',
    code: 'few_changed_auctions',
    figures: /99 auctions/,
  },
  {
    when: 'one auction changes',
    change: support({ touched_auctions: 1 }),
    decision: 'test_first',
    code: 'few_changed_auctions',
    figures: /1 auction /,
  },
  {
    when: 'just enough auctions change',
    change: support({ touched_auctions: leastTouchedAuctions }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'a few blocks decide',
    change: { method: { ...good.method, clusters: [changedBlocks(leastChangedBlocks - 1)] } },
    decision: 'test_first',
    code: 'few_changed_blocks',
    figures: /19 blocks/,
  },
  {
    when: 'the log is of one day too few',
    change: support({ days: leastDays - 1 }),
    decision: 'test_first',
    code: 'few_days',
    figures: /4 days, .* these days only; .* 9 days/,
  },
  {
    when: 'the log is of just enough days',
    change: support({ days: leastDays }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the log is a feed',
    change: support({ warnings: [{ code: 'feed_censored', message: '' }] }),
    decision: 'test_first',
    code: 'feed',
  },
  {
    when: 'a large buyer loses most',
    change: buyer(20, 9),
    decision: 'test_first',
    code: 'buyer_loses',
    figures: /Acme .* 50 %/,
  },
  { when: 'a small buyer loses all', change: buyer(4.9, 0), decision: 'launch', code: 'interval_above_zero' },
  {
    when: 'it turns where buyers react',
    change: {
      sensitivity: {
        ...good.sensitivity,
        rows: [{ elasticity: -0.5, difference: money(0), interval: interval(-1, 1), per_cent: 0 }],
      },
    },
    decision: 'test_first',
    code: 'reaction',
    figures: /^If buyers react, the difference is not above 0: at an elasticity of −0\.5\.$/,
  },
  {
    when: 'the person reckons with a reaction',
    change: { elasticity: -0.5 },
    decision: 'launch',
    code: 'interval_above_zero',
    figures: /^The interval at an elasticity of −0\.5 lies above 0, /,
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
    code: 'reaction',
    figures: /^If buyers react otherwise, the difference is not above 0: at an elasticity of 0\.$/,
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
    code: 'interval_holds_zero',
  },
])('$decision, $code, where $when', expectVerdict);

test('the rule is one line for each recommendation, with its thresholds', () => {
  const { rule } = judge(good);
  expect(rule.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    'Cannot say',
    'No effect',
    'Hold',
    'Launch',
    'Test first',
  ]);
  expect(rule.join('\n')).toContain(`${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks`);
});

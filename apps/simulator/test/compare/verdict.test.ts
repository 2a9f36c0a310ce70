import { expect, test } from 'vitest';
import { judge } from '../../src/compare/judging/verdict.ts';
import { summaryOf, verdictRule } from '../../src/compare/judging/verdict-rule.ts';
import type { Case } from './evidence.ts';
import {
  breakEven,
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
  wholeDays,
} from './evidence.ts';
import { reasonCodes, recommendations } from '@auction-tiers/contract/compare-report';
import { daysOfAVerdict } from '@auction-tiers/inference';

const answered = (low: number, high: number): Case['change'] => {
  const side = { net: money(5), interval: interval(low, high) };
  const rest = { experiment_id: 4, until: '2026-11-28 05:00:00', model: '', sampled_auctions: 1, buyers: [12] };
  return {
    ...(high < 0 ? { stability: net(low, high).stability! } : {}),
    measured_answer: { ...rest, without: side, with: side },
  };
};

const undoingFall = (fall: number | null): Case['change'] => ({
  sensitivity: { ...good.sensitivity, undoing_fall: fall },
});

const said = (fall: number | null) => judge({ ...good, ...undoingFall(fall) });

test('a launch names the fall of the newly preferred bids that would undo it, and none where nothing is preferred', () => {
  expect(said(0.1).decision).toBe('launch');
  expect(said(0.1).reasons.map(({ code }) => code)).toEqual(['interval_above_zero', 'names_fall']);
  expect(said(0.1).reasons[1]!.message).toContain('10.0 %');
  expect(said(null).reasons.map(({ code }) => code)).toEqual(['interval_above_zero']);
});

test('every first sentence has at most 20 words', () => {
  for (const decision of recommendations) {
    for (const code of reasonCodes) {
      const sentence = summaryOf(decision, '+1,234.56 USD a day', code);
      expect(sentence.split(/\s+/).length, sentence).toBeLessThanOrEqual(20);
    }
  }
});

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks } = verdictRule;

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
  { when: 'measured buyers undo it', change: answered(-3, -1), decision: 'hold', code: 'answer_below_zero' },
  { when: 'measured buyers may undo it', change: answered(-1, 3), decision: 'test_first', code: 'answer_holds_zero' },
  { when: 'measured buyers add to it', change: answered(9, 14), decision: 'launch', code: 'interval_above_zero' },
  { when: 'the interval ends at 0', change: net(0, 4), decision: 'test_first', code: 'interval_holds_zero' },
  {
    when: 'it is a gain only by few auctions',
    change: net(8, 12, interval(-1, 3)),
    decision: 'test_first',
    code: 'few_auctions_decide',
    figures: /the 100 .* includes 0/,
  },
  {
    when: 'it is a gain only by few auctions, and else a loss',
    change: net(8, 12, interval(-3, -1)),
    decision: 'test_first',
    code: 'few_auctions_decide',
    figures: /below 0/,
  },
  {
    when: 'it is a loss only by few auctions',
    change: net(-12, -8, interval(-3, 1)),
    decision: 'test_first',
    code: 'few_auctions_decide',
  },
  {
    when: 'too little is left without few auctions',
    change: { largest_differences: { ...good.largest_differences, interval: null } },
    decision: 'test_first',
    code: 'few_auctions_decide',
  },
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
    figures: /only 1 auction,/,
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
    change: wholeDays(daysOfAVerdict - 1),
    decision: 'test_first',
    code: 'few_days',
    figures: /6 days .* 7 whole days/,
  },
  {
    when: 'the log is of just enough days',
    change: wholeDays(daysOfAVerdict),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the log is a feed',
    change: support({ warnings: [{ code: 'log_lacks', about: 'bids', message: '' }] }),
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
    when: 'it turns where buyers react a little',
    change: breakEven(-0.06),
    decision: 'test_first',
    code: 'reaction',
    figures: /−0\.06/,
  },
  {
    when: 'a small fall of the newly preferred bids undoes it',
    change: undoingFall(0.099),
    decision: 'test_first',
    code: 'undoing_fall',
    figures: /9\.9 %/,
  },
  { when: 'it turns just within', change: breakEven(0.1), decision: 'test_first', code: 'reaction' },
  { when: 'it turns just beyond', change: breakEven(-0.101), decision: 'launch', code: 'interval_above_zero' },
  { when: 'it never turns', change: breakEven(null), decision: 'launch', code: 'interval_above_zero' },
  {
    when: 'another elasticity is assumed',
    change: { elasticity: -0.5, ...breakEven(-0.1) },
    decision: 'launch',
    code: 'interval_above_zero',
    figures: /−0\.5/,
  },
  {
    when: 'it turns near the elasticity that is assumed',
    change: { elasticity: -0.5, ...breakEven(-0.42) },
    decision: 'test_first',
    code: 'reaction',
    figures: /−0\.42,.* −0\.5/,
  },
  {
    when: 'the interval at the assumed elasticity holds 0',
    change: {
      elasticity: -0.5,
      sensitivity: {
        ...good.sensitivity,
        break_even: null,
        rows: [{ elasticity: -0.5, difference: money(1), interval: interval(-1, 3), per_cent: 1 }],
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
    'What a log may not show',
    'Test first',
  ]);
  expect(rule.join('\n')).toContain(`${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks`);
});

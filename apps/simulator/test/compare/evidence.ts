import { findServiceWord, plainWords, type PlainShown } from '@auction-tiers/contract';
import type { ReasonCode } from '@auction-tiers/contract/compare-report';
import type { Evidence } from '../../src/compare/judging/evidence.ts';
import { judge } from '../../src/compare/judging/verdict.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import { expect } from 'vitest';

export const money = (units: number) => units.toFixed(9);
export const interval = (low: number, high: number) => ({ low: money(low), high: money(high) });
const revenue = (net: number) => ({ gross_paid: money(net), net_to_seller: money(net) });

const { fees: _fees, ...input } = new InputCounts([]).report();

export function changedBlocks(changed: number): Evidence['method']['clusters'][number] {
  return {
    kind: 'hour_and_placement',
    clusters: 256,
    changed_clusters: changed,
    method: 'bootstrap',
    degrees_of_freedom: null,
    interval: interval(8, 12),
    widening: 1.1,
  };
}

const stretch = { from: '2026-03-05', days: 4, difference: money(6), interval: interval(4, 8), probability: 0.001 };
export const steady: Evidence['stability'] = {
  weekdays: { cover: 'weighted', missing: [], frequent: [] },
  days_differ: { probability: 0.5, is_likely: false, kept: 0 },
  if_shocks_persist: null,
  break: null,
  halves: [stretch, stretch],
  thirds: [],
  trend: { since: stretch, below: 0.5 },
  last_day: { since: stretch, below: 0.5 },
  weeks: null,
  missing_hours: [],
  cap: null,
  stopped: [],
};

const msPerDay = 86_400_000;
const sum = { gross_paid: money(1), net_to_seller: money(1) };

/** Whole days from Monday, 2 March 2026, on. */
export const wholeDays = (count: number): Pick<Evidence, 'by_day'> => ({
  by_day: {
    days: Array.from({ length: count }, (_, day) => ({
      date: new Date(Date.UTC(2026, 2, 2) + day * msPerDay).toISOString().slice(0, 10),
      auctions: 1000,
      hours: 24,
      is_whole: true,
      current: sum,
      draft: sum,
      difference: sum,
    })),
    per_day: {
      days: count,
      current: money(14),
      draft: money(15.4),
      difference: money(1.4),
      interval: interval(1.1, 1.7),
      standard_deviation: money(0.1),
      lowest: money(1),
      highest: money(2),
    },
    per_month: null,
    assumption: null,
  },
});

/** A change that brings 10 of 100, between 8 and 12, well supported. */
export const good: Evidence = {
  currency: 'USD',
  share: 1,
  auctions: 100_000,
  bids: 1_000_000,
  ...wholeDays(7),
  input: { ...input, bytes: 1 },
  isSameTiers: false,
  calendarDays: [],
  elasticity: 0,
  commitments: [],
  measured_answer: null,
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
    time_zone: 'UTC',
    scope: 'days_like_these',
    used: 'hour_and_placement',
    clusters: [changedBlocks(200)],
    neighbouring_days: { nights: 6, correlation: 0, move_together: false, widening: 1 },
    enough_days: { days: 9, reason: null },
    description: '',
  },
  buyers: { rows: [], comparisons: 0 },
  lint: { findings: [], resolved: 0 },
  sensitivity: {
    model: '',
    sampled_auctions: 2048,
    break_even: -0.4,
    undoing_fall: null,
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
  usability: {
    reaching_bids: 200_000,
    lost: [],
    lost_by_buyer: [],
    draft_minimums: [],
    odd_times_share: 0,
    broken_lines_share: 0,
    too_high_prices_share: 0,
    one_bid_share: 0.1,
    lacks_unsold: false,
    other_seller_share: 0,
    other_ym_profile_share: 0,
    prices: { median: 1.5, median_minimum: 2, too_high_by: null, too_low_by: null },
    outsized: { above: 900, bids: [] },
  },
  largest_differences: {
    removed: 100,
    difference: money(9),
    interval: interval(7.5, 11.5),
    auctions: [{ file: 'log.jsonl', place: 'line 7', difference: 40, current: 2, draft: 42 }],
  },
  stability: steady,
  units: {
    named_share: 1,
    largest_share: 0.01,
    seen_once_share: 0.2,
    are_declared_absent: false,
    largest_design_effect: 25,
  },
  rare_losses: { one_in: 33_333, undoing_loss: 3300, highest_bid: 40 },
  tries: 1,
  is_complete: false,
};

/** Without the auctions that change the most the interval is the same, unless another is given. */
export const net = (low: number, high: number, rest = interval(low, high)): Partial<Evidence> => ({
  net_to_seller: { ...good.net_to_seller, interval: interval(low, high) },
  largest_differences: { ...good.largest_differences, interval: rest },
  // A loss is there in the last half too.
  ...(high < 0 ? { stability: { ...steady, halves: [stretch, { ...stretch, probability: 0.999 }] } } : {}),
});
export const finding = (severity: 'error' | 'warning', isNew: boolean): Partial<Evidence> => ({
  lint: {
    findings: [
      { code: 'shadowed_tier', severity, tier_ids: [7], message: 'Tier 7 can never win.', advice: '', is_new: isNew },
    ],
    resolved: 0,
  },
});
export const support = (change: Partial<Evidence['support']>): Partial<Evidence> => ({
  support: { ...good.support, ...change },
});
export const usability = (change: Partial<Evidence['usability']>): Partial<Evidence> => ({
  usability: { ...good.usability, ...change },
});
export const lost = (cause: 'unknown_buyers' | 'currency', bidsShare: number, valueShare: number | null) =>
  usability({ lost: [{ cause, bids: 10, bids_share: bidsShare, value_share: valueShare }] });
export const prices = (change: { too_high_by: 100 | null; too_low_by: 1000 | null }) =>
  usability({ prices: { median: 150, median_minimum: 2, ...change } });
export const breakEven = (elasticity: number | null): Partial<Evidence> => ({
  sensitivity: { ...good.sensitivity, break_even: elasticity },
});
export const buyer = (before: number, after: number): Partial<Evidence> => ({
  buyers: {
    comparisons: 1,
    rows: [
      {
        kind: 'known',
        id: 12,
        name: 'Acme',
        presence: null,
        current: { wins: 9, ...revenue(before), forgone: '0.000000000' },
        draft: { wins: 4, ...revenue(after), forgone: '0.000000000' },
        difference: { wins: -5, ...revenue(after - before), forgone: '0.000000000' },
        interval: null,
        direction: 'unclear',
      },
    ],
  },
});

export interface Case {
  readonly when: string;
  readonly change: Partial<Evidence>;
  readonly decision: string;
  readonly code: ReasonCode;
  readonly figures?: RegExp;
}

/** Texts as the page shows them, with one name for whatever has one. */
export const onPage: PlainShown = {
  currency: 'USD',
  timeZone: 'UTC',
  price: String,
  moment: String,
  clock: String,
  day: String,
  nameOf: () => 'Gold',
};

/** That the verdict of the good change with another change is the decision, for the one reason. */
export function expectVerdict({ change, decision, code, figures = /./ }: Case): void {
  const verdict = judge({ ...good, ...change });
  expect({ decision: verdict.decision, codes: verdict.reasons.map((reason) => reason.code) }).toEqual({
    decision,
    codes: [code],
  });
  const { message } = verdict.reasons[0]!;
  expect(message).toMatch(figures);
  // The page shows it too, with names in the place of ids: it names no option, field or file of the program.
  expect(findServiceWord(plainWords(message, onPage))).toBeNull();
}

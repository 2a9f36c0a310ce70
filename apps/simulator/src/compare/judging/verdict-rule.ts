import type { ReasonCode, Recommendation } from '@auction-tiers/contract/compare-report';
import { daysOfAVerdict, daysThatShow } from '@auction-tiers/inference';
import { figures } from '../../figure/text.ts';

/** All thresholds of the verdict, also for its rule in words. */
export const verdictRule = {
  /** Usable bids that reach what changes, without which nothing is known of it. */
  leastReachingBids: 30,
  /** With a larger share of lines, of bids or of their value lost, the rest does not represent the log. */
  mostLostShare: 0.05,
  /** With a larger share of auctions of one bid, the log has hardly more than winners. */
  mostOneBidShare: 0.95,
  /** If none of so many auctions changes, with 95 % confidence fewer than 3 in as many do. */
  leastUntouchedAuctions: 300,
  /** Changed auctions that a launch needs. */
  leastTouchedAuctions: 100,
  /** Changed blocks of hours and placements that a launch needs, so that no single hour decides. */
  leastChangedBlocks: 20,
  /** With a larger share of units that are in one auction only, they are no users. */
  mostOnceShare: 0.9,
  /** By how much returning users may multiply the variance of a mean: by slot in a public log (iPinYou, 2013). */
  usualDesignEffect: 33,
  /** A change of sign so near to the assumed elasticity of bids is too near: no seller knows an elasticity more exactly. */
  leastBreakEvenDistance: 0.1,
  /** A gain that a smaller fall of the newly preferred bids undoes is tested first: buyers that are preferred bid less. */
  leastUndoingFall: 0.1,
  /** A sentence says what shocks that persist would do to the interval if they make it wider than this, or reach 0. */
  mostPersistentWidening: 1.5,
  /** Share of its revenue that a large buyer may lose without a test. */
  mostBuyerLossShare: 0.5,
  /** Share of all current revenue from which a buyer is large. */
  largeBuyerShare: 0.05,
} as const;

const { leastReachingBids, mostLostShare, leastUntouchedAuctions } = verdictRule;
const { leastBreakEvenDistance, leastUndoingFall, leastTouchedAuctions, leastChangedBlocks, mostBuyerLossShare } =
  verdictRule;

const inPercent = (share: number) => figures.percent(share, 0);

/** The rule in words, in the order asked: short enough to be read, so that reasons have the details. */
export const ruleInWords = [
  `Cannot say: fewer than ${leastReachingBids} usable bids reach what changes; over ${inPercent(mostLostShare)} of the lines, bids or value cannot be used or are of another seller or ym-profile; the log has hardly more than winners; or its prices have another scale than the minimum prices.`,
  `No effect: the two tier sets say the same, or none of at least ${leastUntouchedAuctions} auctions changes its winner or price.`,
  'Hold: the draft has a new tier that can never win; or the whole interval is below 0, also without the 0.1 % of the auctions that change the most, or it is with a measured reaction of buyers that was given, and nothing that the log cannot show speaks against it.',
  `Launch: the whole interval is above 0, also without those, and with a measured reaction that was given; at least ${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks of hours and placements change; the log is no feed that may lack bids or attributes; no large buyer loses over ${inPercent(mostBuyerLossShare)}; every commitment is kept beyond the error of the days, and on 95 of 100 new days or nearly as many as under the current tiers; no minimum of the draft is a factor above the bids; the sign stays if buyers react a little (±${leastBreakEvenDistance}), and unless the newly preferred bids fall by ${inPercent(leastUndoingFall)} or more; and nothing that the log cannot show speaks against it.`,
  `What a log may not show: it has fewer than ${daysOfAVerdict} whole days, or lacks a day of the week, or an hour of the day; its days differ by more than their auctions explain, below ${daysThatShow} days, or from then on by whole weeks; the difference has changed, shrinks in the last third, has ended by the last half, or the last day is off; a buyer or tier stopped; users are not named, or their ids look like those of requests; unsold auctions are missing; a loss that it may lack would undo the gain.`,
  'Test first: everything else.',
];

/** The first sentence of a verdict, up to 20 words: money a day, the first reason in a few words, and what to do. */
export function summaryOf(decision: Recommendation, money: string | null, code: ReasonCode): string {
  const short = shortReasons[code];
  switch (decision) {
    case 'cannot_say':
      return `Cannot say: ${short}.`;
    case 'no_effect':
      return `No effect: ${short}.`;
    case 'hold':
      return `Hold: ${code === 'lint_error' || money === null ? short : money}. Keep the live tiers.`;
    case 'launch':
      return `Launch: ${money ?? short}.`;
    case 'test_first':
      return `Test first: ${money === null ? '' : `probably ${money}, `}not proven: ${short}. Test it live.`;
  }
}

/** Each reason in at most eight words, so that the sentence has at most 20. */
export const shortReasons: Readonly<Record<ReasonCode, string>> = {
  no_auctions: 'the log has no auctions',
  few_bids: 'hardly any bid reaches what changes',
  currency: 'bids are in a currency without a rate',
  invalid_bids: 'too many bids are invalid',
  unknown_buyers: 'too many bids are of unknown buyers',
  price_unit: 'prices of some buyers are on another scale',
  price_scale: 'prices have another scale than the minimum prices',
  odd_times: 'the times of the log cannot be right',
  broken_lines: 'too many lines are broken',
  winners_only: 'the log has hardly more than winners',
  other_seller: "the log is another seller's",
  other_ym_profile: 'the log is of another ym-profile',
  same_tiers: 'the two tier sets say the same',
  nothing_changes: 'no auction changes its winner or price',
  interval_below_zero: 'the draft costs revenue',
  answer_below_zero: 'the measured reaction of buyers undoes it',
  lint_error: 'a tier can never win',
  few_auctions: 'the log has too few auctions',
  no_interval: 'the log is too small for an interval',
  interval_holds_zero: 'it may be chance',
  answer_holds_zero: 'the measured reaction of buyers may undo it',
  few_changed_auctions: 'too few auctions change',
  few_changed_blocks: 'too few hours and placements change',
  few_days: 'the log lacks seven whole days',
  feed: 'the log may lack users and bids',
  buyer_loses: 'a large buyer loses and may leave',
  commitment_broken: 'the draft breaks a commitment',
  commitment_unsure: 'it may break a commitment',
  reaction: 'it turns if buyers react a little',
  undoing_fall: 'it turns if preferred buyers bid less',
  missing_weekdays: 'the log lacks a day of the week',
  days_differ: 'days differ',
  break: 'the difference has changed since',
  no_recent_gain: 'the last half does not show it',
  trend: 'the difference shrinks',
  last_day: 'the last day contradicts it',
  missing_hours: 'the log lacks hours of the day',
  capped: 'recording stopped at a limit',
  stopped: 'a buyer or tier has stopped',
  draft_minimums: 'a minimum is far above the bids',
  no_units: 'the log names no users',
  units_once: 'its user ids look like request ids',
  rare_losses: 'a rare loss would undo it',
  no_unsold: 'unsold auctions are missing',
  few_auctions_decide: 'few auctions decide',
  interval_above_zero: 'the draft brings more',
  names_fall: 'buyers that are preferred may bid less',
  shocks_may_persist: 'unusual days may carry over',
  last_day_may_last: 'the last day may be what comes',
  calendar_days: 'the log has special days',
};

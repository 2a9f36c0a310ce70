import { leastClusters, type Recommendation } from '@auction-tiers/contract/compare-report';
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
  /** Days that a launch needs, because variation between days is in the interval only then. */
  leastDays: leastClusters.day,
  /** Days from which a log shows whether the deviation of a day continues on the next. */
  leastDaysThatShow: 28,
  /** The last half of the log has to show a gain that at most this share of logs without one would show. */
  mostRecentProbability: 0.05,
  /** By how much returning users may multiply the variance of a mean: by slot in a public log (iPinYou, 2013). */
  usualDesignEffect: 33,
  /** A change of sign so near to the assumed elasticity of bids is too near: no seller knows an elasticity more exactly. */
  leastBreakEvenDistance: 0.1,
  /** Share of its revenue that a large buyer may lose without a test. */
  mostBuyerLossShare: 0.5,
  /** Share of all current revenue from which a buyer is large. */
  largeBuyerShare: 0.05,
} as const;

const { leastReachingBids, mostLostShare, leastUntouchedAuctions } = verdictRule;
const { leastBreakEvenDistance, leastDaysThatShow } = verdictRule;
const { leastTouchedAuctions, leastChangedBlocks, leastDays, mostBuyerLossShare } = verdictRule;

const inPercent = (share: number) => figures.percent(share, 0);

/** The rule in words, in the order asked: short enough to be read, so that reasons have the details. */
export const ruleInWords = [
  `Cannot say: fewer than ${leastReachingBids} usable bids reach what changes; over ${inPercent(mostLostShare)} of the lines, bids or value cannot be used or are of another seller or ym-profile; the log has hardly more than winners; or its prices have another scale than the minimum prices.`,
  `No effect: the two tier sets say the same, or none of at least ${leastUntouchedAuctions} auctions changes its winner or price.`,
  'Hold: the interval lies below 0, also without the 0.1 % of the auctions that change the most, or it does with a measured answer of buyers that was given; or the draft has a new tier that can never win.',
  `Launch: the interval lies above 0, also without those, and with a measured answer that was given; at least ${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks of hours and placements change; the log has ${leastDays} days and is no feed that may lack bids or attributes; it has every day of the week; days differ by no more than their auctions explain, unless it has ${leastDaysThatShow}; the gain is still there in the last half; no buyer or tier stopped; it names units, or has no returning users; no loss that it may lack would undo the gain; no large buyer loses over ${inPercent(mostBuyerLossShare)}; no commitment is broken; no minimum of the draft is a factor above the bids; and the sign stays if buyers react a little (±${leastBreakEvenDistance}).`,
  'Test first: everything else.',
];

export const summaries: Readonly<Record<Recommendation, string>> = {
  cannot_say: 'Cannot say: the log does not show what this draft would do.',
  no_effect: 'No effect: the draft changes nothing that a buyer or the seller would notice.',
  hold: 'Hold: the draft costs revenue or contradicts itself.',
  launch: 'Launch: the draft brings more.',
  test_first: 'Test first: the log does not settle it.',
};

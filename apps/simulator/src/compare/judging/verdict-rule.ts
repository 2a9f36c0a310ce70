import { leastClusters } from '../../schema/method.ts';
import type { Recommendation } from '../../schema/verdict.ts';

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
  /** A change of sign so near to the assumed elasticity of bids is too near: nobody knows it better. */
  leastBreakEvenDistance: 0.1,
  /** Share of its revenue that a large buyer may lose without a test. */
  mostBuyerLossShare: 0.5,
  /** Share of all current revenue from which a buyer is large. */
  largeBuyerShare: 0.05,
} as const;

const { leastReachingBids, mostLostShare, mostOneBidShare, leastUntouchedAuctions } = verdictRule;
const { leastBreakEvenDistance } = verdictRule;
const { leastTouchedAuctions, leastChangedBlocks, leastDays, mostBuyerLossShare, largeBuyerShare } = verdictRule;

const inPercent = (share: number) => `${Math.round(share * 100)} %`;

/** The rule in words, in the order asked. */
export const ruleInWords = [
  `Cannot say: fewer than ${leastReachingBids} usable bids reach what changes; more than ${inPercent(mostLostShare)} of the lines, of the bids or of their value cannot be used (currency, unit of prices, unknown buyers); more than ${inPercent(mostOneBidShare)} of the auctions have one bid; as many auctions are another seller's or ym-profile's; or prices are a factor of 100 or more off the minimum prices.`,
  `No effect: the two tier sets say the same, or none of at least ${leastUntouchedAuctions} auctions changes its winner or price.`,
  'Hold: the interval of the difference in net revenue lies below 0, also without the 0.1 % of the auctions (at least 5) that change the most; or the draft has a new tier that can never win.',
  `Launch: the interval lies above 0, also without those auctions, at least ${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks of hours and placements change, the log covers at least ${leastDays} days and is no feed (or is one that is declared whole, for tiers without profiles), no buyer with ${inPercent(largeBuyerShare)} of the revenue loses more than ${inPercent(mostBuyerLossShare)} of its own, no commitment is broken, and the difference keeps its sign if buyers react a little (an elasticity of ±${leastBreakEvenDistance} more).`,
  'Test first: everything else.',
];

export const summaries: Readonly<Record<Recommendation, string>> = {
  cannot_say: 'Cannot say: the log does not show what this draft would do.',
  no_effect: 'No effect: the draft changes nothing that a buyer or the seller would notice.',
  hold: 'Hold: the draft costs revenue or contradicts itself.',
  launch: 'Launch: the draft brings more.',
  test_first: 'Test first: the log does not settle it.',
};

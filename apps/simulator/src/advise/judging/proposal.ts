import type { AdvicePromise, AdviceProposal, ProposalState } from '@auction-tiers/contract/advice-report';
import { leastClusters } from '@auction-tiers/contract/compare-report';
import { Resamplings } from '@auction-tiers/inference';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { toMoneyInterval } from '../../compare/judging/effect.ts';
import type { Answer } from '../../compare/judging/answer.ts';
import { toEnoughDays } from '../../compare/judging/enough-days.ts';
import { Intervals } from '../../compare/judging/interval.ts';
import { toLogDays } from '../../compare/judging/log-days.ts';
import { roundToUnits } from '../../figure/text.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { Candidate } from '../choosing/candidates.ts';
import { Standing } from '../choosing/standing.ts';
import type { Variation } from '../measuring/variations.ts';
import { toChanges, toDraftFile } from './draft.ts';
import { toPromises } from './promises.ts';

/** A candidate that was judged on other days than those on which it was chosen. */
export interface Judged {
  readonly candidate: Candidate;
  readonly variation: Variation;
  readonly chosenDays: number;
  /** Auctions on which it was chosen. */
  readonly chosenAuctions: number;
}

interface Judging {
  readonly loaded: LoadedTierSet;
  readonly commitments: Standing['commitments'];
  readonly seed: string;
  readonly timeZone: string;
  /** How measured buyers answer; undefined: none was given. */
  readonly answer: Answer | undefined;
  /** The auctions of the sample on the days of a half. */
  readonly requestsOn: (half: Variation['judgedOn']) => readonly AuctionRequest[];
  /** Share of all auctions that the log has. */
  readonly share: number;
}

/** `low`, `high`: bounds of the gain per auction, because proposals may be judged on different days. */
interface Weighed {
  readonly proposal: Omit<AdviceProposal, 'state'>;
  /** The gain that is judged: with the bids as they were, or with the bids that are expected of measured buyers. */
  readonly gain: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly isKept: boolean;
  readonly hasEnoughDays: boolean;
  readonly days: number | null;
}

const order: readonly ProposalState[] = ['certified', 'unresolved', 'dominated'];

/** The judged candidates as proposals, the best first. The intervals are corrected for the number of candidates. */
export function toProposals(judged: readonly Judged[], judging: Judging): AdviceProposal[] {
  const weighed = judged.map((one) => weigh(one, judged.length, judging));
  const surest = Math.max(-Infinity, ...weighed.flatMap(({ low, isKept }) => (isKept ? (low ?? []) : [])));
  const proposals = weighed.map(({ proposal, gain, low, high, isKept, hasEnoughDays, days }): AdviceProposal => {
    const isBeaten = high !== undefined && (high <= 0 || high < surest);
    if (!isKept || gain <= 0 || isBeaten) return { ...proposal, state: 'dominated' };
    if (low !== undefined && low > 0 && hasEnoughDays) return { ...proposal, state: 'certified' };
    // An interval above 0 needs no more days than a certificate requires.
    const needed = low !== undefined && low > 0 ? leastClusters.day : days;
    return { ...proposal, state: 'unresolved', days_needed: needed };
  });
  return proposals.toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state) || Number(other.gain) - Number(one.gain),
  );
}

const cpmMicros = 1e9;
const least = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? one : Math.min(one, other);

function weigh(
  { candidate, variation, chosenDays, chosenAuctions }: Judged,
  tries: number,
  { loaded, commitments, seed, timeZone, share, answer, requestsOn }: Judging,
): Weighed {
  const logDays = toLogDays(variation.hours.entries(), timeZone);
  const intervals = new Intervals(variation.blocks, logDays, new Resamplings(seed), tries);
  const { auctions } = intervals;
  const estimate = intervals.used?.net;
  const judgedDays = auctions === 0 ? 0 : logDays.days.length;
  const standing = new Standing(commitments, Math.max(1, judgedDays) * share);
  const promises = toPromises(standing, variation, loaded);
  const strata = [{ auctions: requestsOn(variation.judgedOn), count: auctions }];
  const shift = answer?.shift(strata, loaded.source, { tierSet: variation.tierSet, source: candidate.source });
  const { method, shortOfBest, isOfAnswer = false } = candidate;
  const answered =
    shift === undefined ? null : answer!.answered(variation.gain, shift, estimate, auctions, intervals.reachOfErrors);
  const [ownLow, ownHigh] = [answered?.interval?.low, answered?.interval?.high].map((money) =>
    money === undefined ? undefined : (Number(money) * cpmMicros) / auctions,
  );
  const scale = chosenAuctions === 0 ? 0 : auctions / chosenAuctions;
  return {
    proposal: {
      draft: toDraftFile(loaded.file, candidate.source),
      changes: toChanges(loaded, candidate.source),
      chosen_days: chosenDays,
      judged_days: judgedDays,
      gain: roundToUnits(variation.gain),
      interval: estimate === undefined ? null : toMoneyInterval(estimate, auctions),
      answered,
      days_needed: null,
      bound: { method, at_most: shortOfBest === null ? null : roundToUnits(shortOfBest * scale) },
      commitments: promises,
    },
    gain: isOfAnswer && answered !== null ? Number(answered.net) : Number(roundToUnits(variation.gain)),
    // A proposal that pays only with the bids as they were is not certified if buyers are known to answer it.
    low: isOfAnswer ? ownLow : least(estimate?.low, ownLow),
    high: isOfAnswer ? ownHigh : estimate?.high,
    isKept: promises.every(({ is_kept: isKept }: AdvicePromise) => isKept),
    hasEnoughDays: judgedDays >= leastClusters.day,
    // Fewer days do not show how much days differ: the proposal needs at least as many as a certificate requires.
    days: judgedDays < leastClusters.day ? leastClusters.day : toEnoughDays(intervals).days,
  };
}

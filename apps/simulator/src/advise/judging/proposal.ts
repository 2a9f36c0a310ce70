import type { AdvicePromise, AdviceProposal, ProposalState } from '@auction-tiers/contract/advice-report';
import { leastClusters, type Verdict } from '@auction-tiers/contract/compare-report';
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
import { toChanges } from './draft.ts';
import { toPromisePrice, toPromises } from './promises.ts';
import type { Regret } from './regret.ts';

/** A candidate that was judged on other days than those on which it was chosen. */
export interface Judged {
  readonly candidate: Candidate;
  readonly draft: LoadedTierSet;
  readonly variation: Variation;
  readonly chosenDays: number;
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
  readonly regret: Regret;
  /** All auctions of a mean day, also those that the log lacks. */
  readonly auctionsADay: number;
  /** What a try on all days of the log says of some of the judged, by their indexes. */
  readonly verdictsOf: (indexes: readonly number[]) => Promise<Verdict[]>;
}

/** Money a day. */
interface Weighed {
  readonly candidate: Candidate;
  /** Its index among the judged. */
  readonly at: number;
  readonly proposal: Omit<AdviceProposal, 'state'>;
  /** The gain that is judged: with the bids as they were, or with the bids that are expected of measured buyers. */
  readonly gain: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** Whether every promise is kept on the mean of the days, and whether beyond their error. */
  readonly isKept: boolean;
  readonly isSurelyKept: boolean;
  readonly hasEnoughDays: boolean;
  readonly days: number | null;
}

const order: readonly ProposalState[] = ['certified', 'unresolved', 'dominated'];
/** Most proposals that have the verdict of a try on all days. */
const mostTried = 10;
/** Most buyers that are named as losing. */
const mostLosers = 5;

/**
 * The judged candidates as proposals, the best first. The intervals are corrected for the number of candidates. What lies
 * above 0 on other days is certified if a try on all days says launch.
 */
export async function toProposals(judged: readonly Judged[], judging: Judging): Promise<AdviceProposal[]> {
  const weighed = judged
    .map((one, at) => weigh(one, at, judged.length, judging))
    .toSorted((one, other) => rankOf(other) - rankOf(one) || other.gain - one.gain);
  // Of two values for the same attribute only one can be taken.
  const firstOf = new Map(weighed.toReversed().map((one) => [one.candidate.subject, one]));
  const isDominated = (one: Weighed) =>
    !one.isKept || one.gain <= 0 || (one.high ?? 1) <= 0 || firstOf.get(one.candidate.subject) !== one;
  const tried = weighed
    .filter((one) => !isDominated(one) && one.isSurelyKept && (one.low ?? 0) > 0 && one.hasEnoughDays)
    .slice(0, mostTried);
  const verdicts = await judging.verdictsOf(tried.map(({ at }) => at));
  const proposals = weighed.map((one): AdviceProposal => {
    const { proposal, low, days } = one;
    if (isDominated(one)) return { ...proposal, state: 'dominated' };
    const verdict = verdicts[tried.indexOf(one)];
    if (verdict !== undefined) {
      const { decision, summary } = verdict;
      return {
        ...proposal,
        state: decision === 'launch' ? 'certified' : 'unresolved',
        verdict: { decision, summary },
      };
    }
    // More days like these need not make a promise sure.
    if (!one.isSurelyKept) return { ...proposal, state: 'unresolved', days_needed: null };
    // An interval above 0 needs no more days than a certificate requires.
    return { ...proposal, state: 'unresolved', days_needed: (low ?? 0) > 0 ? leastClusters.day : days };
  });
  return proposals.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

const rankOf = ({ isKept, isSurelyKept }: Weighed) => Number(isKept) + Number(isSurelyKept);

const least = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? one : Math.min(one, other);

function weigh(
  { candidate, draft, variation, chosenDays }: Judged,
  at: number,
  tries: number,
  judging: Judging,
): Weighed {
  const { loaded, commitments, seed, timeZone, share, answer, requestsOn, regret, auctionsADay } = judging;
  const logDays = toLogDays(variation.hours.entries(), timeZone);
  const intervals = new Intervals(variation.blocks, logDays, new Resamplings(seed), tries);
  const { auctions } = intervals;
  const estimate = intervals.used?.net;
  const judgedDays = auctions === 0 ? 0 : logDays.days.length;
  // The days that the auctions of the log would be, were it whole.
  const days = Math.max(1, judgedDays) * share;
  const ofDay = auctions / days;
  const gain = variation.gain / days;
  const { present, promiseHours } = variation;
  const promised = { figures: variation, present, promiseHours, logDays, share };
  const standing = new Standing(commitments, days);
  const promises = toPromises(standing, promised, loaded);
  const strata = [{ auctions: requestsOn(variation.judgedOn), count: ofDay }];
  const shift = answer?.shift(strata, loaded.source, { tierSet: variation.tierSet, source: candidate.source });
  const { isOfAnswer = false } = candidate;
  const answered = shift === undefined ? null : answer!.answered(gain, shift, estimate, ofDay, intervals.reachOfErrors);
  const [ownLow, ownHigh] = [answered?.interval?.low, answered?.interval?.high].map((money) =>
    money === undefined ? undefined : Number(money),
  );
  const short = regret.atMost(variation.tierSet);
  const interval = estimate === undefined ? null : toMoneyInterval(estimate, ofDay);
  const [low, high] = [interval?.low, interval?.high].map((money) => (money === undefined ? undefined : Number(money)));
  return {
    candidate,
    at,
    proposal: {
      draft: draft.file,
      changes: toChanges(loaded, candidate.source),
      chosen_days: chosenDays,
      judged_days: judgedDays,
      gain: roundToUnits(gain),
      interval,
      answered,
      verdict: null,
      days_needed: null,
      bound:
        short === undefined
          ? { method: 'none', at_most: null }
          : { method: 'lagrangian', at_most: roundToUnits(short * auctionsADay) },
      losers: toLosers(variation, loaded, days),
      promise_price: toPromisePrice(promises, variation, days),
      commitments: promises,
    },
    gain: isOfAnswer && answered !== null ? Number(answered.net) : Number(roundToUnits(gain)),
    // A proposal that pays only with the bids as they were is not certified if buyers are known to answer it.
    low: isOfAnswer ? ownLow : least(low, ownLow),
    high: isOfAnswer ? ownHigh : high,
    isKept: standing.violation(variation) === 0,
    isSurelyKept: promises.every(({ is_kept: isKept }: AdvicePromise) => isKept),
    hasEnoughDays: judgedDays >= leastClusters.day,
    // Fewer days do not show how much days differ: the proposal needs at least as many as a certificate requires.
    days: judgedDays < leastClusters.day ? leastClusters.day : toEnoughDays(intervals).days,
  };
}

/** The buyers of which the seller would earn less, the largest loss first. */
function toLosers(
  { buyers, present }: Variation,
  { buyerNames }: LoadedTierSet,
  days: number,
): AdviceProposal['losers'] {
  return [...buyers]
    .filter(([, micros]) => micros < 0)
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, mostLosers)
    .map(([id, micros]) => ({
      id,
      name: buyerNames.get(id) ?? null,
      net: roundToUnits(micros / days),
      // Who brings less has brought something.
      per_cent: (100 * micros) / present.buyers.get(id)!,
    }));
}

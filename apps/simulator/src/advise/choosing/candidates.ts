import type { Answer } from '../../compare/judging/answer.ts';
import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import { findChanges, type Found, type Freedom, toTierSet, withTier } from './search.ts';
import type { Standing } from './standing.ts';

/** One change of the present tiers that is worth being judged. */
export interface Candidate extends Pick<Found, 'source' | 'subject'> {
  /** Whether it was chosen, and is judged, by the bids that are expected of measured buyers. */
  readonly isOfAnswer?: boolean;
}

/** Changes of each half of the days that are judged: intervals allow for their number, so more would certify fewer. */
const mostOfHalf = 10;

/** The changes that bring the most on these auctions, each alone; the best first. */
export function findCandidates(
  source: TierSetSource,
  auctions: readonly AuctionRequest[],
  standing: Standing,
  freedom: Freedom,
): Candidate[] {
  return findChanges(source, auctions, standing, freedom).slice(0, mostOfHalf);
}

/**
 * For each tier the minimum that brings the most with the bids expected of measured buyers, among minimums between the
 * measured ones, because an answer beyond them is not known. Empty: the present ones are best.
 */
export function findAnswered(
  source: TierSetSource,
  auctions: readonly AuctionRequest[],
  { minimums }: Pick<Freedom, 'minimums'>,
  answer: Answer,
): Candidate[] {
  const netOf = (tried: TierSetSource) =>
    answer.expectedNet(auctions, source, { tierSet: toTierSet(tried), source: tried });
  const present = netOf(source);
  const found = [...minimums].flatMap(([id, tried]) => {
    const between = answer.measuredBetween(source.tiers.find((tier) => tier.id === id)!);
    if (between === undefined) return [];
    const { low, high } = between;
    const sources = [...new Set([low, ...tried.filter((one) => one > low && one < high), high])].map((minimum) =>
      withTier(source, id, { minPriceMicros: minimum }),
    );
    const best = sources
      .map((one) => ({ source: one, net: netOf(one) }))
      .reduce((kept, one) => (one.net > kept.net ? one : kept));
    return best.net > present ? [{ ...best, subject: `${id} answered` }] : [];
  });
  return found
    .toSorted((one, other) => other.net - one.net)
    .slice(0, mostOfHalf)
    .map(({ source: chosen, subject }) => ({ source: chosen, subject, isOfAnswer: true }));
}

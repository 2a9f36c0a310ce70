import type { Answer } from '../../compare/judging/answer.ts';
import type { Random } from '@auction-tiers/chance';
import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import { lagrangianBound } from './bound.ts';
import { type Found, type Freedom, mostCombinations, Search, startsOf, toTierSet, withTier } from './search.ts';
import type { Standing } from './standing.ts';

/** A proposed tier set, and an upper bound of how far its net is below the optimum. */
export interface Candidate {
  readonly source: TierSetSource;
  readonly method: 'exhaustive' | 'lagrangian' | 'none';
  /** Net CPM micros, over the auctions on which it was chosen; null: not known. */
  readonly shortOfBest: number | null;
  /** Whether it was chosen, and is judged, by the bids that are expected of measured buyers. */
  readonly isOfAnswer?: boolean;
}

const starts = 3;

/**
 * The tiers that are worth a try: the best result of ascents from several starts, and the best with other minimums
 * alone. `days`: number of days that the auctions represent.
 */
export function findCandidates(
  source: TierSetSource,
  auctions: readonly AuctionRequest[],
  standing: Standing,
  freedom: Freedom,
  days: number,
  random: Random,
): Candidate[] {
  const onlyMinimums = { ...freedom, hasPriorities: false, hasBuyers: false };
  const simple = new Search(auctions, standing, onlyMinimums);
  const present: Found = { source, figures: simple.evaluate(source) };
  const isTiny = simple.combinations() <= mostCombinations;
  const first = isTiny ? simple.tryAll(source) : simple.ascend(source, random);
  const search = new Search(auctions, standing, freedom);
  const ascents = startsOf(source, freedom, random, starts).map((start) => search.ascend(start, random));
  const isFree = freedom.hasPriorities || freedom.hasBuyers || !isTiny;
  const best = [first, ...(isFree ? ascents : [])].reduce((kept, one) =>
    standing.isBetter(one.figures, kept.figures) ? one : kept,
  );
  const chosen = [...new Set([best, first])].filter(({ figures }) => standing.isBetter(figures, present.figures));
  if (chosen.length === 0) return [];
  const most = lagrangianBound(auctions, toTierSet(source), standing, days);
  return chosen.map(({ source: found, figures }) => {
    if (isTiny && found === first.source && !isFree) return { source: found, method: 'exhaustive', shortOfBest: 0 };
    const isKept = standing.violation(figures) === 0;
    return isKept
      ? { source: found, method: 'lagrangian', shortOfBest: Math.max(0, most - figures.net) }
      : { source: found, method: 'none', shortOfBest: null };
  });
}

/**
 * The tiers whose minimums bring the most with the bids expected of measured buyers: tier by tier, among minimums
 * between the measured ones, because an answer beyond them is not known. Empty: the present ones are best.
 */
export function findAnswered(
  source: TierSetSource,
  auctions: readonly AuctionRequest[],
  { minimums }: Pick<Freedom, 'minimums'>,
  answer: Answer,
): Candidate[] {
  const netOf = (tried: TierSetSource) =>
    answer.expectedNet(auctions, source, { tierSet: toTierSet(tried), source: tried });
  const best = { source, net: netOf(source) };
  for (const [id, tried] of minimums) {
    const between = answer.measuredBetween(source.tiers.find((tier) => tier.id === id)!);
    if (between === undefined) continue;
    const { low, high } = between;
    for (const minimum of new Set([low, ...tried.filter((one) => one > low && one < high), high])) {
      const next = withTier(best.source, id, { minPriceMicros: minimum });
      const net = netOf(next);
      if (net > best.net) Object.assign(best, { source: next, net });
    }
  }
  if (best.source === source) return [];
  return [{ source: best.source, method: 'none', shortOfBest: null, isOfAnswer: true }];
}

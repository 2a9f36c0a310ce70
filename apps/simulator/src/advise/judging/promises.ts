import type { AdvicePromise } from '@auction-tiers/contract/advice-report';
import { round } from '../../compare/judging/effect.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { Figures, Standing } from '../choosing/standing.ts';

/** The commitments, each with the figure that the tiers reach, in the unit of the commitment. */
export function toPromises(
  standing: Standing,
  figures: Figures,
  { buyerNames, tierNames }: Pick<LoadedTierSet, 'buyerNames' | 'tierNames'>,
): AdvicePromise[] {
  return standing.commitments.map(({ subject, id, bound, figure, wanted }, at) => ({
    subject,
    id,
    name: (subject === 'buyer' ? buyerNames : tierNames).get(id) ?? null,
    bound,
    figure,
    wanted,
    reached: round(standing.reached(figures, at), 6),
    is_kept: standing.isKept(figures, at),
  }));
}

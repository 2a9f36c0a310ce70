import { named, sentence } from './phrase.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Tiers that name nobody. */
export const findTiersWithoutBuyers: Rule = ({ ranking }) => {
  const tierIds = toIds(ranking.filter(({ buyerIds }) => buyerIds.length === 0));
  if (tierIds.length === 0) return [];
  const verb = tierIds.length > 1 ? 'name no buyers and match' : 'names no buyers and matches';
  return [
    {
      code: 'no_buyers',
      severity: 'error',
      tierIds,
      message: sentence(`${named('tier', tierIds)} ${verb} no bid`),
      advice: `Add the buyers that should be included or excluded, or delete ${tierIds.length > 1 ? 'them' : 'it'}.`,
    },
  ];
};

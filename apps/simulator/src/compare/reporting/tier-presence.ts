import type { CompareReport, Presence } from '@auction-tiers/contract/compare-report';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';

/** Says which of the two tier sets has a tier that is in at least one of them. */
export function presenceIn(current: LoadedTierSet, draft: LoadedTierSet): (tierId: number) => Presence {
  return (id) => {
    if (!current.tierNames.has(id)) return 'new';
    return draft.tierNames.has(id) ? 'both' : 'removed';
  };
}

/** The breakdown by tier, each row with the tier sets that have its tier. */
export function withPresence(
  { rows, ...breakdown }: CompareReport['buyers'],
  presenceOf: (tierId: number) => Presence,
): CompareReport['tiers'] {
  return { ...breakdown, rows: rows.map((row) => ({ ...row, presence: row.id === null ? null : presenceOf(row.id) })) };
}

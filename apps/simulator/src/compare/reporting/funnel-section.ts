import type { Tally } from '../../tally/tally.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { CompareReport } from '../../schema/compare-report.ts';

/** How far bids get with each tier, in the order checked. */
export function toFunnel(tally: Tally, { tierSet, tierNames }: LoadedTierSet): CompareReport['funnel']['draft'] {
  const { bids: seen } = tally.totals();
  const stages = tally.funnel();
  const rows = new Map(tally.rows('tier').map((row) => [row.key, row]));
  return tierSet.tiers.map(({ id, priority, memberAction }) => {
    const { listed = 0, pricedIn = 0, targeted = 0 } = stages?.get(id) ?? {};
    const row = rows.get(id);
    return {
      tier_id: id,
      name: tierNames.get(id) ?? null,
      priority,
      member_action: memberAction,
      seen,
      listed,
      priced_in: pricedIn,
      targeted,
      categorised: row?.bids ?? 0,
      won: row?.revenue.wins ?? 0,
    };
  });
}

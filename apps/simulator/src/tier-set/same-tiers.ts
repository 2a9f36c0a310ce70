import type { TierSetSource } from '@auction-tiers/tier-engine';

/**
 * Whether two tier sets have equal contents, whatever the names, ids and order of their tiers and profiles. Draws between
 * equal priorities depend on ids, so that an auction may still have another winner, but only by chance.
 */
export function saysSame(left: TierSetSource, right: TierSetSource): boolean {
  return spell(left) === spell(right);
}

function spell({ tiers, profiles }: TierSetSource): string {
  const targetingOf = new Map(profiles.map(({ id, targeting }) => [id, targeting]));
  const spelt = tiers
    // A tier without buyers matches nothing.
    .filter(({ buyerMemberIds }) => buyerMemberIds.length > 0)
    .map(({ priority, memberAction, minPriceMicros, profileId, buyerMemberIds }) =>
      JSON.stringify([
        priority,
        memberAction,
        // No minimum and one of 0 let the same bids in.
        minPriceMicros ?? 0,
        profileId === null ? null : settle(targetingOf.get(profileId)),
        [...new Set(buyerMemberIds)].toSorted((one, other) => one - other),
      ]),
    );
  return spelt.toSorted().join('\n');
}

/** The value with keys and lists sorted, because targets are sets. */
function settle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(settle(entry))).toSorted();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([name, entry]) => [name, settle(entry)]),
  );
}

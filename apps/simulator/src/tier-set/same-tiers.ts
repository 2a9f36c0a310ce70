import type { TierSetSource } from '@auction-tiers/tier-engine';

/**
 * Whether two tier sets say the same, whatever their tiers and profiles are called and numbered and in which order they
 * stand. Ids decide draws between equal priorities, so that such sets may still give one auction to another bid: by
 * chance, and nothing else.
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

/** The same value with names and lists in one order: targets are sets. */
function settle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(settle(entry))).toSorted();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([name, entry]) => [name, settle(entry)]),
  );
}

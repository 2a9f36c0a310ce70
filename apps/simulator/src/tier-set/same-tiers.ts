import type { Tier, TierSetSource } from '@auction-tiers/tier-engine';

/**
 * Whether two tier sets have equal contents, whatever the names, ids and order of their tiers and profiles. Draws between
 * equal priorities depend on ids, so that an auction may still have another winner, but only by chance.
 */
export function saysSame(left: TierSetSource, right: TierSetSource): boolean {
  return changedTiers(left, right).every((tiers) => tiers.length === 0);
}

/** The tiers of each of two sets that have no equal in the other; each tier is the equal of one at most. */
export function changedTiers(left: TierSetSource, right: TierSetSource): readonly [left: Tier[], right: Tier[]] {
  return [without(left, right), without(right, left)];
}

function without(source: TierSetSource, other: TierSetSource): Tier[] {
  const equals = new Map<string, number>();
  for (const [, spelt] of spell(other)) equals.set(spelt, (equals.get(spelt) ?? 0) + 1);
  return spell(source).flatMap(([tier, spelt]) => {
    const left = equals.get(spelt) ?? 0;
    equals.set(spelt, left - 1);
    return left > 0 ? [] : [tier];
  });
}

/** Each tier that can match a bid with its contents as a text. */
function spell({ tiers, profiles }: TierSetSource): [tier: Tier, spelt: string][] {
  const targetingOf = new Map(profiles.map(({ id, targeting }) => [id, targeting]));
  const speltOf = new Map<number, unknown>();
  const spellProfile = (id: number) => {
    if (!speltOf.has(id)) speltOf.set(id, settle(targetingOf.get(id)));
    return speltOf.get(id);
  };
  return (
    tiers
      // A tier without buyers matches nothing.
      .filter(({ buyerMemberIds }) => buyerMemberIds.length > 0)
      .map((tier) => {
        const { id: _id, minPriceMicros, profileId, buyerMemberIds, ...rest } = tier;
        const contents = {
          ...rest,
          // No minimum and one of 0 let the same bids in.
          minPriceMicros: minPriceMicros ?? 0,
          profile: profileId === null ? null : spellProfile(profileId),
          buyers: [...new Set(buyerMemberIds)].toSorted((one, other) => one - other),
        };
        return [tier, JSON.stringify(contents)];
      })
  );
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

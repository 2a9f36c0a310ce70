import type { Tier } from '../model/auction.ts';

const priorities = 10;

/**
 * Copies tiers that may still change, and puts all into the order checked: priority descending, then id ascending. One list
 * per priority: tiers mostly come by ascending id, and to sort a sorted list takes one pass.
 */
export function orderTiers(tiers: readonly Tier[]): readonly Tier[] {
  const byPriority: Tier[][] = Array.from({ length: priorities }, () => []);
  for (const tier of tiers) byPriority[priorities - tier.priority]!.push(frozen(tier));
  return Object.freeze(byPriority.flatMap((level) => level.toSorted((left, right) => left.id - right.id)));
}

/** Frozen lists of buyers without duplicates: they cannot change, so each is checked once. */
const sound = new WeakSet<readonly number[]>();

/** The tier itself where it is frozen, else a frozen copy: most tiers do not change between two compilations. */
function frozen(tier: Tier): Tier {
  const { buyerMemberIds } = tier;
  if (sound.has(buyerMemberIds) && Object.isFrozen(tier)) return tier;
  const unique = new Set(buyerMemberIds);
  const isSound = unique.size === buyerMemberIds.length && Object.isFrozen(buyerMemberIds);
  const buyers = isSound ? buyerMemberIds : Object.freeze([...unique]);
  sound.add(buyers);
  if (isSound && Object.isFrozen(tier)) return tier;
  return Object.freeze({ ...tier, buyerMemberIds: buyers });
}

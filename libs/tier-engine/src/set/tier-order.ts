import type { Tier } from '../model/auction.ts';

const priorities = 10;

/**
 * Copies tiers that may still change, and puts all into the order checked: priority descending, then id ascending. One list
 * per priority: tiers that come by ascending id, as they usually do, need no sort.
 */
export class TierOrder {
  readonly #tiersOfPriority: Tier[][] = Array.from({ length: priorities }, () => []);
  /** Whether the tiers of a priority came by id, as they usually do. */
  readonly #isSorted: boolean[] = this.#tiersOfPriority.map(() => true);

  add(added: Tier): void {
    const tier = frozen(added);
    const at = priorities - tier.priority;
    const tiers = this.#tiersOfPriority[at]!;
    if (tiers.length > 0 && tiers[tiers.length - 1]!.id > tier.id) this.#isSorted[at] = false;
    tiers.push(tier);
  }

  finish(): readonly Tier[] {
    for (const [at, tiers] of this.#tiersOfPriority.entries()) {
      if (!this.#isSorted[at]!) tiers.sort((left, right) => left.id - right.id);
    }
    return Object.freeze(this.#tiersOfPriority.flat());
  }
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

import type { Tier, TierSetSource } from '../model/auction.ts';
import { limitOf } from '../set/conditions.ts';
import type { TargetingClass, TargetingClasses } from './targeting-class.ts';
import { everywhere } from './targeting-class.ts';

/** A tier in the order in which tiers are checked. */
export interface RankedTier {
  readonly tier: Tier;
  /** 0 for a tier without a minimum. */
  readonly minPriceMicros: number;
  readonly targetingClass: TargetingClass;
  /** Each once, ascending. */
  readonly buyerIds: readonly number[];
  /** By buyer: a tier that takes every bid of the buyer that this tier could match; undefined: none is known. */
  readonly shadows: readonly (RankedTier | undefined)[];
  /** Whether a shadowing tier is known for every buyer, so that this tier can never win. */
  readonly isShadowed: boolean;
}

/** The active tiers by priority, highest first, then id, so that nothing depends on the order in which they are stored. */
export function rankTiers({ tiers }: TierSetSource, classes: TargetingClasses): RankedTier[] {
  const lowest = new LowestByBuyer();
  const ranked: RankedTier[] = [];
  let entered = 0;
  const active = tiers.filter(({ state }) => state !== 'inactive');
  for (const tier of active.toSorted((left, right) => right.priority - left.priority || left.id - right.id)) {
    // Only a strictly higher priority shadows: among equal ones a tier is drawn. A limit lets bids fall through.
    for (; ranked[entered] && ranked[entered]!.tier.priority > tier.priority; entered++) {
      if (limitOf(ranked[entered]!.tier) === Infinity) lowest.add(ranked[entered]!);
    }
    const minPriceMicros = tier.minPriceMicros ?? 0;
    const targetingClass = classes.of(tier);
    const buyerIds = [...new Set(tier.buyerMemberIds)].toSorted((left, right) => left - right);
    const shadows = buyerIds.map((buyerId) => lowest.find(buyerId, targetingClass, minPriceMicros));
    const isShadowed = shadows.length > 0 && !shadows.includes(undefined);
    ranked.push({ tier, minPriceMicros, targetingClass, buyerIds, shadows, isShadowed });
  }
  return ranked;
}

/** By buyer and targeting class, the tier with the lowest minimum so far: if any tier shadows another, it does. */
class LowestByBuyer {
  readonly #tiers = new Map<number, Map<TargetingClass, RankedTier>>();

  add(ranked: RankedTier): void {
    for (const buyerId of ranked.buyerIds) {
      const byClass = this.#tiers.get(buyerId) ?? new Map<TargetingClass, RankedTier>();
      const lowest = byClass.get(ranked.targetingClass);
      if (lowest === undefined || ranked.minPriceMicros < lowest.minPriceMicros)
        byClass.set(ranked.targetingClass, ranked);
      this.#tiers.set(buyerId, byClass);
    }
  }

  find(buyerId: number, targetingClass: TargetingClass, minPriceMicros: number): RankedTier | undefined {
    const byClass = this.#tiers.get(buyerId);
    const widest = byClass?.get(everywhere);
    if (widest !== undefined && widest.minPriceMicros <= minPriceMicros) return widest;
    const same = byClass?.get(targetingClass);
    return same !== undefined && same.minPriceMicros <= minPriceMicros ? same : undefined;
  }
}

/** The ids of the tiers, ascending, each once. */
export function toIds(tiers: Iterable<RankedTier>): number[] {
  return [...new Set(Array.from(tiers, ({ tier }) => tier.id))].toSorted((left, right) => left - right);
}

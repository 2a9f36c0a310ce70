import type { Tier, TierSetSource } from '../model.ts';
import type { Scope, Scopes } from './scope.ts';
import { everywhere } from './scope.ts';

/** A tier in the order in which tiers are checked. */
export interface RankedTier {
  readonly tier: Tier;
  /** Net prices from 0 match a tier without a minimum. */
  readonly minPriceMicros: number;
  readonly scope: Scope;
  /** Each once, ascending. */
  readonly buyerIds: readonly number[];
  /** For each of the buyers a tier that takes every bid of it that this one could match; undefined: none is known to. */
  readonly shadows: readonly (RankedTier | undefined)[];
  /** Whether every buyer has such a tier, so that this one can never win. */
  readonly isShadowed: boolean;
}

/** All tiers by priority, highest first, then id, so that nothing depends on the order in which they are stored. */
export function rankTiers({ tiers }: TierSetSource, scopes: Scopes): RankedTier[] {
  const lowest = new LowestByBuyer();
  const ranked: RankedTier[] = [];
  let entered = 0;
  for (const tier of tiers.toSorted((left, right) => right.priority - left.priority || left.id - right.id)) {
    // Only a strictly higher priority shadows: among equals chance decides.
    for (; ranked[entered] && ranked[entered]!.tier.priority > tier.priority; entered++) lowest.add(ranked[entered]!);
    const minPriceMicros = tier.minPriceMicros ?? 0;
    const scope = scopes.of(tier.profileId);
    const buyerIds = [...new Set(tier.buyerMemberIds)].toSorted((left, right) => left - right);
    const shadows = buyerIds.map((buyerId) => lowest.find(buyerId, scope, minPriceMicros));
    const isShadowed = shadows.length > 0 && !shadows.includes(undefined);
    ranked.push({ tier, minPriceMicros, scope, buyerIds, shadows, isShadowed });
  }
  return ranked;
}

/** For each buyer and scope the tier with the lowest minimum so far: if any tier shadows another, that one does. */
class LowestByBuyer {
  readonly #tiers = new Map<number, Map<Scope, RankedTier>>();

  add(ranked: RankedTier): void {
    for (const buyerId of ranked.buyerIds) {
      const byScope = this.#tiers.get(buyerId) ?? new Map<Scope, RankedTier>();
      const lowest = byScope.get(ranked.scope);
      if (lowest === undefined || ranked.minPriceMicros < lowest.minPriceMicros) byScope.set(ranked.scope, ranked);
      this.#tiers.set(buyerId, byScope);
    }
  }

  find(buyerId: number, scope: Scope, minPriceMicros: number): RankedTier | undefined {
    const byScope = this.#tiers.get(buyerId);
    const widest = byScope?.get(everywhere);
    if (widest !== undefined && widest.minPriceMicros <= minPriceMicros) return widest;
    const same = byScope?.get(scope);
    return same !== undefined && same.minPriceMicros <= minPriceMicros ? same : undefined;
  }
}

/** The ids of the tiers, ascending, each once. */
export function toIds(tiers: Iterable<RankedTier>): number[] {
  return [...new Set(Array.from(tiers, ({ tier }) => tier.id))].toSorted((left, right) => left - right);
}

import type { MemberAction } from '../model/auction.ts';
import type { RankedTier } from './ranked-tier.ts';
import type { TargetingClass } from './targeting-class.ts';

/** The tiers of one priority, action and targeting class that name one buyer: if one can match, all can. */
export interface TierGroup {
  readonly action: MemberAction;
  readonly targetingClass: TargetingClass;
  /** Places in the ranking of the tiers that can win a bid of this buyer, as far as is known. */
  readonly live: readonly number[];
  /** Places of the tiers that cannot win a bid of this buyer, though they may win bids of other buyers. */
  readonly shadowed: readonly number[];
}

/** The groups of one buyer that have one priority and action. */
export interface ActionGroups {
  readonly priority: number;
  readonly action: MemberAction;
  readonly groups: readonly TierGroup[];
}

/** The groups of one buyer, highest priority first. */
export interface BuyerGroups {
  readonly buyerId: number;
  readonly byAction: readonly ActionGroups[];
}

/** For each buyer, in ascending order, the tiers that compete. Tiers that can never win are in no group. */
export function groupTiers(ranking: readonly RankedTier[]): BuyerGroups[] {
  const byBuyer = new Map<number, { index: number; isShadowed: boolean }[]>();
  for (const [index, { buyerIds, shadows, isShadowed }] of ranking.entries()) {
    if (isShadowed) continue;
    for (const [at, buyerId] of buyerIds.entries()) {
      const named = { index, isShadowed: shadows[at] !== undefined };
      const known = byBuyer.get(buyerId);
      if (known === undefined) byBuyer.set(buyerId, [named]);
      else known.push(named);
    }
  }
  return [...byBuyer]
    .toSorted(([left], [right]) => left - right)
    .map(([buyerId, named]) => ({ buyerId, byAction: toActionGroups(named, ranking) }));
}

function toActionGroups(
  named: readonly { readonly index: number; readonly isShadowed: boolean }[],
  ranking: readonly RankedTier[],
): ActionGroups[] {
  const tierOf = ({ index }: { readonly index: number }) => ranking[index]!.tier;
  const grouped = Map.groupBy(
    named,
    (one) => tierOf(one).priority * 2 + Number(tierOf(one).memberAction === 'include'),
  );
  return Array.from(grouped.values(), (members) => {
    const { priority, memberAction: action } = tierOf(members[0]!);
    const byClass = Map.groupBy(members, ({ index }) => ranking[index]!.targetingClass);
    const groups = Array.from(byClass, ([targetingClass, all]) => ({
      action,
      targetingClass,
      live: all.filter(({ isShadowed }) => !isShadowed).map(({ index }) => index),
      shadowed: all.filter(({ isShadowed }) => isShadowed).map(({ index }) => index),
    }));
    return { priority, action, groups };
  });
}

import type { MemberAction } from '../model.ts';
import type { RankedTier } from './ranked-tier.ts';
import type { Scope } from './scope.ts';

/** The tiers of one priority, action and scope that name one buyer: where one of them can match, all can. */
export interface Party {
  readonly action: MemberAction;
  readonly scope: Scope;
  /** Places in the ranking of the tiers that can win a bid of this buyer, as far as is known. */
  readonly live: readonly number[];
  /** Places of those that cannot, though they may win bids of other buyers. */
  readonly shadowed: readonly number[];
}

/** The parties of one buyer that have one priority and action. */
export interface Level {
  readonly priority: number;
  readonly action: MemberAction;
  readonly parties: readonly Party[];
}

/** The levels of one buyer, highest priority first. */
export interface BuyerLevels {
  readonly buyerId: number;
  readonly levels: readonly Level[];
}

/** For each buyer, in ascending order, who meets whom. Tiers that can never win are in no party. */
export function gatherLevels(ranking: readonly RankedTier[]): BuyerLevels[] {
  const byBuyer = new Map<number, { place: number; isShadowed: boolean }[]>();
  for (const [place, { buyerIds, shadows, isShadowed }] of ranking.entries()) {
    if (isShadowed) continue;
    for (const [at, buyerId] of buyerIds.entries()) {
      const entry = { place, isShadowed: shadows[at] !== undefined };
      const entries = byBuyer.get(buyerId);
      if (entries === undefined) byBuyer.set(buyerId, [entry]);
      else entries.push(entry);
    }
  }
  return [...byBuyer]
    .toSorted(([left], [right]) => left - right)
    .map(([buyerId, entries]) => ({ buyerId, levels: toLevels(entries, ranking) }));
}

function toLevels(
  entries: readonly { readonly place: number; readonly isShadowed: boolean }[],
  ranking: readonly RankedTier[],
): Level[] {
  const tierOf = ({ place }: { readonly place: number }) => ranking[place]!.tier;
  const levels = Map.groupBy(
    entries,
    (entry) => tierOf(entry).priority * 2 + Number(tierOf(entry).memberAction === 'include'),
  );
  return Array.from(levels.values(), (members) => {
    const { priority, memberAction: action } = tierOf(members[0]!);
    const byScope = Map.groupBy(members, ({ place }) => ranking[place]!.scope);
    const parties = Array.from(byScope, ([scope, all]) => ({
      action,
      scope,
      live: all.filter(({ isShadowed }) => !isShadowed).map(({ place }) => place),
      shadowed: all.filter(({ isShadowed }) => isShadowed).map(({ place }) => place),
    }));
    return { priority, action, parties };
  });
}

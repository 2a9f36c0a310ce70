import type { MemberAction } from '../model/auction.ts';
import { limitOf } from '../set/conditions.ts';
import { Clusters, connect } from './connect.ts';
import type { Finding } from './finding.ts';
import { named, sentence } from './finding.ts';
import type { RankedTier } from './ranked-tier.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';
import type { ActionGroups, TierGroup } from './tier-group.ts';

/**
 * Tiers of one priority and action that can match the same bid. `findIncludeExcludeConflicts` reports an include and an
 * exclude that can. Minimum prices do not separate two tiers: a bid that is high enough reaches both.
 */
export const findEqualPriorityOverlaps: Rule = ({ ranking, classes, buyers }) => {
  const clusters = new Clusters();
  for (const { buyerId, byAction } of buyers) {
    if (classes.comparisons.isCutShort) break;
    for (const { groups } of byAction) {
      const live = groups.filter((group) => group.live.length > 0);
      for (const connected of connect(live, classes, () => true)) {
        const places = connected.flatMap((group) => group.live);
        if (places.length > 1) clusters.join(places, buyerId);
      }
    }
  }
  return clusters.toList().map(({ places, buyerIds }) => {
    const tiers = places.map((index) => ranking[index]!);
    const { priority, memberAction } = tiers[0]!.tier;
    const tierIds = toIds(tiers);
    const tiersInWords = `${named(`${memberAction} tier`, tierIds)} can match the same bid of ${named('buyer', buyerIds)}`;
    const { severity, consequence, advice } = consequences[memberAction];
    const message = sentence(`at priority ${priority} ${tiersInWords}: ${consequence}`);
    return { code: 'equal_priority_overlap', severity, tierIds, message, advice };
  });
};

const consequences = {
  include: {
    severity: 'warning',
    consequence: 'the tier that takes it is drawn at random',
    advice: 'Give them different priorities, or targeting that cannot overlap.',
  },
  exclude: {
    severity: 'info',
    consequence: 'it is excluded either way; only the tier that is reported for it is drawn at random',
    advice: 'Nothing has to be done; one tier with all their buyers is easier to read.',
  },
} as const;

/** Includes and excludes that can match the same bid: at one priority a draw decides, else the higher priority. */
export const findIncludeExcludeConflicts: Rule = ({ ranking, classes, buyers }) => {
  const clustersByPair = new Map<string, { readonly pair: Pair; readonly clusters: Clusters }>();
  for (const { buyerId, byAction } of buyers) {
    if (classes.comparisons.isCutShort) break;
    for (const pair of byAction.flatMap((over) => toPairs(over, byAction))) {
      const found = connect(sidesOf(pair), classes, (left, right) => left.action !== right.action);
      for (const connected of found.filter(({ length }) => length > 1)) {
        const key = [pair.over.action, pair.over.priority, pair.under.priority].join();
        const { clusters } = clustersByPair.get(key) ?? { clusters: new Clusters() };
        clustersByPair.set(key, { pair, clusters });
        clusters.join(
          connected.flatMap((group) => placesOf(group, pair)),
          buyerId,
        );
      }
    }
  }
  return [...clustersByPair.values()].flatMap(({ pair, clusters }) =>
    clusters.toList().flatMap(({ places, buyerIds }): Finding[] => {
      const tiers = places.map((index) => ranking[index]!);
      const describe = pair.isTie ? byDraw : byPriority;
      const conflict: Finding = {
        code: 'include_exclude_conflict',
        tierIds: toIds(tiers),
        ...describe(pair, tiers, buyerIds),
      };
      const limited = tiers.filter(isExcludeOrLimited);
      const isUnprotected = limited.some(({ tier }) => tier.memberAction === 'include');
      if (pair.over.action === 'exclude' || !isUnprotected) return [conflict];
      return [conflict, unprotected(limited, buyerIds)];
    }),
  );
};

const isExcludeOrLimited = ({ tier }: RankedTier) => tier.memberAction === 'exclude' || limitOf(tier) < Infinity;

/** Includes with a limit that protect their bids from excludes only while that costs no more than the limit. */
function unprotected(tiers: readonly RankedTier[], buyerIds: readonly number[]): Finding {
  const includes = namedBy('include', tiers);
  return {
    code: 'limit_unprotects',
    severity: 'warning',
    tierIds: toIds(tiers),
    message: sentence(
      `a bid of ${named('buyer', buyerIds)} that is too costly for ${includes} can fall into ${namedBy('exclude', tiers)} and leave the auction`,
    ),
    advice:
      'Leave it where such a bid should not win at all; otherwise remove the limit, or take the buyers out of the excludes.',
  };
}

/** The tiers in competition, where the comparison limit stopped the rules before this one. */
export const findComparisonLimit: Rule = ({ ranking, classes: { comparisons } }) => {
  if (!comparisons.isCutShort) return [];
  const tierIds = toIds(ranking.filter(({ buyerIds, isShadowed }) => buyerIds.length > 0 && !isShadowed));
  const message = sentence(
    `to compare ${named('tier', tierIds)} takes more than ${comparisons.most} comparisons: not all were made, and there may be more overlaps and conflicts than are listed`,
  );
  const advice = 'Name fewer buyers in each tier, or use fewer different profiles, to have all of them found.';
  return [{ code: 'comparison_limit', severity: 'warning', tierIds, message, advice }];
};

/** Groups of opposite actions; the priority of `over` is equal or higher. */
interface Pair {
  readonly over: ActionGroups;
  readonly under: ActionGroups;
  readonly isTie: boolean;
}

function toPairs(over: ActionGroups, byAction: readonly ActionGroups[]): Pair[] {
  return byAction
    .filter(({ action }) => action !== over.action)
    .map((under) => ({ over, under, isTie: under.priority === over.priority }))
    .filter(({ under, isTie }) => under.priority < over.priority || (isTie && over.action === 'include'));
}

function sidesOf(pair: Pair): TierGroup[] {
  return [...pair.over.groups, ...pair.under.groups].filter((group) => placesOf(group, pair).length > 0);
}

/**
 * An include that wins no bid of this buyer still conflicts with a higher exclude: that may be why it wins none. An
 * exclude shadowed by includes is left to `findExcludesWithoutEffect`.
 */
function placesOf({ action, live, shadowed }: TierGroup, { over, isTie }: Pair): readonly number[] {
  return action === over.action || action === 'exclude' || isTie ? live : [...live, ...shadowed];
}

type Description = Pick<Finding, 'severity' | 'message' | 'advice'>;

function byDraw({ over }: Pair, tiers: readonly RankedTier[], buyerIds: readonly number[]): Description {
  const both = `${namedBy('include', tiers)} and ${namedBy('exclude', tiers)} can match the same bid`;
  return {
    severity: 'warning',
    message: sentence(
      `at priority ${over.priority} ${both} of ${named('buyer', buyerIds)}: whether it stays in the auction is drawn at random`,
    ),
    advice: 'Give a higher priority to the tier that should decide, or take the buyers out of the other tiers.',
  };
}

function byPriority({ over, under }: Pair, tiers: readonly RankedTier[], buyerIds: readonly number[]): Description {
  const upper = `${namedBy(over.action, tiers)} (priority ${over.priority})`;
  const lower = `${namedBy(under.action, tiers)} (priority ${under.priority})`;
  const result = over.action === 'include' ? 'stays in' : 'is excluded';
  return {
    severity: 'info',
    message: sentence(
      `for ${named('buyer', buyerIds)} the higher priority decides between ${upper} and ${lower}: a bid that matches both ${result}`,
    ),
    advice:
      'Leave it where the higher priority is meant as an exception; otherwise swap the priorities, or take the buyers out of one tier.',
  };
}

function namedBy(action: MemberAction, tiers: readonly RankedTier[]): string {
  return named(`${action} tier`, toIds(tiers.filter(({ tier }) => tier.memberAction === action)));
}

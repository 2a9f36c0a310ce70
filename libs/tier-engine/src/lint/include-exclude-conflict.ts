import type { MemberAction } from '../model.ts';
import { Clusters } from './clusters.ts';
import { connect } from './connect.ts';
import type { Finding } from './finding.ts';
import type { Level, Party } from './party.ts';
import { named, sentence } from './phrase.ts';
import type { RankedTier } from './ranked-tier.ts';
import { toIds } from './ranked-tier.ts';
import type { Rule } from './rule.ts';

/** Includes and excludes that can match the same bid: by chance at one priority, else the higher one decides. */
export const findIncludeExcludeConflicts: Rule = ({ ranking, scopes, buyers }) => {
  const clustersByPair = new Map<string, { readonly pair: Pair; readonly clusters: Clusters }>();
  for (const { buyerId, levels } of buyers) {
    for (const pair of levels.flatMap((over) => toPairs(over, levels))) {
      const groups = connect(sidesOf(pair), scopes, (left, right) => left.action !== right.action);
      for (const group of groups.filter(({ length }) => length > 1)) {
        const key = [pair.over.action, pair.over.priority, pair.under.priority].join();
        const { clusters } = clustersByPair.get(key) ?? { clusters: new Clusters() };
        clustersByPair.set(key, { pair, clusters });
        clusters.join(
          group.flatMap((party) => placesOf(party, pair)),
          buyerId,
        );
      }
    }
  }
  return [...clustersByPair.values()].flatMap(({ pair, clusters }) =>
    clusters.toList().map(({ places, buyerIds }) => {
      const tiers = places.map((place) => ranking[place]!);
      const judge = pair.isTie ? byChance : byPriority;
      return { code: 'include_exclude_conflict', tierIds: toIds(tiers), ...judge(pair, tiers, buyerIds) };
    }),
  );
};

/** Two levels of opposite actions, of which the first does not rank lower. */
interface Pair {
  readonly over: Level;
  readonly under: Level;
  readonly isTie: boolean;
}

function toPairs(over: Level, levels: readonly Level[]): Pair[] {
  return levels
    .filter(({ action }) => action !== over.action)
    .map((under) => ({ over, under, isTie: under.priority === over.priority }))
    .filter(({ under, isTie }) => under.priority < over.priority || (isTie && over.action === 'include'));
}

function sidesOf(pair: Pair): Party[] {
  return [...pair.over.parties, ...pair.under.parties].filter((party) => placesOf(party, pair).length > 0);
}

/** A tier that wins no bid of this buyer conflicts with one above all the same: it may be why it wins none. */
function placesOf({ action, live, shadowed }: Party, { over, isTie }: Pair): readonly number[] {
  return action === over.action || isTie ? live : [...live, ...shadowed];
}

type Judgement = Pick<Finding, 'severity' | 'message' | 'advice'>;

function byChance({ over }: Pair, tiers: readonly RankedTier[], buyerIds: readonly number[]): Judgement {
  const who = `${namedBy('include', tiers)} and ${namedBy('exclude', tiers)} can match the same bid`;
  return {
    severity: 'warning',
    message: sentence(
      `at priority ${over.priority} ${who} of ${named('buyer', buyerIds)}: whether it stays in the auction is drawn by lot`,
    ),
    advice: 'Give a higher priority to what should decide, or take the buyers out of the others.',
  };
}

function byPriority({ over, under }: Pair, tiers: readonly RankedTier[], buyerIds: readonly number[]): Judgement {
  const upper = `${namedBy(over.action, tiers)} (priority ${over.priority})`;
  const lower = `${namedBy(under.action, tiers)} (priority ${under.priority})`;
  const result = over.action === 'include' ? 'stays in' : 'is excluded';
  return {
    severity: 'info',
    message: sentence(
      `for ${named('buyer', buyerIds)} the higher priority decides between ${upper} and ${lower}: a bid that matches both ${result}`,
    ),
    advice:
      'Leave it where the higher is meant as the exception, else swap the priorities or take the buyers out of one.',
  };
}

function namedBy(action: MemberAction, tiers: readonly RankedTier[]): string {
  return named(`${action} tier`, toIds(tiers.filter(({ tier }) => tier.memberAction === action)));
}

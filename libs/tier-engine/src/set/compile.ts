import type { Tier, TierSetSource } from '../model/auction.ts';
import type { Issue } from '../model/issue.ts';
import { compileTargetings } from '../targeting/compiled-targeting.ts';
import { type BuyerPairs, pairBuyers } from './buyer-pairs.ts';
import { type BuyerTable, indexBuyers } from './buyer-table.ts';
import { everyImpression, ProfileIndex } from './profile-index.ts';
import { hasUnpackedCondition, limitOf } from './conditions.ts';
import { IdMap, toPriceWord, toRule } from './tier-entries.ts';
import { orderTiers } from './tier-order.ts';
import type { TierSet } from './tier-set.ts';
import { compiled, toLevels } from './tier-set.ts';
import { findIssues } from './validate.ts';

type Refused = { readonly ok: false; readonly issues: readonly Issue[] };

export type CompileResult = { readonly ok: true; readonly tierSet: TierSet } | Refused;

/** A checked tier set. `finish` completes it with the buyer table that `indexBuyers` makes from `pairs`. */
export interface PreparedTierSet {
  readonly ok: true;
  readonly pairs: BuyerPairs;
  readonly finish: (table: BuyerTable) => TierSet;
}

/**
 * Checks and compiles the stored objects of one ym-profile, or lists every issue found. The source is copied: later
 * changes to it have no effect. A frozen tier with a frozen list of buyers is not copied, which halves the time of
 * compiling a set again after one of its tiers has changed. The order of tiers, profiles and buyers does not matter.
 */
export function compile(source: TierSetSource): CompileResult {
  const prepared = prepareTierSet(source);
  return prepared.ok ? { ok: true, tierSet: prepared.finish(indexBuyers(prepared.pairs)) } : prepared;
}

/**
 * The first half of `compile`. The second half, `indexBuyers`, takes most of the time where tiers name many buyers (a fifth
 * of a second for two million) and needs plain data only, so that a program can have a thread do it.
 */
export function prepareTierSet(source: TierSetSource): PreparedTierSet | Refused {
  const issues = findIssues(source);
  const targetings = compileTargetings(source.profiles, issues);
  if (issues.length > 0) return { ok: false, issues };

  const { ymProfileId, revision } = source;
  const tiers = orderTiers(source.tiers);
  const profiles = new ProfileIndex(targetings);
  const slots = new Map(source.profiles.map(({ id }, at) => [id, everyImpression + 1 + at]));
  const pairsOf = (named: readonly Tier[]) =>
    pairBuyers(named, (tier, minPriceWord) => {
      const slot = tier.profileId === null ? everyImpression : slots.get(tier.profileId)!;
      const highestPrice = Math.max(minPriceWord, tier.maxForgoneMicros ?? 0);
      return toRule(slot, profiles.hasOthers(slot) || hasUnpackedCondition(tier), highestPrice);
    });
  const levels = toLevels(tiers);
  const limitWords = Int32Array.from(tiers, (tier) => toPriceWord(limitOf(tier)));
  const highestLimit = tiers.reduce((highest, { maxForgoneMicros }) => Math.max(highest, maxForgoneMicros ?? -1), -1);
  const toSet = ({ entries, buyerIds, starts }: BuyerTable, unlimited?: TierSet): TierSet => {
    const firstEntry = new IdMap(buyerIds.length);
    for (const [at, id] of buyerIds.entries()) firstEntry.add(id, starts[at]!);
    const own = { firstEntry, entries, starts, unlimited, profiles, levels, limitWords, highestLimit };
    return Object.freeze({ ymProfileId, revision, tiers, [compiled]: own });
  };
  const finish = (table: BuyerTable): TierSet => {
    if (highestLimit < 0) return toSet(table);
    const named = tiers.map((tier) => (limitOf(tier) < Infinity ? { ...tier, buyerMemberIds: [] } : tier));
    return toSet(table, toSet(indexBuyers(pairsOf(named))));
  };
  return { ok: true, pairs: pairsOf(tiers), finish };
}

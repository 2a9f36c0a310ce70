import type { Issue } from './issue.ts';
import type { Profile, Tier, TierSetSource } from './model.ts';
import { everyImpression, ProfileMemo } from './profile-memo.ts';
import { CompiledTargeting } from './targeting/compile.ts';
import { createZoneClocks } from './targeting/zone-clock.ts';
import type { CompiledTiers, TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';
import { validate } from './validate.ts';

export type CompileResult =
  | { readonly ok: true; readonly tierSet: TierSet }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Checks and compiles what is stored for one ym-profile, or lists every issue of it, not the first. The source is copied:
 * changing it later changes nothing. The order of its tiers, profiles and buyers does not matter.
 */
export function compile(source: TierSetSource): CompileResult {
  const issues = validate(source);
  const targetings = compileTargetings(source.profiles, issues);
  if (issues.length > 0) return { ok: false, issues };

  const tiers = source.tiers
    .map((tier) => Object.freeze({ ...tier, buyerMemberIds: Object.freeze([...new Set(tier.buyerMemberIds)]) }))
    .toSorted((left, right) => right.priority - left.priority || left.id - right.id);
  const slotOfProfile = new Map(source.profiles.map(({ id }, slot) => [id, slot]));
  const tierSet: TierSet = {
    ymProfileId: source.ymProfileId,
    revision: source.revision,
    tiers: Object.freeze(tiers),
    [compiled]: indexByBuyer(tiers, slotOfProfile, new ProfileMemo(targetings)),
  };
  return { ok: true, tierSet: Object.freeze(tierSet) };
}

/** The profiles compiled, in their own order; time zones are shared among them. Without `issues` none are collected. */
export function compileTargetings(profiles: readonly Profile[], issues: Issue[] = []): CompiledTargeting[] {
  const zoneClock = createZoneClocks();
  return profiles.map(({ id, targeting }, at) => {
    const report = (path: string, message: string) =>
      issues.push({ path: `profiles[${at}].targeting${path}`, message: `${message} (profile ${id})` });
    return new CompiledTargeting(targeting, { report, zoneClock });
  });
}

function indexByBuyer(
  tiers: readonly Tier[],
  slotOfProfile: ReadonlyMap<number, number>,
  memo: ProfileMemo,
): CompiledTiers {
  const slotOfBuyer = new Map<number, number>();
  const entryCounts: number[] = [];
  for (const { buyerMemberIds } of tiers) {
    for (const memberId of buyerMemberIds) {
      const slot = slotOfBuyer.get(memberId) ?? slotOfBuyer.size;
      slotOfBuyer.set(memberId, slot);
      entryCounts[slot] = (entryCounts[slot] ?? 0) + 1;
    }
  }
  const firstEntry = new Int32Array(entryCounts.length + 1);
  for (const [slot, count] of entryCounts.entries()) firstEntry[slot + 1] = firstEntry[slot]! + count;

  const entryCount = firstEntry[entryCounts.length]!;
  const tierIndex = new Int32Array(entryCount);
  const priority = new Uint8Array(entryCount);
  const minPriceMicros = new Float64Array(entryCount);
  const profileSlot = new Int32Array(entryCount);
  const nextEntry = firstEntry.slice();
  for (const [index, tier] of tiers.entries()) {
    for (const memberId of tier.buyerMemberIds) {
      const entry = nextEntry[slotOfBuyer.get(memberId)!]!++;
      tierIndex[entry] = index;
      priority[entry] = tier.priority;
      minPriceMicros[entry] = tier.minPriceMicros ?? 0;
      profileSlot[entry] = tier.profileId === null ? everyImpression : slotOfProfile.get(tier.profileId)!;
    }
  }
  return { slotOfBuyer, firstEntry, tierIndex, priority, minPriceMicros, profileSlot, memo };
}

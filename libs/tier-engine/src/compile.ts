import { BuyerIndex } from './buyer-index.ts';
import { Decision } from './decision.ts';
import type { Issue } from './issue.ts';
import { createLevels, writeLevel } from './level.ts';
import type { Profile, TierSetSource } from './model.ts';
import { everyImpression, ProfileIndex } from './profile-index.ts';
import { Draws } from './seed.ts';
import { CompiledTargeting } from './targeting/compile.ts';
import { createZoneClocks } from './targeting/zone-clock.ts';
import { TierOrder } from './tier-order.ts';
import type { TierSet } from './tier-set.ts';
import { compiled } from './tier-set.ts';
import { findIdIssues, TierCheck } from './validate.ts';

export type CompileResult =
  | { readonly ok: true; readonly tierSet: TierSet }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Some tenths of a millisecond of work. */
const tiersPerStep = 500;

/**
 * Checks and compiles what is stored for one ym-profile, or lists every issue of it, not the first. The source is copied:
 * changing it later changes nothing. The order of its tiers, profiles and buyers does not matter.
 */
export function compile(source: TierSetSource): CompileResult {
  const steps = compileInSteps(source);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * As `compile`, in steps of less than a millisecond each, so that others can work in between: `next()` until it is done
 * and gives the result. The source must not change meanwhile.
 */
export function* compileInSteps(source: TierSetSource): Generator<undefined, CompileResult, undefined> {
  const tierCheck = new TierCheck(source.profiles);
  const order = new TierOrder();
  for (let at = 0; at < source.tiers.length; at++) {
    tierCheck.check(source.tiers[at]!, at);
    if (tierCheck.issues.length === 0) order.add(source.tiers[at]!);
    if (at % tiersPerStep === 0) yield;
  }
  const issues = [...findIdIssues(source, tierCheck.areIdsAscending), ...tierCheck.issues];
  const targetings = compileTargetings(source.profiles, issues);
  if (issues.length > 0) return { ok: false, issues };

  const tiers = order.finish();
  const profiles = new ProfileIndex(targetings);
  const slotOf = slotByProfile(source.profiles);
  const index = new BuyerIndex(tiers.length, order.buyerCount);
  const levels = createLevels(tiers.length);
  for (let at = 0; at < tiers.length; at++) {
    writeLevel(levels, at, tiers[at]!);
    const slot = slotOf.get(tiers[at]!.profileId)!;
    index.add(at, tiers[at]!, slot, profiles.needsAsking(slot));
    if (at % tiersPerStep === 0) yield;
  }
  const tierSet: TierSet = {
    ymProfileId: source.ymProfileId,
    revision: source.revision,
    tiers,
    [compiled]: {
      ...(yield* index.finish()),
      levels,
      profiles,
      draws: new Draws(''),
      decision: new Decision(),
    },
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

function slotByProfile(profiles: readonly Profile[]): ReadonlyMap<number | null, number> {
  return new Map([
    [null, everyImpression] as const,
    ...profiles.map(({ id }, at) => [id, everyImpression + 1 + at] as const),
  ]);
}

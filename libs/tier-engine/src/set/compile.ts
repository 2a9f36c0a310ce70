import type { TierSetSource } from '../model/auction.ts';
import type { Issue } from '../model/issue.ts';
import { compileTargetingsInSteps } from '../targeting/compiled-targeting.ts';
import { BuyerIndex } from './buyer-index.ts';
import { everyImpression, ProfileIndex } from './profile-index.ts';
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
 * changing it later changes nothing. A tier that is frozen with its list of buyers is taken as it is, which halves the time
 * of compiling a set again after one of its tiers has changed. The order of tiers, profiles and buyers does not matter.
 */
export function compile(source: TierSetSource): CompileResult {
  const steps = compileInSteps(source);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * As `compile`, in steps of less than a millisecond each, so that the event loop can turn in between: call `next()` until
 * it is done and gives the result. The source must not change meanwhile.
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
  const targetings = yield* compileTargetingsInSteps(source.profiles, issues);
  if (issues.length > 0) return { ok: false, issues };

  const tiers = order.finish();
  const profiles = new ProfileIndex(targetings);
  const slots = new Map(source.profiles.map(({ id }, at) => [id, everyImpression + 1 + at]));
  const index = new BuyerIndex(tiers.length, order.pairCount);
  for (let at = 0; at < tiers.length; at++) {
    const tier = tiers[at]!;
    const slot = tier.profileId === null ? everyImpression : slots.get(tier.profileId)!;
    index.add(at, tier, slot, profiles.hasOthers(slot));
    if (at % tiersPerStep === 0) yield;
  }
  const { firstEntry, entries, buyers } = yield* index.finish();
  const { ymProfileId, revision } = source;
  const tierSet: TierSet = { ymProfileId, revision, tiers, [compiled]: { firstEntry, entries, buyers, profiles } };
  return { ok: true, tierSet: Object.freeze(tierSet) };
}

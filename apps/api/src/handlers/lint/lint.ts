import type { CallContext, LintAnswer, LintInput } from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { tiersOf } from '../sample/ask.ts';
import { findingsIn } from '../tier-set/import-answer.ts';

/** What lint finds in the live tiers of a ym-profile, or in those of a draft of it. Throws `not_found`. */
export async function lintTiers(
  deps: Deps,
  call: CallContext,
  { id, draft_id, member_id: asked }: LintInput,
): Promise<LintAnswer> {
  const owner = sellerOf(call, asked);
  await deps.follower.fresh(owner);
  if (deps.mirror.row('ym-profile', owner, id) === undefined) throw notFound('ym-profile', id);
  const source = tiersOf(deps, owner, { ym_profile_id: id, draft_id }).read();
  const findings = await findingsIn(source);
  return { ym_profile_id: id, draft_id: draft_id ?? null, tiers: source.tiers.length, findings };
}

import { type CallContext, dateText, type LintAnswer, type LintInput } from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { toDraftFile } from '../simulation/start.ts';
import { findingsOf } from '../tier-set/import-answer.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { toFile } from './draft-content.ts';
import { requireDraftOf } from './stored-draft.ts';

/** What lint finds in the live tiers of a ym-profile, or in those of a draft of it. Throws `not_found`. */
export async function lintTiers(
  deps: Deps,
  call: CallContext,
  { id, draft_id: draftId, member_id: asked }: LintInput,
): Promise<LintAnswer> {
  const owner = sellerOf(call, asked);
  await deps.follower.fresh(owner);
  const live = storedTierSet(deps.mirror, owner, id);
  if (live === undefined) throw notFound('ym-profile', id);
  let linted: Pick<typeof live, 'tiers' | 'profiles'> = live;
  if (draftId !== undefined) {
    const { stored, content } = requireDraftOf(deps.mirror, owner, draftId);
    if (stored.ym_profile_id !== id) throw notFound('draft', draftId, 'draft_id');
    linted = await toDraftFile(deps, call, live, toFile(content), dateText(deps.clock.epochMs()));
  }
  const findings = await findingsOf(id, linted);
  return { ym_profile_id: id, draft_id: draftId ?? null, tiers: linted.tiers.length, findings };
}

import type { CallContext, DiffInput, ImportAnswer } from '@auction-tiers/contract';
import { toDifferenceAnswer } from '../history/difference-answer.ts';
import { tierSetAt } from '../history/past-tier-set.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { planImport } from '../tier-set/import.ts';
import { toFile } from './draft-content.ts';
import { withPublishers } from './publishers.ts';
import { requireDraftOf } from './stored-draft.ts';

/** A draft as an end of a difference: `draft:9`. */
const named = /^draft:([1-9]\d{0,15})$/;

/** The difference between two tier sets of a ym-profile: from a revision to another revision or to a draft. */
export async function diffTierSets(
  deps: Deps,
  call: CallContext,
  { id, member_id, from, to }: DiffInput,
): Promise<ImportAnswer> {
  const owner = sellerOf(call, member_id);
  const before = await tierSetAt(deps, owner, id, from, 'from');
  const draftId = named.exec(to)?.[1];
  if (draftId === undefined) {
    const after = await tierSetAt(deps, owner, id, to, 'to');
    return { ...(await toDifferenceAnswer(before, after, true)), revision: after.revision };
  }
  const { stored, content } = requireDraftOf(deps.mirror, owner, Number(draftId));
  if (stored.ym_profile_id !== id) throw notFound('draft', stored.id, 'to');
  const { answer } = await planImport(deps, call, before, {
    file: toFile(content),
    isDryRun: true,
    ymProfile: withPublishers(before.ym_profile, stored),
  });
  return { ...answer, revision: before.revision };
}

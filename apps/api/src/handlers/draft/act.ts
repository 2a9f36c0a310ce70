import {
  type CallContext,
  type Draft,
  editorsOf,
  type NamedDraft,
  ServiceError,
  type StoredDraft,
} from '@auction-tiers/contract';
import { idempotencyOf, sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { makeBatchWrite } from '../tier-set/batch-write.ts';
import { requireOwnApproval } from './approver.ts';
import { draftActor, draftUpdate, unscheduled } from './draft-write.ts';
import { draftTag } from './draft-tag.ts';
import { requireSeen } from './seen.ts';
import { type HeldDraft, requireDraftOf, toDraft } from './stored-draft.ts';

/** Changes attributes of a draft and returns the draft. `changesOf` throws where the draft's state forbids it. */
async function changeDraft(
  deps: Deps,
  call: CallContext,
  { id, member_id: asked, if_match: ifMatch }: NamedDraft,
  [act, changesOf]: readonly [
    act: string,
    changesOf: (held: HeldDraft) => Partial<StoredDraft> | Promise<Partial<StoredDraft>>,
  ],
): Promise<Draft> {
  const owner = sellerOf(call, asked);
  await makeBatchWrite(deps, call, {
    owner,
    actor: draftActor(call),
    isDryRun: false,
    ...idempotencyOf(call, `draft/${act}`, { id }),
    plan: async () => {
      const held = requireDraftOf(deps.mirror, owner, id);
      await requireSeen(deps, held, ifMatch);
      const { stored } = held;
      return { writes: [draftUpdate(stored, await changesOf(held))], answer: { id }, warnings: [] };
    },
  });
  return toDraft(requireDraftOf(deps.mirror, owner, id));
}

/** Notes that a user agrees to exactly this content. */
export const approveDraft = (deps: Deps, call: CallContext, input: NamedDraft): Promise<Draft> =>
  changeDraft(deps, call, input, [
    'approve',
    async ({ stored, edits }) => {
      const { id, state } = stored;
      const { username } = call.caller;
      if (state === 'published') throw new ServiceError('integrity', `draft ${id} is published already`);
      const editors = editorsOf({ ...stored, edits });
      if (editors.includes(username)) {
        const message = `${username} has changed what is in draft ${id}, or a key that it made for another user has; another user must approve it`;
        throw new ServiceError('integrity', message);
      }
      await requireOwnApproval(deps, call, editors);
      return { approved_by: username, approved_etag: draftTag(stored) };
    },
  ]);

/** Takes the time from a scheduled draft. */
export const unscheduleDraft = (deps: Deps, call: CallContext, input: NamedDraft): Promise<Draft> =>
  changeDraft(deps, call, input, [
    'unschedule',
    ({ stored: { id, state } }) => {
      if (state === 'scheduled') return { state: 'open', publish_at: null, ...unscheduled };
      throw new ServiceError('integrity', `draft ${id} is ${state}, allowed: scheduled`);
    },
  ]);

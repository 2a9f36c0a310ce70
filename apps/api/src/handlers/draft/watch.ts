import { type CallContext, dateText, type DraftWatched, type WatchDraft } from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { requireDraftOf } from './stored-draft.ts';

/** Records that the caller has a draft open, and returns the other users who have it open. */
export async function watchDraft(deps: Deps, call: CallContext, { id, member_id }: WatchDraft): Promise<DraftWatched> {
  const owner = sellerOf(call, member_id);
  await deps.follower.fresh(owner);
  requireDraftOf(deps.mirror, owner, id);
  const { username } = call.caller;
  const users = await deps.store.noteOpen(owner, id, username);
  const others = users.filter(({ user }) => user !== username).toSorted((a, b) => a.sinceMs - b.sinceMs);
  return { open_by: others.map(({ user, sinceMs }) => ({ user, since: dateText(sinceMs) })) };
}

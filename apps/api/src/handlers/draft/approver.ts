import { type CallContext, dateText, ServiceError } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import type { Deps } from '../request/deps.ts';
import { requireOwnCredential } from '../request/own-credential.ts';
import { isAct, isConfirmation, type Person, toldThrough } from '../request/act-on-user.ts';

/** How long after it was told a user approves no draft of another user that has made or changed it. */
const waitingMs = 7 * 86_400_000;

/**
 * Throws unless the caller is a person of its own, and not the means of a user who has changed the draft: a key counts
 * only if its user made it, and a user that an editor of the draft has made or changed is first confirmed by another
 * manager, or told of it seven days ago. `editors`: the usernames. Judged by the change log; what this does not hold any
 * more counts as the user's own.
 */
export async function requireOwnApproval(deps: Deps, call: CallContext, editors: readonly string[]): Promise<void> {
  await requireOwnCredential(deps, call, 'approves');
  const { userId, username } = call.caller;
  const dependence = await dependenceOf(deps, { userId, username }, editors);
  if (dependence === null) return;
  const { act, toldMs } = dependence;
  const what = act.operation === 'create' ? 'made' : 'changed';
  const until = toldMs === null ? 'seven days after its next log-in' : `from ${dateText(toldMs + waitingMs)} UTC`;
  const message = `${username} was ${what} by ${act.user}, who has changed what is in this draft; ${username} may approve such drafts once another manager has confirmed ${username}, or ${until}; any other publisher may now; PUT /user?id=${userId} with confirmed confirms`;
  deps.audit.tell('refused', call, { operation: 'draft.approve', why: message });
  throw new ServiceError('integrity', message);
}

/** What an editor did to a user, and when the user was told of it. */
interface Dependence {
  readonly act: Change;
  /** Null: not yet. */
  readonly toldMs: number | null;
}

/** The newest act of an editor on a user that is neither confirmed nor told long enough; null: the user is its own. */
async function dependenceOf(
  deps: Deps,
  { userId, username }: Person,
  editors: readonly string[],
): Promise<Dependence | null> {
  const told: { readonly through: number; readonly timeMs: number }[] = [];
  for (const change of await deps.userChanges.of(userId)) {
    const through = toldThrough(change);
    if (through !== null) told.push({ through, timeMs: change.timeMs });
    else if (isConfirmation(change) && (await mayConfirm(deps, change.user, [...editors, username]))) return null;
    else if (isAct(change, username) && editors.includes(change.user)) {
      const toldMs = told.findLast((one) => one.through >= change.revision)?.timeMs ?? null;
      const isToldLong = toldMs !== null && deps.clock.epochMs() >= toldMs + waitingMs;
      return isToldLong ? null : { act: change, toldMs };
    }
  }
  return null;
}

/** Whether a user confirms others by itself: it is none of `editors`, nor the means of one. */
async function mayConfirm(deps: Deps, username: string, editors: readonly string[]): Promise<boolean> {
  if (editors.includes(username)) return false;
  const id = deps.mirror.rows('user', null).find((row) => row['username'] === username)?.['id'];
  if (typeof id !== 'number') return true;
  return (await dependenceOf(deps, { userId: id, username }, editors)) === null;
}

import { type CallContext, dateText, ServiceError } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import { credentialOf } from '../../auth/look-up.ts';
import type { Deps } from '../request/deps.ts';

/** The partition of the objects that belong to no member, such as users and keys. */
const sharedPartition = 0;
const [pageSize, mostPages] = [1000, 20];
/** How long a user approves no draft of another user that has made it, or has changed its password, access or state. */
const waitingMs = 7 * 86_400_000;

/**
 * Throws unless the caller is a person of its own, and not the means of a user who has changed the draft: a key counts
 * only if its user made it, and a user that an editor of the draft has made or changed has to wait. `editors`: the
 * usernames. Judged by the change log; what this does not hold any more counts as the user's own.
 */
export async function requireOwnApproval(deps: Deps, call: CallContext, editors: readonly string[]): Promise<void> {
  const { userId, username } = call.caller;
  const keyId = await keyOf(deps, call);
  const nowMs = deps.clock.epochMs();
  const usernames = new Set(deps.mirror.rows('user', null).map((row) => row['username']));
  for await (const change of newestFirst(deps)) {
    const { service, id, operation, user, timeMs } = change;
    const isOwnKey = service === 'api-key' && id === keyId && operation === 'create';
    if (isOwnKey && user !== username && usernames.has(user)) {
      const message = `this key of ${username} was made by ${user}; ${username} approves after a log-in, or with a key of its own making`;
      throw new ServiceError('forbidden', message);
    }
    const untilMs = timeMs + waitingMs;
    const isOnUser = service === 'user' && id === userId && user !== username && editors.includes(user);
    if (isOnUser && nowMs < untilMs) {
      const what = operation === 'create' ? 'made' : 'changed';
      const message = `${username} was ${what} by ${user}, who has changed what is in this draft; ${username} may approve such drafts from ${dateText(untilMs)} UTC, any other publisher now`;
      throw new ServiceError('integrity', message);
    }
    if (nowMs >= untilMs && (keyId === null || isOwnKey)) return;
  }
}

/** The key that was sent; null: a token, or none. */
async function keyOf({ store }: Deps, { credential }: CallContext): Promise<number | null> {
  const sent = credential === undefined ? undefined : credentialOf(credential);
  if (sent === undefined || sent instanceof ServiceError || sent.kind === 'token') return null;
  return (await store.credentials.findKey(sent.hash))?.id ?? null;
}

/** The changes of users, keys and what else is in their partition, as far back as is read. */
async function* newestFirst({ store, follower }: Deps): AsyncGenerator<Change> {
  await follower.fresh(null);
  let { revision: last } = follower.positions.position(sharedPartition);
  for (let page = 0; page < mostPages && last > 0; page++) {
    const first = Math.max(1, last - pageSize + 1);
    yield* (await store.changesBetween(sharedPartition, first, last, pageSize)).toReversed();
    last = first - 1;
  }
}

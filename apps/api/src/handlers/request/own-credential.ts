import { type CallContext, ServiceError } from '@auction-tiers/contract';
import { credentialOf } from '../../auth/look-up.ts';
import type { Deps } from './deps.ts';

/**
 * Throws where the request was sent with a key that another user made: it may be this other user who sends it. `does`:
 * what only the user itself does. A key from the command line, or whose making the change log does not hold any more,
 * counts as the user's own.
 */
export async function requireOwnCredential(deps: Deps, call: CallContext, does: string): Promise<void> {
  const keyId = await keyOf(deps, call);
  if (keyId === null) return;
  const { userId, username } = call.caller;
  const changes = await deps.userChanges.of(userId);
  const maker = changes.find(({ service, id, operation }) => {
    return service === 'api-key' && id === keyId && operation === 'create';
  })?.user;
  if (maker === undefined || maker === username || !(await deps.userChanges.usernames()).has(maker)) return;
  const message = `this key of ${username} was made by ${maker}; ${username} ${does} after a log-in, or with a key of its own making`;
  throw new ServiceError('forbidden', message);
}

/** The key that was sent; null: a token, or none. */
async function keyOf({ store }: Deps, { credential }: CallContext): Promise<number | null> {
  const sent = credential === undefined ? undefined : credentialOf(credential);
  if (sent === undefined || sent instanceof ServiceError || sent.kind === 'token') return null;
  return (await store.credentials.findKey(sent.hash))?.id ?? null;
}

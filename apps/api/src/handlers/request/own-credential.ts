import { type CallContext, ServiceError } from '@auction-tiers/contract';
import { credentialOf } from '../../auth/look-up.ts';
import type { Deps } from './deps.ts';

/** Throws where the request was sent with a key that another user made. `does`: what only the user itself does. */
export async function requireOwnCredential(deps: Deps, call: CallContext, does: string): Promise<void> {
  const maker = await keyMakerOf(deps, call);
  if (maker === null) return;
  const { username } = call.caller;
  const message = `this key of ${username} was made by ${maker}; ${username} ${does} after a log-in, or with a key of its own making`;
  throw new ServiceError('forbidden', message);
}

/**
 * The other user who made the key that was sent, and so may be who sends it; null: none. A key from the command line, or
 * whose making the change log does not hold any more, counts as the user's own.
 */
export async function keyMakerOf(deps: Deps, call: CallContext): Promise<string | null> {
  const keyId = await keyOf(deps, call);
  if (keyId === null) return null;
  const { userId, username } = call.caller;
  const changes = await deps.userChanges.of(userId);
  const maker = changes.find(({ service, id, operation }) => {
    return service === 'api-key' && id === keyId && operation === 'create';
  })?.user;
  if (maker === undefined || maker === username || !(await deps.userChanges.usernames()).has(maker)) return null;
  return maker;
}

/** The key that was sent; null: a token, or none. */
async function keyOf({ store }: Deps, { credential }: CallContext): Promise<number | null> {
  const sent = credential === undefined ? undefined : credentialOf(credential);
  if (sent === undefined || sent instanceof ServiceError || sent.kind === 'token') return null;
  return (await store.credentials.findKey(sent.hash))?.id ?? null;
}

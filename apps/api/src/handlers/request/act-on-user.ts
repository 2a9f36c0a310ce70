import { type CallContext, dateText, userResource } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import type { Deps } from './deps.ts';

/** Whether a manager confirms by a change what another one did to a user. */
export const isConfirmation = ({ service, operation, after }: Change): boolean =>
  service === 'user' && operation === 'update' && typeof after?.['confirmed_by'] === 'string';

/** Whether a change says that the user was told of the changes before it. */
export const isTelling = ({ service, operation, after }: Change): boolean =>
  service === 'user' && operation === 'update' && typeof after?.['told_revision'] === 'string';

/** Whether another user made or changed the user of this name. */
export const isAct = (change: Change, username: string): boolean =>
  change.service === 'user' && change.user !== username && !isConfirmation(change);

/** Whether a user of this name exists: the command line and the first start have names of their own in the change log. */
export const isUser = ({ mirror }: Pick<Deps, 'mirror'>, username: string): boolean =>
  mirror.rows('user', null).some((row) => row['username'] === username);

/** Who last made or changed a user, other than itself; undefined: the change log does not say. */
export async function actorOn({ userChanges, mirror }: Deps, userId: number): Promise<string | undefined> {
  const changes = await userChanges.of(userId);
  const username = String(mirror.row('user', null, userId)?.['username']);
  return changes.find((change) => isAct(change, username))?.user;
}

/** The fields of a user by which another user acts on it, in words. */
const fieldWords: Readonly<Record<string, string>> = {
  has_one_time_password: 'password',
  username: 'username',
  access: 'access',
  state: 'state',
};

/** What one change by another user was, in words. */
function actWords(change: Change): string {
  const { service, id, operation, user, timeMs, before, after } = change;
  const when = `${dateText(timeMs)} UTC`;
  if (service === 'api-key') {
    const scopes = (after ?? before)?.['scopes'];
    const held = Array.isArray(scopes) ? ` (scopes ${scopes.join(', ')})` : '';
    return `${user} ${operation === 'create' ? 'made' : 'revoked'} your key ${id}${held} on ${when}`;
  }
  if (isConfirmation(change)) return `${user} confirmed you on ${when}`;
  if (operation === 'create') return `${user} made your user on ${when}`;
  const fields = Object.entries(fieldWords).flatMap(([name, words]) => (after?.[name] === undefined ? [] : [words]));
  return `${user} changed your ${fields.length === 0 ? 'password' : fields.join(' and ')} on ${when}`;
}

/** The most changes that one log-in tells of. */
const mostTold = 20;

/**
 * Tells a user at its log-in, by warnings, what others have changed of it and its keys since the last one, and notes
 * that it was told: from then on its seven days run. Where the user is changed at this very time, the next log-in tells.
 */
export async function tellActs(
  deps: Deps,
  { userId, username }: { readonly userId: number; readonly username: string },
  { warn, requestId }: Pick<CallContext, 'warn' | 'requestId'>,
): Promise<void> {
  const { store, follower, userChanges } = deps;
  const changes = await userChanges.of(userId);
  const told = changes.findIndex(isTelling);
  const untold = (told === -1 ? changes : changes.slice(0, told)).filter(
    ({ user }) => user !== username && isUser(deps, user),
  );
  const [newest] = untold;
  if (newest === undefined) return;
  for (const change of untold.slice(0, mostTold).toReversed()) warn(actWords(change));
  const stored = await store.get(userResource, null, userId);
  if (stored === null) return;
  const value = { ...stored.value, told_revision: String(newest.revision) };
  const actor = { user: username, requestId };
  const result = await store.update(userResource, null, userId, value, stored.revision, actor, {});
  if (result.ok) await follower.committed(result.change);
}

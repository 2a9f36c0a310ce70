import { type CallContext, dateText, invalid, ServiceError, userResource } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import { formatRevision, parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from './deps.ts';

/** A user, by the name that the change log has. */
export interface Person {
  readonly userId: number;
  readonly username: string;
}

/** Whether a manager confirms by a change what another one did to a user. */
export const isConfirmation = ({ service, operation, after }: Change): boolean =>
  service === 'user' && operation === 'update' && typeof after?.['confirmed_by'] === 'string';

/** The revision of the newest change that a user was told of, where a change notes that; else null. */
export function toldThrough({ service, operation, after }: Change): number | null {
  const told = service === 'user' && operation === 'update' ? after?.['told_revision'] : undefined;
  return typeof told === 'string' ? (parseRevision(told)?.revision ?? null) : null;
}

/** Whether another user made or changed the user of this name. */
export const isAct = (change: Change, username: string): boolean =>
  change.service === 'user' && change.user !== username && !isConfirmation(change);

/** The fields of a user by which another user acts on it, in words. */
const fieldWords: Readonly<Record<string, string>> = {
  has_one_time_password: 'password',
  username: 'username',
  access: 'access',
  state: 'state',
};

/** What one change by another user was, in words. */
function actWords(change: Change): string {
  const { service, id, operation, user, before, after } = change;
  if (service === 'api-key') {
    const scopes = (after ?? before)?.['scopes'];
    const held = Array.isArray(scopes) ? ` (scopes ${scopes.join(', ')})` : '';
    return `${user} ${operation === 'create' ? 'made' : 'revoked'} your API key ${id}${held}`;
  }
  if (isConfirmation(change)) return `${user} confirmed you`;
  if (operation === 'create') return `${user} made your user`;
  const fields = Object.entries(fieldWords).flatMap(([name, words]) => (after?.[name] === undefined ? [] : [words]));
  return `${user} changed your ${fields.length === 0 ? 'password' : fields.join(' and ')}`;
}

/** What others have changed of a user and its keys since it was last told. */
export interface Untold {
  /** The revision of the newest of the changes, in the form of the change log. */
  readonly revision: string;
  /** The newest changes, oldest first. */
  readonly acts: readonly { readonly time: string; readonly words: string }[];
  /** How many older ones there are. */
  readonly others: number;
  /** Whether all that happened is that the user was made. */
  readonly only_made: boolean;
}

/** The most changes that a user is told of at a time. */
const mostTold = 20;

/** What a user is still to be told; null: nothing. */
export async function untoldOf(deps: Deps, { userId, username }: Person): Promise<Untold | null> {
  const { userChanges, follower } = deps;
  const [changes, usernames] = [await userChanges.of(userId), await userChanges.usernames()];
  const told = Math.max(0, ...changes.map((change) => toldThrough(change) ?? 0));
  const untold = changes.filter(({ revision, user }) => revision > told && user !== username && usernames.has(user));
  const [newest] = untold;
  if (newest === undefined) return null;
  const { epoch } = follower.positions.position(newest.partition);
  const shown = untold.slice(0, mostTold).toReversed();
  return {
    revision: formatRevision(newest.partition, { ...newest, epoch }),
    acts: shown.map((change) => ({ time: dateText(change.timeMs), words: actWords(change) })),
    others: untold.length - shown.length,
    only_made: untold.every(({ service, operation }) => service === 'user' && operation === 'create'),
  };
}

/**
 * Notes that a user was told of all changes up to a revision: from then on its seven days run. Throws where the user
 * has no change of that revision to be told of, or is changed at this very time.
 */
export async function noteTold(
  deps: Deps,
  { userId, username }: Person,
  revision: string,
  requestId: string,
): Promise<void> {
  const { store, follower, userChanges } = deps;
  const through = parseRevision(revision)?.revision;
  const changes = await userChanges.of(userId);
  if (changes.some((change) => (toldThrough(change) ?? 0) >= (through ?? Number.POSITIVE_INFINITY))) return;
  if (!changes.some((change) => change.revision === through)) {
    const message = `is ${JSON.stringify(revision)}, allowed: the revision of a change of your user or its keys`;
    throw invalid([{ path: 'told_revision', message }]);
  }
  const stored = await store.get(userResource, null, userId);
  if (stored === null) throw new ServiceError('not_authenticated', 'this user does not exist any more');
  const value = { ...stored.value, told_revision: revision };
  const result = await store.update(
    userResource,
    null,
    userId,
    value,
    stored.revision,
    { user: username, requestId },
    {},
  );
  if (!result.ok) throw new ServiceError('integrity', 'your user was changed at this very time; see what was changed');
  await follower.committed(result.change);
}

/** Tells a user at its log-in, by warnings, what others have changed of it and its keys since it was last told. */
export async function tellActs(
  deps: Deps,
  user: Person,
  { warn, requestId }: Pick<CallContext, 'warn' | 'requestId'>,
): Promise<void> {
  const untold = await untoldOf(deps, user);
  if (untold === null) return;
  const { acts, others, revision } = untold;
  if (others > 0) warn(`${others} earlier changes of your user and its keys are in the change log`);
  for (const { time, words } of acts) warn(`${words} on ${time} UTC`);
  await noteTold(deps, user, revision, requestId);
}

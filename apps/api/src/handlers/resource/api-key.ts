import {
  type ApiKey,
  apiKeyResource,
  type CallContext,
  dateText,
  epochMsOf,
  type Handlers,
  invalid,
  type Scope,
  ServiceError,
  type User,
} from '@auction-tiers/contract';
import { keyParts, scopesOf } from '../../auth/account.ts';
import type { Deps } from '../request/deps.ts';
import { isAdmin, isManager, requireLogIn } from '../request/condition.ts';
import { danglingReferences } from '../request/refusal.ts';
import { storedHandlers } from './stored.ts';

/**
 * API keys: a user creates and revokes its own, a manager those of its member's users, an administrator all. A log-in
 * creates them; a key only revokes.
 */
export function apiKeyHandlers(deps: Deps): Handlers['apiKey'] {
  const { store, mirror, follower, settings, clock } = deps;
  const stored = storedHandlers<ApiKey>(apiKeyResource, deps, {
    isVisible: (call, row) => mayManage(call, row['user_id'] as number),
    requireWriter: () => {},
  });

  /** Whether the keys of a user are the caller's to see, make and revoke. */
  function mayManage(call: CallContext, userId: number): boolean {
    if (userId === call.caller.userId || isAdmin(call)) return true;
    return isManager(call) && mirror.row('user', null, userId)?.['member_id'] === call.caller.memberId;
  }

  function requireFuture(end: string | null | undefined): void {
    const nowMs = clock.epochMs();
    if (end === null || end === undefined || (epochMsOf(end) ?? 0) > nowMs) return;
    const message = `is ${end} UTC, allowed: null, or a time after now, which is ${dateText(nowMs)} UTC`;
    throw invalid([{ path: 'end_date', message }]);
  }

  async function userOf(call: CallContext, userId: number): Promise<User> {
    await follower.fresh(null);
    const user = mirror.row('user', null, userId);
    if (user !== undefined && mayManage(call, userId)) return user;
    throw danglingReferences([{ path: 'user_id', message: `is ${userId}, but user ${userId} does not exist` }]);
  }

  /** Concurrent creates may exceed the limit slightly: it only bounds what a runaway program stores. */
  function requireRoom({ id }: User): void {
    const most = settings.MAX_KEYS_PER_USER;
    const count = mirror.rows('api-key', null).filter((row) => row['user_id'] === id).length;
    if (count >= most)
      throw new ServiceError('limit', `a user may have ${most} api-key objects, and this one has ${count}`);
  }

  /** The rows, with their last uses, which are stored beside the objects. */
  async function withUses(rows: readonly ApiKey[]): Promise<readonly ApiKey[]> {
    const uses = await store.credentials.keyUses(rows.map(({ id }) => id));
    return rows.map((row, index) => {
      const timeMs = uses[index] ?? null;
      return timeMs === null ? row : { ...row, last_used_on: dateText(timeMs) };
    });
  }

  return {
    async list(call, input) {
      const page = await stored.list(call, input);
      return { ...page, items: await withUses(page.items) };
    },
    async getTagged(call, input) {
      const { etag, item } = await stored.getTagged(call, input);
      const [used = item] = await withUses([item]);
      return { etag, item: used };
    },
    async create(call, body) {
      requireLogIn(call);
      const user = await userOf(call, body.user_id ?? call.caller.userId);
      requireRoom(user);
      requireFuture(body.end_date);
      const scopes = scopesFor(call, user, body.scopes);
      const write_publishes = mayPublish(call, user, body.write_publishes);
      const { key, prefix, secrets } = keyParts();
      const value = { ...body, user_id: user.id, scopes, write_publishes };
      const row = await stored.create(call, value, { value: { prefix }, secrets });
      if (row.prefix === prefix) return { ...row, key };
      call.warn('the key was shown in the first answer only; revoke it and make another if it was lost');
      return row;
    },
    remove: (call, input) => stored.remove(call, input),
  };
}

/** The scopes of a new key: at most those of its user and, unless an administrator calls, of the caller. */
function scopesFor(call: CallContext, user: User, asked: readonly Scope[]): readonly Scope[] {
  const allowed = grantable(call, user);
  const excess = asked.filter((scope) => !allowed.includes(scope));
  if (excess.length === 0) return [...new Set(asked)];
  const message = `holds ${excess.join(', ')}, allowed ${whose(call, user)}: ${allowed.join(', ')}`;
  throw new ServiceError('forbidden', `scopes ${message}`, { issues: [{ path: 'scopes', message }] });
}

/** What a key of a user may allow. Who makes a key for another must not publish with it in that one's name. */
const grantable = (call: CallContext, user: User): readonly Scope[] =>
  scopesOf(user).filter(
    (scope) =>
      (isAdmin(call) || call.caller.scopes.includes(scope)) && (scope !== 'publish' || user.id === call.caller.userId),
  );

const whose = (call: CallContext, { id, username }: User): string =>
  id === call.caller.userId ? 'with your log-in' : `in a key that you make for ${username}`;

/** Whether the scope `write` of a new key carries `publish`: only where the key may have `publish` itself. */
function mayPublish(call: CallContext, user: User, asked: boolean | undefined): boolean {
  const may = grantable(call, user).includes('publish');
  if (may || asked !== true) return may && (asked ?? true);
  const message = `is true, allowed ${whose(call, user)}: false`;
  throw new ServiceError('forbidden', `write_publishes ${message}`, { issues: [{ path: 'write_publishes', message }] });
}

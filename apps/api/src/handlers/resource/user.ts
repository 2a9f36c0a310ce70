import {
  type Access,
  authorOf,
  type CallContext,
  type Handlers,
  invalid,
  type Plain,
  ServiceError,
  type User,
  userResource,
} from '@auction-tiers/contract';
import { findNamesake, passwordSecret } from '../../auth/account.ts';
import { checkPassword, refuseAfter } from '../../auth/login.ts';
import { isPassword } from '../../auth/password.ts';
import { createOneTimePassword } from '../../auth/secret.ts';
import type { Deps } from '../request/deps.ts';
import {
  isAdmin,
  isManager,
  requireLogIn,
  requireManager,
  requireMember,
  requireOwnMember,
} from '../request/condition.ts';
import { toError } from '../request/refusal.ts';
import { storedHandlers } from './stored.ts';

/**
 * Taken usernames that a member's managers may come upon in an hour. They are unique over all members, since a log-in
 * names no member, so a refusal tells that a user of some member has the name.
 */
const mostTaken = 10;
const takenWindowMs = 3_600_000;

/** How the change log's names of assistants begin. */
const assistantOf = authorOf({ username: '', through: 'assistant' });

/**
 * Users: administrators manage all, managers those of their member. Any other user sees itself, and changes its own
 * password.
 */
export function userHandlers(deps: Deps): Handlers['user'] {
  const { store, mirror, follower, passwordQueue } = deps;
  const stored = storedHandlers<User>(userResource, deps, {
    isVisible: (call, { id, member_id: memberId }) =>
      id === call.caller.userId || isAdmin(call) || (isManager(call) && memberId === call.caller.memberId),
    requireWriter: () => {},
    permitChange,
  });

  /** Without a manager, a member could not change its users. */
  async function accessOf(memberId: number | null, asked: Access | undefined): Promise<Access> {
    await follower.fresh(null);
    const isFirst = memberId !== null && !mirror.rows('user', null).some((row) => row['member_id'] === memberId);
    if (memberId !== null && !isFirst) return asked ?? 'publisher';
    if (asked === undefined || asked === 'manager') return 'manager';
    const whose = isFirst ? 'the first user of a member' : 'an administrator';
    const message = `is "${asked}", allowed for ${whose}: "manager"`;
    throw invalid([{ path: 'access', message }]);
  }

  /**
   * Throws where another user has this name in another case (the store finds the same name), or where the change log
   * would take the user for somebody's assistant.
   */
  function requireOwnName(username: string, id?: number): void {
    if (username.toLowerCase().startsWith(assistantOf)) {
      const message = `is ${JSON.stringify(username)}, allowed: names that do not begin with "${assistantOf}"`;
      throw invalid([{ path: 'username', message }]);
    }
    const namesake = findNamesake(mirror.rows('user', null), username);
    if (namesake === undefined || namesake.id === id) return;
    throw toError({ kind: 'duplicate', field: 'username', value: username, id: namesake.id }, 'user', id);
  }

  /** Runs a create by a manager, who must not find out one by one which usernames there are. */
  async function countingTaken<T>(call: CallContext, create: () => Promise<T>): Promise<T> {
    if (isAdmin(call)) return create();
    const counted = `member ${call.caller.memberId} taken usernames`;
    await refuseAfter(store, counted, mostTaken, `${mostTaken} usernames that were asked for were taken`);
    try {
      return await create();
    } catch (error) {
      const isTaken = error instanceof ServiceError && error.kind === 'integrity';
      if (isTaken && error.issues.some(({ path }) => path === 'username'))
        await store.credentials.countFailure(counted, takenWindowMs);
      throw error;
    }
  }

  /** A person who finds an open session must not be able to keep it by a new password. */
  async function requireOwnPassword(call: CallContext, username: string, password: string | undefined): Promise<void> {
    if (password === undefined) {
      throw invalid([{ path: 'current_password', message: 'is required to change your own password' }]);
    }
    const user = await checkPassword(deps, { username, password }, call);
    if (user?.id === call.caller.userId) return;
    throw new ServiceError('forbidden', 'current_password is not your password; nothing was changed');
  }

  const secretOf = (call: CallContext, password: string) =>
    passwordQueue.run(call.client, () => passwordSecret(password, passwordQueue.cost));

  /** A password that is to be stored, and whether the service has drawn it. */
  const additionOf = async (call: CallContext, password: string, isDrawn: boolean, mark: Plain) => ({
    value: { has_one_time_password: isDrawn, ...mark },
    secrets: await secretOf(call, password),
  });

  /** The answer, with the password that was drawn. A repeated request does not draw: its password was shown before. */
  async function shown(call: CallContext, row: User, drawn: string | null): Promise<User> {
    if (drawn === null) return row;
    if (call.idempotencyKey !== undefined) {
      const user = await store.credentials.findUserById(row.id);
      if (user === null || !(await isPassword(user.passwordHash, drawn))) {
        call.warn('the one-time password was shown in the first answer only; draw another if it was lost');
        return row;
      }
    }
    return { ...row, one_time_password: drawn };
  }

  return {
    async list(call, { member_id, ...input }) {
      requireOwnMember(call.caller, member_id);
      const filter = member_id === undefined ? input.filter : { ...input.filter, member_id };
      return stored.list(call, { ...input, ...(filter === undefined ? {} : { filter }) });
    },
    getTagged: (call, input) => stored.getTagged(call, input),
    async create(call, { password, ...sent }) {
      requireManager(call, 'users');
      requireLogIn(call);
      const member_id = sent.member_id ?? (sent.role === 'admin' ? null : call.caller.memberId);
      if (!isAdmin(call)) requireManagers(call, { ...sent, member_id, password });
      if (member_id !== null) await requireMember(deps, member_id);
      const access = await accessOf(member_id, sent.access);
      const drawn = password === undefined ? createOneTimePassword() : null;
      const made = await countingTaken(call, async () => {
        requireOwnName(sent.username);
        const addition = await additionOf(call, password ?? drawn ?? '', drawn !== null, actBy(call));
        return stored.create(call, { ...sent, member_id, access }, addition);
      });
      return shown(call, made, drawn);
    },
    async update(call, { changes: sent, ...input }) {
      const {
        password,
        current_password: currentPassword,
        reset_password: isReset = false,
        confirmed = false,
        ...changes
      } = sent;
      const { id } = input;
      const isOwn = id === call.caller.userId;
      // A user that the caller may not see is answered as one that does not exist, whatever is sent.
      if (!isOwn && !isAdmin(call)) await stored.getTagged(call, input);
      if (isReset || confirmed || password !== undefined) requireLogIn(call);
      if (isOwn && password !== undefined) await requireOwnPassword(call, call.caller.username, currentPassword);
      else if (currentPassword !== undefined) call.warn('current_password is not needed here and was ignored');
      if (isAdmin(call) && changes.username !== undefined) {
        await follower.fresh(null);
        requireOwnName(changes.username, id);
      }
      if (isReset) requireReset(isOwn, password);
      if (password !== undefined && !isOwn && !isAdmin(call)) throw notChosen();
      if (confirmed) requireConfirmer(call, sent, (await stored.getTagged(call, input)).item);
      const drawn = isReset ? createOneTimePassword() : null;
      const next = password ?? drawn;
      const mark = confirmed ? { confirmed_by: call.caller.username } : isOwn ? {} : actBy(call);
      const addition = next === null ? { value: mark } : await additionOf(call, next, drawn !== null, mark);
      return shown(call, await stored.update(call, { ...input, changes }, addition), drawn);
    },
    async remove(call, input) {
      requireManager(call, 'users');
      requireOwnMember(call.caller, input.member_id);
      const { id } = input;
      if (id === call.caller.userId) {
        throw new ServiceError('integrity', `user ${id} is the caller; another user may delete it`);
      }
      return stored.remove(call, input);
    },
  };
}

const forbidden = (path: string, message: string) =>
  new ServiceError('forbidden', `${path} ${message}`, { issues: [{ path, message }] });

/** A change by another user takes the confirmation back. */
const actBy = ({ caller }: CallContext): Plain => ({ confirmed_by: null, changed_by: caller.username });

/** Throws unless the caller is another manager than the one whose act is to be confirmed. */
function requireConfirmer(call: CallContext, sent: Plain, user: User): void {
  requireManager(call, 'users');
  const others = Object.keys(sent).filter((name) => name !== 'confirmed' && name !== 'id');
  if (others.length > 0) {
    throw invalid([{ path: 'confirmed', message: `is sent beside ${others.join(', ')}, allowed: alone` }]);
  }
  const { id, username, confirmed_by: by, changed_by: changer } = user;
  if (id === call.caller.userId || changer === call.caller.username) {
    throw forbidden('confirmed', 'is true, allowed of another user that somebody else has made or changed');
  }
  if (by === call.caller.username) throw new ServiceError('integrity', `you have confirmed ${username} already`);
}

/** A manager that chose the password of a colleague could approve drafts as that one. */
const notChosen = () =>
  forbidden(
    'password',
    'is set, allowed of another user, and not for an administrator: a one-time password, which is drawn',
  );

/** Throws unless a new user is one that a manager may make. */
function requireManagers(
  { caller }: CallContext,
  user: {
    readonly role?: User['role'] | undefined;
    readonly member_id: number | null;
    readonly password: string | undefined;
  },
): void {
  if (user.role === 'admin') throw forbidden('role', 'is "admin", allowed, not being an administrator: "seller"');
  requireOwnMember(caller, user.member_id ?? undefined);
  if (user.password !== undefined) throw notChosen();
}

function requireReset(isOwn: boolean, password: string | undefined): void {
  if (!isOwn && password === undefined) return;
  const message = isOwn
    ? 'is true, allowed of another user; send password and current_password'
    : 'is true beside password, allowed: one of them';
  throw invalid([{ path: 'reset_password', message }]);
}

/**
 * Role and member are fixed, because keys and tokens were issued for them; only administrators change the username,
 * which the change log and approvals show. Users change neither their own access nor their own state, so that a member
 * keeps a manager and no user raises its own access.
 */
function permitChange(call: CallContext, before: Plain, after: Plain): void {
  const isOwn = before['id'] === call.caller.userId;
  const fixed = [
    'role',
    'member_id',
    ...(isAdmin(call) ? [] : ['username']),
    ...(isOwn || before['role'] === 'admin' ? ['access'] : []),
    ...(isOwn ? ['state'] : []),
  ];
  const issues = fixed
    .filter((name) => before[name] !== after[name])
    .map((path) => ({
      path,
      message: `is ${JSON.stringify(after[path])}, allowed: ${JSON.stringify(before[path])}, which stays`,
    }));
  if (issues.length === 0) return;
  const message = issues.map((issue) => `${issue.path} ${issue.message}`).join('; ');
  throw new ServiceError('forbidden', message, { issues });
}

import {
  type CallContext,
  type Handlers,
  invalid,
  type Plain,
  ServiceError,
  type User,
  userResource,
} from '@auction-tiers/contract';
import { passwordSecret } from '../../auth/account.ts';
import { checkPassword } from '../../auth/login.ts';
import type { Deps } from '../request/deps.ts';
import { isAdmin, requireAdmin, requireOwnMember } from '../request/condition.ts';
import { danglingReferences } from '../request/refusal.ts';
import { storedHandlers } from './stored.ts';

/** Users: administrators manage them; a seller's user sees itself, and changes its own password. */
export function userHandlers(deps: Deps): Handlers['user'] {
  const { mirror, follower, passwordQueue } = deps;
  const stored = storedHandlers<User>(userResource, deps, {
    isVisible: (call, { id }) => isAdmin(call) || id === call.caller.userId,
    requireWriter: () => {},
    permitChange,
  });

  /** Members are never deleted, so what is there now is there when the user is stored. */
  async function requireMember(memberId: number | null | undefined): Promise<void> {
    if (memberId === null || memberId === undefined) return;
    await follower.fresh(memberId);
    if (mirror.row('member', memberId, memberId) !== undefined) return;
    throw danglingReferences([{ path: 'member_id', message: `is ${memberId}, which is not a member` }]);
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

  return {
    async list(call, { member_id, ...input }) {
      requireOwnMember(call.caller, member_id);
      const filter = member_id === undefined ? input.filter : { ...input.filter, member_id };
      return stored.list(call, { ...input, ...(filter === undefined ? {} : { filter }) });
    },
    getTagged: (call, input) => stored.getTagged(call, input),
    async create(call, { password, ...body }) {
      requireAdmin(call, 'users');
      await requireMember(body.member_id);
      return stored.create(call, body, { secrets: await secretOf(call, password) });
    },
    async update(call, { changes: { password, current_password: currentPassword, ...changes }, ...input }) {
      const { id } = input;
      if (id === call.caller.userId && password !== undefined) {
        await requireOwnPassword(call, call.caller.username, currentPassword);
      } else if (currentPassword !== undefined) call.warn('current_password is not needed here and was ignored');
      const addition = password === undefined ? {} : { secrets: await secretOf(call, password) };
      return stored.update(call, { ...input, changes }, addition);
    },
    async remove(call, input) {
      requireAdmin(call, 'users');
      const { id } = input;
      if (id === call.caller.userId) {
        throw new ServiceError('integrity', `user ${id} is the caller; another administrator may delete it`);
      }
      return stored.remove(call, input);
    },
  };
}

/** Role and member are fixed, because keys and tokens were issued for them. A seller's user may change its own password only. */
function permitChange(call: CallContext, before: Plain, after: Plain): void {
  const fixed = isAdmin(call) ? ['role', 'member_id'] : ['role', 'member_id', 'username'];
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

import { type Handlers, type Member, memberResource, requireScope, selectRows } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { requireAdmin } from '../request/condition.ts';
import { storedHandlers } from './stored.ts';

/** A seller's own settings. An administrator creates members, and sees all of them unless it names one. */
export function memberHandlers(deps: Deps): Handlers['member'] {
  const stored = storedHandlers<Member>(memberResource, deps);
  const { mirror, follower } = deps;
  return {
    async list(call, input) {
      if (call.caller.memberId !== null || input.member_id !== undefined) {
        return stored.list(call, input);
      }
      await follower.freshEverywhere();
      return selectRows(memberResource.fields, mirror.allRows('member') as readonly Member[], input, call.warn);
    },
    getTagged: (call, input) => stored.getTagged(call, adminMeans(call.caller.memberId, input)),
    async create(call, body) {
      requireAdmin(call, 'members');
      return stored.create(call, body);
    },
    async update(call, input) {
      if (input.changes.publishing !== undefined) requireScope(call.caller, 'publish');
      return stored.update(call, adminMeans(call.caller.memberId, input));
    },
  };
}

/** For an administrator, the id of a member object is also the member to act for. */
function adminMeans<Input extends { readonly id: number; readonly member_id?: number | undefined }>(
  memberId: number | null,
  input: Input,
): Input {
  return memberId === null ? { ...input, member_id: input.id } : input;
}

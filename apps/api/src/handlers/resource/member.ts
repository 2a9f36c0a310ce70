import {
  type CreateHandlers,
  type Member,
  memberResource,
  selectRows,
  type UpdateHandlers,
} from '@auction-tiers/contract';
import type { z } from 'zod';
import type { Deps } from '../request/deps.ts';
import { requireAdmin } from '../request/owner.ts';
import { storedHandlers } from './stored.ts';

type Handlers = CreateHandlers<Member, z.output<(typeof memberResource)['Create']>> &
  UpdateHandlers<Member, z.output<(typeof memberResource)['Update']>>;

/** A seller's own settings. An administrator makes members; one who names none sees them all. */
export function memberHandlers(deps: Deps): Handlers {
  const stored = storedHandlers(memberResource, deps);
  const { mirror, follower } = deps;
  return {
    async list(call, input) {
      if (call.caller.memberId !== null || input.member_id !== undefined) {
        return (await stored.list(call, input)) as Awaited<ReturnType<Handlers['list']>>;
      }
      await follower.freshEverywhere();
      return selectRows(memberResource.fields, mirror.allRows('member') as readonly Member[], input, call.warn);
    },
    get: async (call, input) => (await stored.get(call, adminMeans(call.caller.memberId, input))) as Member,
    getTagged: async (call, input) =>
      (await stored.getTagged(call, adminMeans(call.caller.memberId, input))) as Awaited<
        ReturnType<Handlers['getTagged']>
      >,
    async create(call, body) {
      requireAdmin(call, 'members');
      return (await stored.create(call, body)) as Member;
    },
    update: async (call, input) => (await stored.update(call, adminMeans(call.caller.memberId, input))) as Member,
  };
}

/** For an administrator the id of a member is also the member that is meant. */
function adminMeans<Input extends { readonly id: number; readonly member_id?: number | undefined }>(
  memberId: number | null,
  input: Input,
): Input {
  return memberId === null ? { ...input, member_id: input.id } : input;
}

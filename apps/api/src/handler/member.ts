import {
  type Member,
  memberResource,
  selectRows,
  type UpdateHandlers,
  type UpdateInput,
} from '@auction-tiers/contract';
import type { Deps } from './deps.ts';
import { storedHandlers } from './stored.ts';

/** A seller's own settings. An administrator who names no member sees them all. */
export function memberHandlers(deps: Deps): UpdateHandlers<Member, UpdateInput<never>['changes']> {
  const stored = storedHandlers(memberResource, deps);
  const { mirror, follower } = deps;
  return {
    async list(call, input) {
      if (call.caller.memberId !== null || input.member_id !== undefined) {
        return (await stored.list(call, input)) as Awaited<ReturnType<UpdateHandlers<Member, never>['list']>>;
      }
      await follower.freshEverywhere();
      return selectRows(memberResource.fields, mirror.allRows('member') as readonly Member[], input, call.warn);
    },
    get: async (call, input) => (await stored.get(call, adminMeans(call.caller.memberId, input))) as Member,
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

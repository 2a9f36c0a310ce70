import { type Handlers, invalid, type Member, readViewAddress, type View, viewResource } from '@auction-tiers/contract';
import { nextDue } from '../../channel/view-schedule.ts';
import type { Deps } from '../request/deps.ts';
import { ownerOf } from '../request/condition.ts';
import { storedHandlers } from './stored.ts';

/** Views of a member: each of its users that may write keeps them, for all. */
const mostViews = 200;

/** What users have kept of the page. */
export function viewHandlers(deps: Deps): Handlers['view'] {
  const { mirror, follower, clock } = deps;
  const stored = storedHandlers<View>(viewResource, deps, { limit: mostViews });
  return {
    ...stored,
    async create(call, body) {
      const owner = ownerOf(call, viewResource, call.caller.memberId === null ? body.member_id : undefined) ?? 0;
      await follower.fresh(owner);
      const member = mirror.row('member', owner, owner) as Member | undefined;
      const ymProfileId = readViewAddress(body.address)?.search.get('ym') ?? null;
      if (ymProfileId !== null && mirror.row('ym-profile', owner, Number(ymProfileId)) === undefined) {
        throw invalid([{ path: 'address', message: `has ym=${ymProfileId}, which is none of its ym-profiles` }]);
      }
      const { every = 'never' } = body;
      const due_on = member === undefined ? null : nextDue({ every }, member, clock.epochMs());
      return stored.create(call, body, { value: { due_on } });
    },
  };
}

import { randomUUID } from 'node:crypto';
import {
  type Handlers,
  invalid,
  readViewAddress,
  type View,
  viewResource,
  viewWithoutChannel,
} from '@auction-tiers/contract';
import type { Message } from '../../channel/message.ts';
import { nextDue } from '../../channel/view-schedule.ts';
import type { Deps } from '../request/deps.ts';
import { ownerOf } from '../request/condition.ts';
import { storedHandlers } from './stored.ts';

/** Most views of a member. Users that may write keep them for all users. */
const mostViews = 200;

/** The handlers of views: states of the page that users have kept. `sent`: what one shows now; null: that is gone. */
export function viewHandlers(deps: Deps, sent: (view: View) => Promise<Omit<Message, 'id'> | null>): Handlers['view'] {
  const { mirror, follower, clock, channels } = deps;
  const stored = storedHandlers<View>(viewResource, deps, { limit: mostViews });

  /** The attributes that the service adds. Throws for the address of another member's ym-profile. */
  async function derived(owner: number, address: string, every: View['every']) {
    await follower.fresh(owner);
    const ymProfileId = readViewAddress(address)?.search.get('ym') ?? null;
    if (ymProfileId !== null && mirror.row('ym-profile', owner, Number(ymProfileId)) === undefined) {
      throw invalid([{ path: 'address', message: `has ym=${ymProfileId}, which is none of its ym-profiles` }]);
    }
    const member = mirror.row('member', owner, owner);
    return { due_on: member === undefined ? null : nextDue({ every }, member, clock.epochMs()) };
  }

  return {
    ...stored,
    async create(call, body) {
      const owner = ownerOf(call, viewResource, call.caller.memberId === null ? body.member_id : undefined) ?? 0;
      return stored.create(call, body, { value: await derived(owner, body.address, body.every ?? 'never') });
    },
    async update(call, input) {
      const { id, changes, member_id } = input;
      const { item } = await stored.getTagged(call, { id, ...(member_id === undefined ? {} : { member_id }) });
      const { address = item.address, every = item.every } = changes;
      const { due_on } = await derived(item.member_id, address, every);
      // The next time stays as it is unless `every` changes.
      return stored.update(call, input, every === item.every ? {} : { value: { due_on } });
    },
    /** Its schedule stays as it is. */
    async send(call, asked) {
      const { item: view } = await stored.getTagged(call, asked);
      const { id, member_id: owner, channel_id } = view;
      const channel = channel_id === null ? undefined : mirror.row('channel', owner, channel_id);
      if (channel === undefined) return { channel_id, problem: viewWithoutChannel };
      const problem = await channels.sendNow(channel, async () => {
        const shown = await sent(view);
        return shown && { ...shown, id: `${channel.id}-view-${id}-${randomUUID()}` };
      });
      return { channel_id, problem };
    },
  };
}

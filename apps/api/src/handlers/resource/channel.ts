import { randomBytes } from 'node:crypto';
import {
  type AlertTest,
  type CallContext,
  type Channel,
  channelResource,
  type StoredChannel,
  storedChannelResource,
  toChannel,
  type Handlers,
  invalid,
  maxChannels,
  ServiceError,
} from '@auction-tiers/contract';
import { type CodedAddress, codesFor, toWaiting, withoutCode } from '../../channel/confirmation.ts';
import { shownAddress } from '../../channel/sender.ts';
import type { Deps } from '../request/deps.ts';
import { ownerOf, requireManager } from '../request/condition.ts';
import { storedHandlers } from './stored.ts';

/** The error for deleting a channel that the member's alerts go to: they would reach no one. */
const named = (id: number) =>
  new ServiceError('integrity', `channel ${id} is named in alerts.channels of the member; PUT /member changes that`);

/** Channels: managers make, change, test and delete them. Secrets, also the whole URL, are never shown again. */
export function channelHandlers(deps: Deps): {
  readonly channel: Handlers['channel'];
  readonly test: (
    call: CallContext,
    input: { channel_id: number; member_id?: number | undefined },
  ) => Promise<AlertTest>;
} {
  const { store, mirror, follower, channels, channelSender } = deps;
  const stored = storedHandlers<Channel>(storedChannelResource, deps, {
    limit: maxChannels,
    toShown: (row) => toChannel(row as StoredChannel),
    requireWriter: (call) => requireManager(call, 'channels'),
  });

  async function requireReachable(channel: Pick<Channel, 'kind' | 'to'>): Promise<void> {
    const issues = channelResource.check(channel as Channel);
    if (issues.length > 0) throw invalid(issues);
    const obstacle = await channelSender.obstacleOf(channel);
    if (obstacle !== null) throw invalid([{ path: 'to', message: `cannot be used: ${obstacle}` }]);
  }

  const rowOf = (owner: number, id: number) => mirror.row('channel', owner, id);

  /** A code for each address that has to confirm; counts the mails that carry them. */
  async function codesOf(owner: number, { kind, to }: Pick<Channel, 'kind' | 'to'>): Promise<readonly CodedAddress[]> {
    if (kind !== 'mail') return [];
    await follower.fresh(owner);
    const codes = codesFor(to, mirror.rows('channel', owner));
    await channels.requireMails(owner, codes.length);
    return codes;
  }

  /** Asks addresses to confirm, unless a repeated request has found them asked. */
  async function ask(channel: Channel, codes: readonly CodedAddress[]): Promise<void> {
    const waiting = rowOf(channel.member_id, channel.id)?.waiting;
    if (waiting === toWaiting(codes)) await channels.askToConfirm(channel, codes);
  }

  function waitingAfter({ id, member_id: owner }: Channel, code: string): string | null {
    const rest = withoutCode(rowOf(owner, id)?.waiting ?? null, code);
    if (rest !== undefined) return rest;
    const message = 'is the code of none of its addresses, allowed: that of the last mail to an address in unconfirmed';
    throw invalid([{ path: 'confirmation_code', message }]);
  }

  return {
    channel: {
      ...stored,
      async create(call, body) {
        requireManager(call, 'channels');
        const { to, kind = 'webhook' } = body;
        await requireReachable({ kind, to });
        const owner = ownerOf(call, channelResource, call.caller.memberId === null ? body.member_id : undefined) ?? 0;
        await follower.fresh(owner);
        const alerts = mirror.rows('alert', owner);
        // A new channel gets no alerts from before.
        const told = { through: Math.max(0, ...alerts.map(({ id }) => id)), open: [] };
        const secrets = { address: to, hmac_key: `atw_${randomBytes(32).toString('base64url')}` };
        const codes = await codesOf(owner, { kind, to });
        const row = await stored.create(call, body, {
          value: { to: shownAddress({ kind, to }), told: JSON.stringify(told), waiting: toWaiting(codes) },
          secrets,
        });
        await ask(row, codes);
        // For a repeated request, the key that the first request has drawn.
        const kept = await store.secretsOf(storedChannelResource, row.member_id, row.id);
        return kind === 'mail' ? row : { ...row, secret: kept?.['hmac_key'] ?? null };
      },
      async update(call, input) {
        requireManager(call, 'channels');
        const { id, changes, member_id } = input;
        const asked = { id, ...(member_id === undefined ? {} : { member_id }) };
        const { item } = await stored.getTagged(call, asked);
        const { to, kind = item.kind, confirmation_code: code } = changes;
        if (code !== undefined) {
          if (to === undefined) return stored.update(call, input, { value: { waiting: waitingAfter(item, code) } });
          throw invalid([{ path: 'confirmation_code', message: 'is sent with another address, allowed: one of both' }]);
        }
        if (to === undefined) {
          if (kind === item.kind) return stored.update(call, input);
          throw invalid([{ path: 'to', message: `is missing, allowed: an address, for kind becomes "${kind}"` }]);
        }
        await requireReachable({ kind, to });
        const codes = await codesOf(item.member_id, { kind, to });
        const value = { to: shownAddress({ kind, to }), problem: null, waiting: toWaiting(codes) };
        const row = await stored.update(call, input, { value, secrets: { address: to } });
        await ask(row, codes);
        return row;
      },
      async remove(call, input) {
        requireManager(call, 'channels');
        const { item } = await stored.getTagged(call, input);
        const member = mirror.row('member', item.member_id, item.member_id);
        if (member?.alerts?.channels?.includes(item.id)) throw named(item.id);
        return stored.remove(call, input);
      },
    },
    async test(call, { channel_id: id, member_id }) {
      requireManager(call, 'channels');
      const { item } = await stored.getTagged(call, { id, ...(member_id === undefined ? {} : { member_id }) });
      const row = rowOf(item.member_id, id);
      return { channel_id: id, problem: row === undefined ? 'the channel is gone' : await channels.test(row) };
    },
  };
}

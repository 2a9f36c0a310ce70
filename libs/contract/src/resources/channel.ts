import { z } from 'zod';
import { optional, readOnly, required, unlisted } from '../resource/field.ts';
import { defineResource, type Stored, type Values } from '../resource/resource.ts';
import type { Issue } from '../error/issue.ts';
import { ActingFor } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';

const fields = {
  id: readOnly.id(),
  name: required.name('What people call it'),
  kind: unlisted(optional.choice(['webhook', 'mail'], 'webhook', 'Whether it is an address of HTTP or of mail')),
  to: unlisted(
    required.text(1000, 'A URL, of which answers show the host; or up to ten addresses of mail, separated by commas'),
  ),
  format: unlisted(
    optional.choice(['json', 'slack'], 'json', 'Body of a webhook; `slack`: Slack and Teams show it as it is'),
  ),
  secret: readOnly.nullableDerivedString('Signs webhooks: in the answer that made it, and never again'),
  arrived_on: unlisted(readOnly.nullableDate('When it last took something, UTC')),
  problem: unlisted(readOnly.nullableString('Why it did not take the last; null: it did')),
  member_id: optional.owner(),
  last_modified: readOnly.lastModified(),
};

/** The destination of a seller's alerts. */
const defined = {
  service: 'channel',
  plural: 'channels',
  words: {
    one: 'a channel',
    many: 'channels',
    description:
      'Where a member is told of alerts: a webhook or addresses of mail. Managers make, change and delete channels. A webhook has `auction-tiers-id`, the same each time, `auction-tiers-timestamp` in seconds, and `auction-tiers-signature: v1=<hex>`, the HMAC-SHA256 of `<timestamp>.<body>` under `secret`. What is not answered with 2xx is sent again for 24 hours, in order.',
  },
  secrets: [{ name: 'address' }, { name: 'hmac_key' }],
  check: checkAddress,
} as const;
export const channelResource = defineResource({ ...defined, fields });
export type Channel = Stored<typeof channelResource>;

/** A channel as stored, with what was sent to it so far. */
export const storedChannelResource = defineResource({
  ...defined,
  fields: { ...fields, told: readOnly.nullableDerivedString('What it was told up to now') },
});
export type StoredChannel = Stored<typeof storedChannelResource>;

/** A stored channel as answered. */
export const toChannel = ({ told: _told, ...shown }: StoredChannel): Channel => shown;

const mostAddresses = 10;
/** What SMTP and every mail program take; quoted names and comments are not among it. */
const mailAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** The addresses of a channel of mail. */
export const mailAddresses = (to: string): readonly string[] => to.split(',').map((one) => one.trim());

function checkAddress({ kind, to }: Pick<Values<typeof fields>, 'kind' | 'to'>): Issue[] {
  if (kind === 'mail') {
    const all = mailAddresses(to);
    const wrong = all.find((one) => !mailAddress.test(one));
    if (wrong === undefined && all.length <= mostAddresses) return [];
    const seen = wrong === undefined ? `has ${all.length} addresses` : `has ${JSON.stringify(wrong)}`;
    return [{ path: 'to', message: `${seen}, allowed: up to ${mostAddresses} such as ann@example.com` }];
  }
  const url = URL.parse(to);
  const isGood = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const message = 'is of another form, allowed: a URL such as https://example.com/alerts, without a user';
  return isGood ? [] : [{ path: 'to', message }];
}

/** The key of the result of a test. */
export const alertTestKey = 'alert-test';
export const AlertTestInput = z.strictObject({
  channel_id: Id.describe('The channel'),
  member_id: ActingFor.optional(),
});
export interface AlertTest {
  readonly channel_id: number;
  /** Null: the test alert was delivered. */
  readonly problem: string | null;
}

import { z } from 'zod';
import { optional, readOnly, required, unlisted } from '../resource/field.ts';
import { defineResource, type Stored, type Values } from '../resource/resource.ts';
import type { Issue } from '../error/issue.ts';
import { ActingFor } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';

const fields = {
  id: readOnly.id(),
  name: required.name('Name for people'),
  kind: unlisted(optional.choice(['webhook', 'mail'], 'webhook', 'Whether `to` is a URL or email addresses')),
  to: unlisted(
    required.text(
      1000,
      'A URL, of which answers show only the host; or up to ten email addresses, separated by commas',
    ),
  ),
  format: unlisted(
    optional.choice(['json', 'slack'], 'json', 'Format of the webhook body; `slack`: for Slack and Teams'),
  ),
  secret: readOnly.nullableDerivedString('Secret that signs webhooks: only in the answer that creates it'),
  arrived_on: unlisted(readOnly.nullableDate('When the last message was delivered, UTC; null: none was')),
  problem: unlisted(readOnly.nullableString('Why the last delivery failed; null: it did not')),
  unconfirmed: unlisted(
    readOnly.nullableDerivedString('Email addresses that are not confirmed, separated by commas; null: none'),
  ),
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
      'Where the alerts of a member are sent: a webhook or email addresses. Managers create, change and delete channels. A new email address gets a code; nothing else is sent there until `PUT /channel` has had it as `confirmation_code`. Alerts, tests and views sent at once by mail are at most 20 an hour for a member. A webhook has the headers `auction-tiers-id`, the same at each attempt, `auction-tiers-timestamp` in seconds, and `auction-tiers-signature: v1=<hex>`, the HMAC-SHA256 of `<timestamp>.<body>` under `secret`. A message that is not answered with 2xx is sent again for 24 hours, in order.',
  },
  secrets: [{ name: 'address' }, { name: 'hmac_key' }],
  writeOnly: {
    create: {},
    update: {
      confirmation_code: z
        .string()
        .max(100)
        .optional()
        .describe('The code sent to an email address when it was entered: confirms it'),
    },
  },
  check: checkAddress,
} as const;
export const channelResource = defineResource({ ...defined, fields });
export type Channel = Stored<typeof channelResource>;

/** A channel as stored, with what was sent to it so far. */
export const storedChannelResource = defineResource({
  ...defined,
  fields: {
    ...fields,
    told: readOnly.nullableDerivedString('What it was told up to now'),
    waiting: readOnly.nullableDerivedString('Addresses that have not confirmed yet, with the hashes of their codes'),
  },
});
export type StoredChannel = Stored<typeof storedChannelResource>;

/** An address that has not confirmed yet. */
export interface WaitingAddress {
  readonly address: string;
  /** Of the code that it was sent. */
  readonly sha256: string;
}

/** The addresses of a stored channel that have not confirmed yet. */
export const readWaiting = (waiting: string | null): readonly WaitingAddress[] =>
  waiting === null ? [] : (JSON.parse(waiting) as WaitingAddress[]);

/** A stored channel as answered. */
export function toChannel({ told: _told, waiting, ...shown }: StoredChannel): Channel {
  const unconfirmed = readWaiting(waiting).map(({ address }) => address);
  return { ...shown, unconfirmed: unconfirmed.length === 0 ? null : unconfirmed.join(', ') };
}

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

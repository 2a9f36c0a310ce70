import { z } from 'zod';
import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';
import { scopes, withCarried } from '../caller/caller.ts';
import { epochMsOf } from '../value/moment.ts';

/** A long-lived credential of a user, for services. It is made and revoked, and never changed. */
export const apiKeyResource = defineResource({
  service: 'api-key',
  plural: 'api-keys',
  words: {
    one: 'an API key',
    many: 'API keys',
    description:
      'An API key is a long-lived credential, for programs. A user creates and deletes its own keys, a manager those of its colleagues, an administrator all. To create one needs the token of a log-in; one for another user never has the scope `publish`. The key itself is only in the answer that creates it.',
  },
  fields: {
    id: readOnly.id(),
    name: optional.name('What the key is for'),
    user_id: optional.id('The user it acts for; null in a create: the caller'),
    scopes: required.list(z.enum(scopes), scopes.length, 'What the key allows, as far as its user has the scope'),
    write_publishes: optional.boolean(true, 'Whether the scope `write` carries the scope `publish`'),
    end_date: optional.date('When the key expires, UTC; null: it does not expire'),
    prefix: readOnly.string('The first characters of the key, by which people tell keys apart'),
    key: readOnly.nullableDerivedString('The key itself: only in the answer that creates it'),
    created_on: readOnly.date('When it was created, UTC'),
    last_used_on: readOnly.notedDate('When it was last used, to the hour, UTC; null: not in the last 400 days'),
  },
  references: [{ field: 'user_id', service: 'user' }],
  secrets: [{ name: 'sha256', isUnique: true }],
  owner: 'shared',
  check: ({ scopes: granted }) =>
    granted?.length === 0
      ? [{ path: 'scopes', message: `is empty, allowed: one or more of ${scopes.join(', ')}` }]
      : [],
});

export type ApiKey = Stored<typeof apiKeyResource>;

/** When a key ends by itself, milliseconds since 1970; null: never. */
export const endOfKey = ({ end_date: end }: Pick<ApiKey, 'end_date'>): number | null =>
  end === null ? null : (epochMsOf(end) ?? 0);

/** The scopes that a key allows: `write` carries `draft` and, unless the key says otherwise, `publish`. */
export function scopesOfKey({ scopes: granted, write_publishes: carries }: Pick<ApiKey, 'scopes' | 'write_publishes'>) {
  const own = withCarried(granted ?? []);
  return own.includes('write') && carries && !own.includes('publish') ? [...own, 'publish' as const] : own;
}

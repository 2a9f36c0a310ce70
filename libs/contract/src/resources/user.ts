import { z } from 'zod';
import type { Scope } from '../caller/caller.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required, shared, unlisted } from '../resource/field.ts';
import { Password } from '../value/scalar.ts';

/** What users of a seller may do, the least first; each allows what those before it do. */
export const accesses = ['viewer', 'editor', 'publisher', 'manager'] as const;
export type Access = (typeof accesses)[number];

/** The scopes that each access adds to those before it. */
const addedScopes: Readonly<Record<Access, readonly Scope[]>> = {
  viewer: ['read'],
  editor: ['draft', 'write', 'auction'],
  publisher: ['publish'],
  manager: ['manage'],
};

/** A person who logs in. A seller's user acts for its member, an administrator for the installation. */
export const userResource = defineResource({
  service: 'user',
  plural: 'users',
  words: {
    one: 'a user',
    many: 'users',
    description:
      'A user logs in with a password. Administrators create, change and delete users, and managers those of their own member. Another user of a seller sees itself. A user changes its own password with `password` and `current_password`, or with `new_password` of `POST /auth`. `reset_password`, and a create without `password`, draw a one-time password, which is in this answer only. To create a user or set a password needs the token of a log-in. A new password ends all tokens of the user; its API keys stay valid. While a user is disabled, none of its credentials is accepted.',
  },
  fields: {
    id: readOnly.id(),
    username: required.text(255, 'Name to log in with, unique in the installation'),
    role: optional.choice(
      ['seller', 'admin'],
      'seller',
      'Whether the user acts for a seller or is an administrator, fixed',
    ),
    access: shared(
      'user_access',
      optional.choice(
        accesses,
        'manager',
        "What a seller's user may do: `viewer` reads, `editor` changes drafts and tiers too, `publisher` makes them live too, `manager` manages the users, keys and settings of its member too. Left out in a create: `manager` for the first user of a member, else `publisher`",
      ),
    ),
    state: optional.choice(['enabled', 'disabled'], 'enabled', 'Whether its credentials are accepted'),
    member_id: optional.id('The seller that the user acts for, fixed; null for an administrator'),
    has_one_time_password: {
      ...readOnly.boolean('Whether its password is a one-time password, which a login replaces by another'),
      initial: false,
    },
    one_time_password: readOnly.nullableDerivedString(
      'A one-time password drawn by the service: only in the answer to the request that asked for it',
    ),
    confirmed_by: {
      ...unlisted(readOnly.nullableString('The manager who confirmed it since another created or changed it')),
      initial: null,
    },
    changed_by: { ...unlisted(readOnly.nullableString('The other user who last made or changed it')), initial: null },
    told_revision: {
      ...unlisted(readOnly.nullableString('The last change by another user that it was told of')),
      initial: null,
    },
    created_on: readOnly.date('When the user was created, UTC'),
    last_modified: readOnly.date('When it or its password last changed, UTC'),
  },
  unique: [{ field: 'username' }],
  secrets: [{ name: 'password_hash' }],
  writeOnly: {
    create: {
      password: Password.optional().describe('Password to log in with; left out: a one-time password is drawn'),
    },
    update: {
      password: Password.optional().describe('New password'),
      current_password: Password.optional().describe('Present password: required when users change their own'),
      reset_password: z
        .boolean()
        .optional()
        .describe('true: a one-time password is drawn and replaces the present one'),
      confirmed: z.literal(true).optional().describe('Confirms what another manager did to it; sent alone'),
    },
  },
  owner: 'shared',
  check: ({ role, member_id: memberId }) => {
    if (role === 'seller' && memberId === null) {
      return [{ path: 'member_id', message: 'is null, allowed with role seller: the id of a member' }];
    }
    return role === 'admin' && memberId !== null
      ? [{ path: 'member_id', message: `is ${memberId}, allowed with role admin: null` }]
      : [];
  },
});

export type User = Stored<typeof userResource>;

/** The scopes of each access with those of the lower ones. A map, because every request looks them up. */
const scopesByAccess: ReadonlyMap<Access, readonly Scope[]> = new Map(
  accesses.map((access, at) => [access, accesses.slice(0, at + 1).flatMap((one) => addedScopes[one])]),
);

/** The scopes of a user of a seller. */
export const scopesOfAccess = (access: Access): readonly Scope[] => scopesByAccess.get(access) ?? [];

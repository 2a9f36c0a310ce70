import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';
import { Password } from '../value/scalar.ts';

/** A person who logs in. A seller's user acts for its member, an administrator for the installation. */
export const userResource = defineResource({
  service: 'user',
  plural: 'users',
  words: {
    one: 'a user',
    many: 'users',
    description:
      'A user logs in with a password. Only administrators create, change and delete users. A user of a seller sees itself, and changes its own password with `password` and `current_password`. A new password ends all tokens of the user; its API keys stay valid.',
  },
  fields: {
    id: readOnly.id(),
    username: required.text(255, 'Name to log in with, unique in the installation'),
    role: optional.choice(['seller', 'admin'], 'seller', 'What the user may do; it stays as it was made'),
    member_id: optional.id('The seller it acts for, which stays as it was made; null for an administrator'),
    created_on: readOnly.date('When the user was created, UTC'),
    last_modified: readOnly.date('When it or its password last changed, UTC'),
  },
  unique: [{ field: 'username' }],
  secrets: [{ name: 'password_hash' }],
  writeOnly: {
    create: { password: Password.describe('Password to log in with') },
    update: {
      password: Password.optional().describe('New password'),
      current_password: Password.optional().describe('Present password: required of a user that changes its own'),
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

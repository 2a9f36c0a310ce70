import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';

/** The buyer directory. Its ids are those that bids carry, so the administrator who adds a buyer gives the id. */
export const platformMemberResource = defineResource({
  service: 'platform-member',
  plural: 'platform-members',
  words: {
    one: 'a platform member',
    many: 'platform members',
    description:
      'The directory of buyers. All users read it; only administrators write. Its ids are those that bids and `buyer_members` name.',
    reading: '`GET /platform-member?name=Saffron Travel` finds a buyer by its whole name.',
  },
  fields: {
    id: required.id('The member id that bids carry'),
    name: required.name('Name of the member'),
    primary_type: optional.choice(
      ['buyer', 'network', 'seller', 'data_provider'],
      'buyer',
      'What the member mainly does',
    ),
    active: optional.boolean(true, 'False: the member no longer trades'),
    last_modified: readOnly.lastModified(),
  },
  owner: 'shared',
});

export type PlatformMember = Stored<typeof platformMemberResource>;

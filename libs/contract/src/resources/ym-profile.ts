import { defineResource, type Stored } from '../resource/resource.ts';
import { labelled, optional, readOnly, required, shared, unlisted } from '../resource/field.ts';
import { wholeNumber } from '../value/scalar.ts';
import { committed } from './commitment.ts';

/** The publishers of a ym-profile, which a draft may give it too. */
export const publishers = shared(
  'publisher_ids',
  optional.inventoryIds(
    'publisher_id',
    1000,
    'Publishers of the ym-profile; a publisher has one ym-profile within a member',
  ),
);

/** What recorded auctions cannot tell of the sites, and comparisons need to know. */
const ofTraffic = {
  closed_hours: shared(
    'closed_hours',
    optional.list(wholeNumber(0, 23), 23, "Hours of the seller's day in which its sites are closed"),
  ),
  no_units: labelled(
    'No user returns',
    shared('no_units', unlisted(optional.boolean(false, 'Whether no user or session returns, for comparisons'))),
  ),
};

export const ymProfileResource = defineResource({
  service: 'ym-profile',
  plural: 'ym-profiles',
  hasMoney: true,
  words: {
    one: 'a yield management profile',
    many: 'yield management profiles',
    description:
      'The container that tiers belong to. An auction names it by its id, or by a publisher that it lists. A ym-profile that has tiers cannot be deleted. To change its publishers needs the scope `publish`.',
    reading: '`GET /ym-profile?publisher_id=9` gives the ym-profile of this publisher.',
  },
  fields: {
    id: readOnly.id(),
    code: optional.text(1, 100, "The caller's own key, unique among the member's ym-profiles"),
    name: required.name('Name of the yield management profile'),
    description: optional.prose(1000, 'Description'),
    publisher_ids: labelled('Publishers', publishers),
    commitments: committed,
    ...ofTraffic,
    member_id: optional.owner(),
    last_modified: readOnly.lastModified(),
  },
  unique: [{ field: 'code' }, { field: 'publisher_ids' }],
});

export type YmProfile = Stored<typeof ymProfileResource>;

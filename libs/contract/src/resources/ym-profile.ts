import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';

export const ymProfileResource = defineResource({
  service: 'ym-profile',
  plural: 'ym-profiles',
  fields: {
    id: readOnly.id(),
    code: optional.text(1, 100, "The caller's own key, unique among the member's ym-profiles"),
    name: required.name('Name of the yield management profile'),
    description: optional.prose(1000, 'Description'),
    publisher_ids: optional.ids(
      'publisher_id',
      1000,
      'Publishers it serves; a publisher has one ym-profile within a member',
    ),
    member_id: optional.owner(),
    last_modified: readOnly.date('When it last changed, UTC'),
  },
  unique: [{ field: 'code' }, { field: 'publisher_ids' }],
});

export type YmProfile = Stored<typeof ymProfileResource>;

import { z } from 'zod';
import { optional, readOnly } from '../resource/field.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { draftFields } from '../resources/draft.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { Id } from '../value/scalar.ts';
import { TierSetDraft } from '../tier-set/draft-file.ts';

const followed = { id: true, member_id: true, last_modified: true } as const;
const entryId = { id: Id.optional().describe('Identifier of the stored object; absent: new') };

/** The tiers of a draft and their profiles, as a draft is answered. */
const Content = z
  .strictObject({
    tiers: z
      .array(
        tierResource.Output.omit({ ...followed, ym_profile_id: true, created_on: true })
          .extend(entryId)
          .meta({ id: 'DraftTier' }),
      )
      .describe('Its tiers; `profile_id` is an id of `profiles`'),
    profiles: z
      .array(profileResource.Output.omit(followed).extend(entryId).meta({ id: 'DraftProfile' }))
      .describe('The targeting profiles that its tiers use'),
  })
  .meta({ id: 'DraftContent' });

/** The last edit of an object of a draft. */
export const DraftEdit = z.strictObject({
  service: z.enum(['ym-profile', 'ym-auction-tier', 'profile']).describe('What kind of object it is'),
  id: Id.nullable().describe('Identifier of the object; null: new, identified by its name'),
  name: z.string().nullable().describe('Name of the object'),
  user: z.string().describe('The user that last changed it in this draft'),
  time: z.string().describe('When, UTC'),
  also: z.array(z.string()).optional().describe('Users that changed it before, or made the key that did; absent: none'),
});
export type DraftEdit = z.output<typeof DraftEdit>;

/** A draft of the tiers of a ym-profile, as it is sent and answered. */
export const draftResource = defineResource({
  service: 'draft',
  plural: 'drafts',
  hasMoney: true,
  words: {
    one: 'a draft',
    many: 'drafts',
    description:
      'Tiers that will replace those of a ym-profile, in one step, at once or at a set time. A new draft without tiers begins with the live tiers; `POST /draft?from=1` needs no body. Only `open` and `suspended` drafts may be changed, and a change of the content voids its approval. `publisher_ids` become those of the ym-profile; null: they stay. Where `If-Match` names another state, 412 has in `dbg_info` the `difference`, `changed_by`, `changed_at` and `etag`.',
  },
  fields: {
    ...draftFields.described,
    tier_set: optional.object(Content, TierSetDraft, 'The proposed tiers, as in a tier set file'),
    ...draftFields.governed,
    edits: readOnly.objects(
      DraftEdit,
      { service: 'string', id: 'int', name: 'string', user: 'string', time: 'date', also: 'array' },
      'The tiers and profiles that the draft has changed, with the last change of each',
    ),
    etag: readOnly.derivedString(
      'The entity tag of its state, for If-Match. Starting a comparison of the draft leaves the tag valid',
    ),
  },
});

export type Draft = Stored<typeof draftResource>;

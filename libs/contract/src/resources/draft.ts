import { z } from 'zod';
import { optional, readOnly, required, shared } from '../resource/field.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { committed } from './commitment.ts';
import { publishers } from './ym-profile.ts';

/** Drafts are not found by their publishers. */
const { elementFilter: _, ...ofYmProfile } = publishers;

/** The states of a draft. */
export const draftStates = ['open', 'scheduled', 'published', 'suspended'] as const;

/** What happens at the time of a scheduled draft if the live tiers have changed: rebased onto them, or suspended. */
export const ifChanged = ['rebase', 'suspend'] as const;

/** The attributes of a draft before its tiers. */
const described = {
  id: readOnly.id(),
  name: optional.name('Name of the draft'),
  ym_profile_id: required.id('The ym-profile whose tiers it replaces, fixed'),
  note: optional.text(1, 200, 'What the draft is for; the change log shows it at the publish'),
  approval_asked: shared(
    'approval_asked',
    optional.boolean(
      false,
      'Whether publishers are asked to approve or publish it; a change of the content withdraws that',
    ),
  ),
};

/** The attributes of a draft that follow its tiers. */
const governed = {
  commitments: committed,
  publisher_ids: ofYmProfile,
  member_id: optional.owner(),
  base_revision: readOnly.string('Revision of the ym-profile that the draft was made from, or last rebased on'),
  state: readOnly.choice(draftStates, 'State of the draft'),
  publish_at: readOnly.nullableDate('When the draft will be published, UTC; null: no time is set'),
  suspended_reason: readOnly.nullableString('Why it could not be published at its time; null: not suspended'),
  if_changed: readOnly.nullableChoice(
    ifChanged,
    'What happens at `publish_at` if the live tiers have changed: `rebase` carries the draft onto them, `suspend` suspends it; null: not scheduled',
  ),
  asked_by: readOnly.nullableString('The user that asked for it; null: none'),
  asked_at: readOnly.nullableDate('When it was asked for, UTC; null: never'),
  asked_note: readOnly.nullableString('What that user wrote for those who are asked; null: nothing'),
  approved_by: readOnly.nullableString('The user that approved this content; null: not approved'),
  approved_etag: readOnly.nullableString('The entity tag of the approved state; null: not approved'),
  simulation_id: readOnly.nullableIdOf('The newest comparison of this content; null: none'),
  created_by: readOnly.string('The user that made it'),
  changed_by: readOnly.string('The user that last changed its content'),
  last_modified: readOnly.lastModified(),
};

/** The fields of a draft without its tiers, which are stored in parts. */
export const draftFields = { described, governed };

/** A draft as it is stored: without its tiers, which are in its parts. */
export const storedDraftResource = defineResource({
  service: 'draft',
  plural: 'drafts',
  fields: {
    ...described,
    ...governed,
    base_sha256: readOnly.string('Hash of the tiers of the ym-profile at its base revision'),
    base_publisher_ids: ofYmProfile,
    content_sha256: { ...readOnly.string('Hash of its tiers and profiles'), initial: '' },
    asked_summary: readOnly.nullableString('What it changed and its verdict when it was asked for; null: not asked'),
    scheduled_by: readOnly.nullableString('The user that set the time'),
    during_experiment: {
      ...readOnly.boolean('While it is scheduled, whether its publish may end the phase of an experiment'),
      initial: false,
    },
    scheduled_ym_profile_id: readOnly.nullableIdOf('While it is scheduled its ym-profile, which has one such draft'),
  },
  references: [{ field: 'ym_profile_id', service: 'ym-profile' }],
  unique: [{ field: 'scheduled_ym_profile_id' }],
});

export type StoredDraft = Stored<typeof storedDraftResource>;

/** Some of the tiers or profiles of a draft. */
export const draftPartResource = defineResource({
  service: 'draft-part',
  plural: 'draft-parts',
  fields: {
    id: readOnly.id(),
    draft_id: required.id('The draft'),
    list: optional.choice(['tiers', 'profiles', 'edits'], 'tiers', 'What the entries are'),
    place: optional.int(0, 100_000, 0, 'Place among the parts of this list'),
    entries: optional.list(
      z.record(z.string(), z.unknown()),
      10_000,
      'The entries: tiers and profiles in the form of a tier set file, edits as a draft shows them',
    ),
    member_id: optional.owner(),
  },
  references: [{ field: 'draft_id', service: 'draft' }],
});

export type DraftPart = Stored<typeof draftPartResource>;

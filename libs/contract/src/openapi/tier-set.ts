import { demoFeePct, demoTierSet } from '../demo/index.ts';
import { findingsOfFile, sellerCurrency, sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { exportKey, TierSetDraft } from '../tier-set/draft-file.ts';
import { diffKey, ImportAnswer, importKey, restoreKey, undoKey } from '../tier-set/import-answer.ts';
import { ChangeNote } from '../value/scalar.ts';
import { exampleAnswer, oneEnvelope, writtenEnvelope } from './envelope.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** The schemas of tier set files, and of what an import answers. */
export const tierSetSchemas = (): Json => ({
  TierSetFile: {
    description: 'All that one ym-profile needs',
    ...objectOf(
      {
        ym_profile: { ...ref('YmProfile'), description: 'The ym-profile' },
        revenue_share_pct: { type: 'number', minimum: 0, exclusiveMaximum: 100, description: sellerFee().description },
        timezone: { type: 'string', description: sellerTimezone().description },
        currency: { type: 'string', description: sellerCurrency().description },
        tiers: arrayOf(ref('YmAuctionTier'), { description: 'Its tiers' }),
        profiles: arrayOf(ref('Profile'), { description: 'The targeting profiles that the tiers use' }),
        revision: { type: 'string', description: 'The state of the stored objects that it was taken from' },
      },
      // A file that was written by hand lacks them.
      ['revenue_share_pct', 'timezone', 'currency'],
    ),
  },
  TierSetDraft: toJsonSchema(TierSetDraft, 'input'),
  ImportAnswer: toJsonSchema(ImportAnswer, 'output'),
  TierSetExported: oneEnvelope(exportKey, 'TierSetFile'),
  TierSetImported: writtenEnvelope(importKey, 'ImportAnswer'),
  TierSetRestored: writtenEnvelope(restoreKey, 'ImportAnswer'),
  TierSetUndone: writtenEnvelope(undoKey, 'ImportAnswer'),
  TierSetDiffered: oneEnvelope(diffKey, 'ImportAnswer'),
  RestoreBody: objectOf(
    { note: { ...toJsonSchema(ChangeNote, 'input'), description: 'What the restore or the undo is for' } },
    ['note'],
  ),
});

const fileExample = {
  ...demoTierSet(),
  revenue_share_pct: demoFeePct,
  timezone: 'UTC',
  currency: 'USD',
  revision: '1-18-4f2a9c11.81d3e0aa',
};
const exportExample = exampleAnswer(exportKey, {
  count: 1,
  start_element: 0,
  num_elements: 100,
  [exportKey]: fileExample,
});

/** Written by hand: the tier names its profile by the id that it has in the file. */
const draftExample = {
  tiers: [
    {
      name: 'New York premium',
      priority: 8,
      member_action: 'include',
      min_price: '3.00',
      profile_id: 1,
      buyer_members: [{ id: 102 }, { name: 'Harbor Ads' }],
    },
  ],
  profiles: [{ id: 1, name: 'New York market', dma_action: 'include', dma_targets: [{ dma: 501 }] }],
};

const { tiers, profiles } = demoTierSet();
const dropped = profiles.filter(({ id }) => id !== 1);
const nameOf = (service: string) => (row: { readonly id: number; readonly name: string | null }) => ({
  service,
  id: row.id,
  name: row.name,
});

/** What the import of the draft by hand would do to the demo. */
const importExample = exampleAnswer(importKey, {
  count: 1,
  id: 1,
  [importKey]: {
    dry_run: true,
    ym_profile_id: 1,
    revision: '1-18-4f2a9c11.81d3e0aa',
    summary: [
      ...tiers.map(({ id, name }) => `removes tier ${id} ${name}`),
      'adds tier 13 New York premium',
      ...dropped.map(({ id, name }) => `removes profile ${id} ${name}`),
    ],
    created: [{ service: 'ym-auction-tier', id: 13, name: 'New York premium', place: 0, file_id: null }],
    updated: [],
    deleted: [...tiers.map(nameOf('ym-auction-tier')), ...dropped.map(nameOf('profile'))],
    unchanged: { tiers: 0, profiles: 1 },
    findings: [],
  },
});

/** Of the demo as its first start leaves it. */
export const nothingChanges = {
  dry_run: true,
  ym_profile_id: 1,
  revision: '1-18-4f2a9c11.81d3e0aa',
  summary: [],
  created: [],
  updated: [],
  deleted: [],
  unchanged: { tiers: tiers.length, profiles: profiles.length },
  findings: findingsOfFile(fileExample),
};
const diffExample = exampleAnswer(diffKey, {
  count: 1,
  start_element: 0,
  num_elements: 100,
  [diffKey]: nothingChanges,
});
const restoreExample = exampleAnswer(restoreKey, { count: 1, id: 1, [restoreKey]: nothingChanges });
/** The last step of the demo's first start made its last tier. */
const lastTier = tiers.at(-1)!;
const lessTiers = tiers.slice(0, -1);
const undoExample = exampleAnswer(undoKey, {
  count: 1,
  id: 1,
  [undoKey]: {
    ...nothingChanges,
    summary: [`removes tier ${lastTier.id} ${lastTier.name}`],
    deleted: [nameOf('ym-auction-tier')(lastTier)],
    unchanged: {
      tiers: lessTiers.length,
      profiles: new Set(lessTiers.flatMap(({ profile_id: id }) => id ?? [])).size,
    },
    findings: findingsOfFile({ ...fileExample, tiers: lessTiers }),
  },
});

const body = jsonContent(
  {
    oneOf: [ref('TierSetDraft'), objectOf({ [exportKey]: ref('TierSetDraft') }), ref('TierSetExported')],
  },
  { handwritten: draftExample, wrapped: { [exportKey]: draftExample }, exported: exportExample },
);

const tag = 'ym-profile';

/** The words for the operations on whole tier sets, by method and path. */
export const tierSetWords: Readonly<Record<string, Words>> = {
  'GET /ym-profile/export': {
    tag,
    id: 'exportYmProfile',
    summary: 'Export a yield management profile with its tiers and their profiles as one file',
    description:
      'With `revision`: as it was then, worked out from the changes since. 410 where they are not all kept; the message names the oldest revision that is.',
    request: { id: 1 },
    parameters: { revision: 'The moment: a revision, as the history and the change log show it. Left out: now' },
    answerFields: { schema: 'TierSetFile', at: `response.${exportKey}`, depth: 1 },
    answer: jsonContent(ref('TierSetExported'), { exported: exportExample }),
    errors: [404, 410],
  },
  'GET /ym-profile/diff': {
    tag,
    id: 'diffYmProfile',
    summary: 'Compare a yield management profile at two moments',
    description: 'Field by field, in the form that an import with `dry_run` answers.',
    request: { id: 1, from: '1-18', to: '1-18' },
    answerFields: { schema: 'ImportAnswer', at: `response.${diffKey}` },
    answer: jsonContent(ref('TierSetDiffered'), { same: diffExample }),
    errors: [404, 410],
  },
  'POST /ym-profile/restore': {
    tag,
    id: 'restoreYmProfile',
    summary: 'Make a yield management profile, its tiers and their profiles what they were at a revision',
    description:
      'All of it is done or nothing, in one step, which can itself be undone by a restore to the revision before it. Objects that were deleted since come back under their old ids; what has come since goes. 409 names what stands in the way: a profile that others use too and that was different, a tier that another ym-profile has now, a code that another object has taken.',
    request: { id: 1, revision: '1-18', dry_run: true },
    bodyFields: { schema: 'RestoreBody' },
    body: jsonContent(ref('RestoreBody'), { noted: { note: 'Back to the tiers of Monday' } }),
    answerFields: { schema: 'ImportAnswer', at: `response.${restoreKey}` },
    answer: jsonContent(ref('TierSetRestored'), { noted: restoreExample }),
    errors: [404, 409, 410, 412],
  },
  'POST /ym-profile/undo': {
    tag,
    id: 'undoYmProfile',
    summary: 'Take back one step of a yield management profile, and keep what came later',
    description:
      '`revision` is that of the step, as the history has it. What the step changed becomes what it was before, object by object and field by field; all of it is done or nothing, as a step of its own. 409 where later steps have changed the same: `dbg_info.conflicts` has each place with `base`, its value right after the step, `live`, its value now, and `draft`, its value before the step.',
    request: { id: 1, revision: '1-18', dry_run: true },
    bodyFields: { schema: 'RestoreBody' },
    body: jsonContent(ref('RestoreBody'), { noted: { note: 'The price of Monday was a mistake' } }),
    answerFields: { schema: 'ImportAnswer', at: `response.${undoKey}` },
    answer: jsonContent(ref('TierSetUndone'), { noted: undoExample }),
    errors: [404, 409, 410, 412],
  },
  'POST /ym-profile/import': {
    tag,
    id: 'importYmProfile',
    summary: 'Import a file: replace the tiers of a yield management profile, and their profiles',
    request: { id: 1, dry_run: true },
    description:
      "All of it is done or nothing, in one step. What has the id of one of its tiers or profiles is that one; the rest is created, and what the file lacks is deleted. A profile that others use too is never changed. The ym-profile itself stays as it is, and so do the seller's fee, time zone and currency. The body is what an export answers, its file, or less, written by hand.",
    bodyFields: { schema: 'TierSetDraft', depth: 1 },
    body,
    answerFields: { schema: 'ImportAnswer', at: `response.${importKey}` },
    answer: jsonContent(ref('TierSetImported'), { handwritten: importExample }),
    errors: [404, 409, 412],
  },
};

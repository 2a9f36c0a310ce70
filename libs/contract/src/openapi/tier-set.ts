import { demoFeePct, demoTierSet } from '../demo/index.ts';
import { sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { exportKey, TierSetDraft } from '../tier-set/draft-file.ts';
import { ImportAnswer, importKey } from '../tier-set/import-answer.ts';
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
        tiers: arrayOf(ref('YmAuctionTier'), { description: 'Its tiers' }),
        profiles: arrayOf(ref('Profile'), { description: 'The targeting profiles that the tiers use' }),
        revision: { type: 'string', description: 'The state of the stored objects that it was taken from' },
      },
      // An export of an older service, which an import takes too, lacks them.
      ['revenue_share_pct', 'timezone'],
    ),
  },
  TierSetDraft: toJsonSchema(TierSetDraft, 'input'),
  ImportAnswer: toJsonSchema(ImportAnswer, 'output'),
  TierSetExported: oneEnvelope(exportKey, 'TierSetFile'),
  TierSetImported: writtenEnvelope(importKey, 'ImportAnswer'),
});

const fileExample = {
  ...demoTierSet(),
  revenue_share_pct: demoFeePct,
  timezone: 'UTC',
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
    request: { id: 1 },
    answerFields: { schema: 'TierSetFile', at: `response.${exportKey}`, depth: 1 },
    answer: jsonContent(ref('TierSetExported'), { exported: exportExample }),
    errors: [404],
  },
  'POST /ym-profile/import': {
    tag,
    id: 'importYmProfile',
    summary: 'Import a file: replace the tiers of a yield management profile, and their profiles',
    request: { id: 1, dry_run: true },
    description:
      "All of it is done or nothing, in one step. What has the id of one of its tiers or profiles is that one; the rest is created, and what the file lacks is deleted. A profile that others use too is never changed. The ym-profile itself stays as it is, and so do the seller's fee and time zone. The body is what an export answers, its file, or less, written by hand.",
    bodyFields: { schema: 'TierSetDraft', depth: 1 },
    body,
    answerFields: { schema: 'ImportAnswer', at: `response.${importKey}` },
    answer: jsonContent(ref('TierSetImported'), { handwritten: importExample }),
    errors: [404, 409, 412],
  },
};

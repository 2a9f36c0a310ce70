import { demoFeePct, demoTierSet } from '../demo/index.ts';
import { sellerFee } from '../engine/tier-set-file.ts';
import { ImportAnswer, exportKey, importKey, TierSetDraft } from '../tier-set/import.ts';
import { envelope, exampleAnswer, oneEnvelope } from './envelope.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** The schemas of tier set files, and of what an import answers. */
export const tierSetSchemas = (): Json => ({
  TierSetFile: objectOf(
    {
      ym_profile: ref('YmProfile'),
      revenue_share_pct: { type: 'number', minimum: 0, exclusiveMaximum: 100, description: sellerFee().description },
      tiers: arrayOf(ref('YmAuctionTier')),
      profiles: arrayOf(ref('Profile')),
      revision: { type: 'string', description: 'Of the snapshot that it was taken from' },
    },
    // An export of an older service, which an import takes too, lacks it.
    ['revenue_share_pct'],
  ),
  TierSetDraft: toJsonSchema(TierSetDraft, 'input'),
  ImportAnswer: toJsonSchema(ImportAnswer, 'output'),
  TierSetExported: oneEnvelope(exportKey, 'TierSetFile'),
  TierSetImported: envelope({ count: { const: 1 }, id: ref('Id'), [importKey]: ref('ImportAnswer') }),
});

const { ym_profile: ymProfile, tiers, profiles } = demoTierSet();
const targeted = tiers.filter(({ profile_id: id }) => id === profiles[0]?.id);
const fileExample = {
  ym_profile: ymProfile,
  revenue_share_pct: demoFeePct,
  tiers: targeted,
  profiles: profiles.slice(0, 1),
  revision: '1-42',
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
      buyer_members: [{ id: 102 }, { name: 'Bluefin DSP' }],
    },
  ],
  profiles: [{ id: 1, name: 'New York market', dma_action: 'include', dma_targets: [{ dma: 501 }] }],
};

const importExample = exampleAnswer(importKey, {
  count: 1,
  id: 1,
  [importKey]: {
    dry_run: true,
    ym_profile_id: 1,
    revision: '1-43',
    summary: [
      'removes tier 3 New York premium',
      'adds tier 13 New York premium',
      'profile 1 New York market: dma_targets removes 803',
    ],
    created: [{ service: 'ym-auction-tier', id: 13, name: 'New York premium', place: 0, file_id: null }],
    updated: [
      {
        service: 'profile',
        id: 1,
        name: 'New York market',
        changes: [{ field: 'dma_targets', before: [{ dma: 501 }, { dma: 803 }], after: [{ dma: 501 }] }],
      },
    ],
    deleted: [{ service: 'ym-auction-tier', id: 3, name: 'New York premium' }],
    unchanged: { tiers: 0, profiles: 0 },
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
    summary: 'Take a yield management profile with its tiers and their profiles as one file',
    answer: jsonContent(ref('TierSetExported'), { exported: exportExample }),
    errors: [404],
  },
  'POST /ym-profile/import': {
    tag,
    id: 'importYmProfile',
    summary: 'Replace the tiers of a yield management profile, and their profiles, by those of a file',
    description:
      "All of it is done or nothing, in one step. What has the id of one of its tiers or profiles is that one; the rest is created, and what the file lacks is deleted. A profile that others use too is never changed. The ym-profile itself stays as it is, and so does the seller's fee. The body is what an export answers, its file, or less, written by hand.",
    body,
    answer: jsonContent(ref('TierSetImported'), { trial: importExample }),
    errors: [404, 409, 412],
  },
};

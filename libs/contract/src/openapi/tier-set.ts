import { demoFeePct, demoTierSet } from '../demo/index.ts';
import { findingsOfFile, sellerCurrency, sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { exportKey, TierSetDraft } from '../tier-set/draft-file.ts';
import { BackAnswer, diffKey, ImportAnswer, importKey, restoreKey, undoKey } from '../tier-set/import-answer.ts';
import { ChangeNote } from '../value/scalar.ts';
import { exampleAnswer, oneEnvelope, writtenEnvelope } from './envelope.ts';
import { arrayOf, type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components, toJsonSchema } from './to-json-schema.ts';

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
  ...components({ TierSetDraft }, 'input'),
  ...components({ ImportAnswer, BackAnswer }, 'output'),
  TierSetExported: oneEnvelope(exportKey, 'TierSetFile'),
  TierSetImported: writtenEnvelope(importKey, 'ImportAnswer'),
  TierSetRestored: writtenEnvelope(restoreKey, 'BackAnswer'),
  TierSetUndone: writtenEnvelope(undoKey, 'BackAnswer'),
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

/** A file written by hand: the tier refers to its profile by the profile's id in the file. */
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

/** The effect of importing `draftExample` into the demo. */
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

/** The answer of an import that changes nothing in the demo after its first start. */
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
const restoreExample = exampleAnswer(restoreKey, {
  count: 1,
  id: 1,
  [restoreKey]: { ...nothingChanges, draft_id: null },
});
/** The last step of the demo's first start created this tier, so undoing the step removes it. */
const lastTier = tiers.at(-1)!;
const lessTiers = tiers.slice(0, -1);
const undoExample = exampleAnswer(undoKey, {
  count: 1,
  id: 1,
  [undoKey]: {
    ...nothingChanges,
    draft_id: null,
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

/** Examples of bodies and answers, by operation. */
export const tierSetShown: Readonly<Record<string, Shown>> = {
  exportYmProfile: {
    answer: jsonContent(ref('TierSetExported'), { exported: exportExample }),
  },
  diffYmProfile: {
    answer: jsonContent(ref('TierSetDiffered'), { same: diffExample }),
  },
  restoreYmProfile: {
    body: jsonContent(ref('RestoreBody'), { noted: { note: 'Back to the tiers of Monday' } }),
    answer: jsonContent(ref('TierSetRestored'), { noted: restoreExample }),
  },
  undoYmProfile: {
    body: jsonContent(ref('RestoreBody'), { noted: { note: 'The price of Monday was a mistake' } }),
    answer: jsonContent(ref('TierSetUndone'), { noted: undoExample }),
  },
  importYmProfile: {
    body,
    answer: jsonContent(ref('TierSetImported'), { handwritten: importExample }),
  },
};

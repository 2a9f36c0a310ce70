import { sellerCurrency, sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { exportKey, TierSetDraft } from '../tier-set/draft-file.ts';
import { BackAnswer, diffKey, ImportAnswer, importKey, restoreKey, undoKey } from '../tier-set/import-answer.ts';
import { ChangeNote } from '../value/scalar.ts';
import answers from './answers.json' with { type: 'json' };
import { oneEnvelope, writtenEnvelope } from './envelope.ts';
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

const body = jsonContent(
  {
    oneOf: [ref('TierSetDraft'), objectOf({ [exportKey]: ref('TierSetDraft') }), ref('TierSetExported')],
  },
  {
    handwritten: draftExample,
    wrapped: { [exportKey]: draftExample },
    exported: answers.exportYmProfile['application/json'].exported,
  },
);

const note = (text: string): Json => jsonContent(ref('RestoreBody'), { noted: { note: text } });

/** Examples of bodies, and answers, by operation. */
export const tierSetShown: Readonly<Record<string, Shown>> = {
  exportYmProfile: { answer: jsonContent(ref('TierSetExported')) },
  diffYmProfile: { answer: jsonContent(ref('TierSetDiffered')) },
  restoreYmProfile: { body: note('Back to the tiers of Monday'), answer: jsonContent(ref('TierSetRestored')) },
  undoYmProfile: { body: note('The price of Monday was a mistake'), answer: jsonContent(ref('TierSetUndone')) },
  importYmProfile: { body, answer: jsonContent(ref('TierSetImported')) },
};

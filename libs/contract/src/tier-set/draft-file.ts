import { z } from 'zod';
import { sellerCurrency, sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { Id } from '../value/scalar.ts';

/** The key of the file in an export's answer. */
export const exportKey = 'ym-profile-export';

/** The file in a saved export: in its whole answer, in its key, or the file itself. */
export function bareFile(saved: unknown): unknown {
  const answer = onlyValue(saved, 'response');
  const held = answer === undefined ? undefined : valueOf(answer, exportKey);
  return held ?? onlyValue(saved, exportKey) ?? saved;
}

/** The value of an object's only attribute, if it has this name. */
function onlyValue(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length === 1 ? valueOf(value, name) : undefined;
}

function valueOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** The most tiers, and the most profiles, of one file. */
export const maxDraftEntries = 10_000;

/** In a file an id names the stored object that is meant; other attributes that the service sets are ignored. */
const named = {
  id: Id.optional().describe('Identifier of the stored object; absent or unknown: new'),
  member_id: Id.optional().describe("The caller's own member"),
};

export const TierDraft = tierResource.Create.extend({
  ...named,
  ym_profile_id: Id.optional().describe('Ignored: the tiers become those of the ym-profile that the import names'),
}).meta({ id: 'TierSetTier' });
export type TierDraft = z.output<typeof TierDraft>;

export const ProfileDraft = profileResource.Create.extend(named).meta({ id: 'TierSetProfile' });
export type ProfileDraft = z.output<typeof ProfileDraft>;

const YmProfileDraft = ymProfileResource.Update.extend(named).meta({ id: 'TierSetYmProfile' });

const Draft = z
  .strictObject({
    ym_profile: YmProfileDraft.optional().describe('The ym-profile as it was exported; an import does not change it'),
    revenue_share_pct: sellerFee(),
    timezone: sellerTimezone(),
    currency: sellerCurrency(),
    tiers: z
      .array(TierDraft)
      .max(maxDraftEntries)
      .describe('The tiers, each as the body of `POST /ym-auction-tier`; `profile_id` is an id of `profiles`'),
    profiles: z
      .array(ProfileDraft)
      .max(maxDraftEntries)
      .optional()
      .describe('The targeting profiles of the tiers, each as the body of `POST /profile`, with an `id`'),
    revision: z.string().max(100).optional().describe('In an export: the revision that it was taken from'),
  })
  .describe('A tier set as an export answers it, or less, written by hand');

/** A tier set file for an import: an export, or a smaller file written by hand. */
export const TierSetDraft = z.preprocess(shortened, Draft).meta({ id: 'TierSetDraft' }) as unknown as z.ZodType<
  z.output<typeof Draft>,
  z.input<typeof Draft>
>;
export type TierSetDraft = z.output<typeof TierSetDraft>;

/** Cuts lists that are too long to one entry over the limit, so that they are refused without validating each entry. */
function shortened(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  return Object.fromEntries(
    Object.entries(file).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length > maxDraftEntries
        ? Array.from({ length: maxDraftEntries + 1 }, () => null)
        : value,
    ]),
  );
}

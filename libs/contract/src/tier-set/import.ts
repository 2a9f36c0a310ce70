import { z } from 'zod';
import { sellerFee, sellerTimezone } from '../engine/tier-set-file.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { Id } from '../value/scalar.ts';
import { TierSetDifference, TierSetObject } from './difference.ts';

/** The key of the file in the answer of an export. */
export const exportKey = 'ym-profile-export';
/** The key of what an import answers. */
export const importKey = 'ym-profile-import';

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

/** Tiers, and profiles, that one file may hold. */
export const maxDraftEntries = 10_000;

/** In a file an id names the stored object that is meant; other attributes that the service sets are ignored. */
const named = { id: Id.optional(), member_id: Id.optional() };

export const TierDraft = tierResource.Create.extend({ ...named, ym_profile_id: Id.optional() });
export type TierDraft = z.output<typeof TierDraft>;

export const ProfileDraft = profileResource.Create.extend(named);
export type ProfileDraft = z.output<typeof ProfileDraft>;

const YmProfileDraft = ymProfileResource.Update.extend(named);

/** A tier set file as an import takes it: an export, or a part of one, written by hand. */
export const TierSetDraft = z.strictObject({
  ym_profile: YmProfileDraft.optional(),
  revenue_share_pct: sellerFee(),
  timezone: sellerTimezone(),
  tiers: z.array(TierDraft).max(maxDraftEntries),
  profiles: z.array(ProfileDraft).max(maxDraftEntries).optional(),
  revision: z.string().max(100).optional(),
});
export type TierSetDraft = z.output<typeof TierSetDraft>;

/** An object that an import creates. */
const Created = TierSetObject.extend({
  /** Its index in the file's list, from 0, and the id that it has there, if any. */
  place: z.int().min(0),
  file_id: Id.nullable(),
});

/** What lint finds in a valid tier set. */
export const TierSetFinding = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  tier_ids: z.array(Id),
  message: z.string(),
  advice: z.string(),
});
export type TierSetFinding = z.output<typeof TierSetFinding>;

/** What an import did, or would do. */
export const ImportAnswer = z.strictObject({
  dry_run: z.boolean(),
  ym_profile_id: Id,
  /** After the import; of a dry run the present one. */
  revision: z.string(),
  /** Of a dry run, an id is that of the file, or one above all others: findings go by it. */
  ...TierSetDifference.shape,
  created: z.array(Created),
  findings: z.array(TierSetFinding),
});
export type ImportAnswer = z.output<typeof ImportAnswer>;

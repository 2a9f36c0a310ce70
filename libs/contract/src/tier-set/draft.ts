import { z } from 'zod';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { Id } from '../value/scalar.ts';

/** Tiers, and profiles, that one file may bring. */
export const maxDraftEntries = 10_000;

/** In a file an id says which object is meant; what the service sets by itself may stand there and says nothing. */
const named = { id: Id.optional(), member_id: Id.optional() };

export const TierDraft = tierResource.Create.extend({ ...named, ym_profile_id: Id.optional() });
export type TierDraft = z.output<typeof TierDraft>;

export const ProfileDraft = profileResource.Create.extend(named);
export type ProfileDraft = z.output<typeof ProfileDraft>;

const YmProfileDraft = ymProfileResource.Update.extend(named);

/** A tier set file as an import takes it: what an export gives, or less, written by hand. */
export const TierSetDraft = z.strictObject({
  ym_profile: YmProfileDraft.optional(),
  tiers: z.array(TierDraft).max(maxDraftEntries),
  profiles: z.array(ProfileDraft).max(maxDraftEntries).optional(),
  revision: z.string().max(100).optional(),
});
export type TierSetDraft = z.output<typeof TierSetDraft>;

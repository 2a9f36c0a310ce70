import type { TierSetSource } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { type Plain, withInitials } from '../resource/object.ts';
import type { Resource } from '../resource/resource.ts';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { toEngineProfile, toEngineTier } from './to-engine.ts';

/** Rows of a file, which may have been exported before an attribute was defined: that then has its initial value. */
const rows = <Output extends z.ZodType>(resource: Pick<Resource, 'fields'> & { readonly Output: Output }) =>
  z.array(z.preprocess((row) => (isPlain(row) ? withInitials(resource, row) : row), resource.Output));

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A `*.tiers.json` file: everything that one ym-profile needs. */
export const TierSetFile = z.strictObject({
  ym_profile: ymProfileResource.Output,
  tiers: rows(tierResource),
  profiles: rows(profileResource),
  revision: z.string(),
});
export type TierSetFile = z.output<typeof TierSetFile>;

/** A tier set file as the engine compiles it. */
export function toTierSetSource(file: TierSetFile): TierSetSource {
  return {
    ymProfileId: file.ym_profile.id,
    revision: file.revision,
    tiers: file.tiers.map(toEngineTier),
    profiles: file.profiles.map(toEngineProfile),
  };
}

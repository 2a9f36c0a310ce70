import type { TierSetSource } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import { profileResource } from '../resources/profile.ts';
import { tierResource } from '../resources/tier.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import { toEngineProfile, toEngineTier } from './to-engine.ts';

/** A `*.tiers.json` file: everything that one ym-profile needs. */
export const TierSetFile = z.strictObject({
  ym_profile: ymProfileResource.Output,
  tiers: z.array(tierResource.Output),
  profiles: z.array(profileResource.Output),
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

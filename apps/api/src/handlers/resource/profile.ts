import { type AuctionTier, completeProfile, type Places } from '@auction-tiers/contract';
import { findCountry, findCountryByCode, findDma, isRegion } from '@auction-tiers/dma-data';
import { openExperiments, phaseWarnings } from '../../experiment/open-experiments.ts';
import type { Deps } from '../request/deps.ts';
import type { Rules } from './rules.ts';

/** The countries and market areas that profiles may target here. */
export const placesOf = ({ settings }: Pick<Deps, 'settings'>): Places => ({
  findCountry,
  findCountryByCode,
  findDma,
  isRegion,
  inactiveDmas: settings.INACTIVE_DMAS,
});

/** A profile targets places that exist, and a member has a limited number of profiles. */
export function profileRules(deps: Pick<Deps, 'settings' | 'mirror'>): Rules {
  const places = placesOf(deps);
  return {
    complete: (profile, found) => completeProfile(profile, places, found),
    limit: deps.settings.MAX_PROFILES_PER_MEMBER,
    isPublished: true,
    tell: (call, { id, memberId: owner }) => {
      if (owner === null || openExperiments(deps.mirror, owner).length === 0) return;
      const users = (deps.mirror.rows('ym-auction-tier', owner) as readonly AuctionTier[])
        .filter(({ profile_id: profileId }) => profileId === id)
        .map(({ ym_profile_id: ymProfileId }) => ymProfileId);
      for (const warning of phaseWarnings(deps.mirror, owner, new Set(users))) call.warn(warning);
    },
  };
}

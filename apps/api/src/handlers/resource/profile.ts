import { type CallContext, completeProfile, type Places } from '@auction-tiers/contract';
import { findCountry, findCountryByCode, findDma, isRegion } from '@auction-tiers/dma-data';
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
export function profileRules(
  deps: Pick<Deps, 'settings' | 'mirror'>,
  tellOfLive: (call: CallContext, owner: number, ymProfileIds: ReadonlySet<number>) => Promise<void>,
): Rules {
  const places = placesOf(deps);
  return {
    complete: (profile, found) => completeProfile(profile, places, found),
    limit: deps.settings.MAX_PROFILES_PER_MEMBER,
    isPublished: true,
    tell: async (call, { id, memberId: owner }) => {
      if (owner === null) return;
      const users = deps.mirror
        .rows('ym-auction-tier', owner)
        .filter(({ profile_id: profileId }) => profileId === id)
        .map(({ ym_profile_id: ymProfileId }) => ymProfileId);
      await tellOfLive(call, owner, new Set(users));
    },
  };
}

import {
  type Handlers,
  platformMemberResource,
  profileResource,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { auctionHandlers } from '../auction/handlers.ts';
import { login } from '../auth/login.ts';
import { changeLogHandlers } from './change-log.ts';
import { countryHandlers } from './country.ts';
import type { Deps } from './deps.ts';
import { dmaHandlers } from './dma.ts';
import { memberHandlers } from './member.ts';
import { completeProfile } from './profile.ts';
import { storedHandlers } from './stored.ts';
import { completeTier } from './tier.ts';

/** Everything behind the router. */
export function createHandlers(deps: Deps): Handlers {
  const tierOptions = () => ({ limit: deps.settings.MAX_TIERS_PER_MEMBER });
  return {
    tier: storedHandlers(tierResource, deps, completeTier(deps), tierOptions) as unknown as Handlers['tier'],
    ymProfile: storedHandlers(ymProfileResource, deps) as unknown as Handlers['ymProfile'],
    profile: storedHandlers(profileResource, deps, completeProfile(deps)) as unknown as Handlers['profile'],
    platformMember: storedHandlers(platformMemberResource, deps, undefined, ({ id }) => ({
      id: id as number,
    })) as unknown as Handlers['platformMember'],
    member: memberHandlers(deps),
    dma: dmaHandlers(deps),
    country: countryHandlers,
    auction: auctionHandlers(deps),
    changeLog: changeLogHandlers(deps),
    auth: { login: (context, input) => login(deps.store, input, Date.now(), context.warn) },
  };
}

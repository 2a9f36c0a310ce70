import {
  type Handlers,
  type Plain,
  platformMemberResource,
  profileResource,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { auctionHandlers } from '../auction/handlers.ts';
import { login } from '../auth/login.ts';
import { apiKeyHandlers } from './api-key.ts';
import { changeLogHandlers } from './change-log.ts';
import { countryHandlers } from './country.ts';
import type { Deps } from './deps.ts';
import { dmaHandlers } from './dma.ts';
import { memberHandlers } from './member.ts';
import { completeProfile } from './profile.ts';
import { storedHandlers } from './stored.ts';
import { completeTier } from './tier.ts';
import { userHandlers } from './user.ts';

/** Everything behind the router. */
export function createHandlers(deps: Deps): Handlers {
  const creation = () => ({ limit: deps.settings.MAX_TIERS_PER_MEMBER });
  const withGivenId = { creation: ({ id }: Plain) => ({ id: id as number }) };
  return {
    tier: storedHandlers(tierResource, deps, { complete: completeTier(deps), creation }) as unknown as Handlers['tier'],
    ymProfile: storedHandlers(ymProfileResource, deps) as unknown as Handlers['ymProfile'],
    profile: storedHandlers(profileResource, deps, {
      complete: completeProfile(deps),
    }) as unknown as Handlers['profile'],
    platformMember: storedHandlers(platformMemberResource, deps, withGivenId) as unknown as Handlers['platformMember'],
    member: memberHandlers(deps),
    user: userHandlers(deps),
    apiKey: apiKeyHandlers(deps),
    dma: dmaHandlers(deps),
    country: countryHandlers,
    auction: auctionHandlers(deps),
    changeLog: changeLogHandlers(deps),
    auth: { login: (context, input) => login(deps.store, input, Date.now(), context.warn) },
  };
}

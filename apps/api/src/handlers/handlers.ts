import {
  type Handlers,
  type Plain,
  platformMemberResource,
  profileResource,
  tierResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { auctionHandlers } from './auction/handlers.ts';
import type { SentAuctions } from './auction/parsed-auctions.ts';
import { login } from '../auth/login.ts';
import { simulationHandlers } from './simulation/handlers.ts';
import { exportTierSet } from './tier-set/export.ts';
import { importTierSet } from './tier-set/import.ts';
import { apiKeyHandlers } from './resource/api-key.ts';
import { changeLogHandlers } from './resource/change-log.ts';
import { countryHandlers } from './resource/country.ts';
import type { Deps } from './request/deps.ts';
import { dmaHandlers } from './resource/dma.ts';
import { memberHandlers } from './resource/member.ts';
import { completeProfile } from './resource/profile.ts';
import { storedHandlers } from './resource/stored.ts';
import { completeTier } from './resource/tier.ts';
import { userHandlers } from './resource/user.ts';

/** What the doors call: the router's handlers, and what only stands behind the hot door. */
export interface ServiceHandlers extends Handlers {
  readonly auction: Handlers['auction'] & SentAuctions;
}

/** Everything behind the doors. */
export function createHandlers(deps: Deps): ServiceHandlers {
  const creation = () => ({ limit: deps.settings.MAX_TIERS_PER_MEMBER });
  const withGivenId = { creation: ({ id }: Plain) => ({ id: id as number }) };
  return {
    tier: storedHandlers(tierResource, deps, { complete: completeTier(deps), creation }) as unknown as Handlers['tier'],
    ymProfile: {
      ...(storedHandlers(ymProfileResource, deps) as unknown as Handlers['ymProfile']),
      exportTagged: (call, input) => exportTierSet(deps, call, input),
      import: (call, input) => importTierSet(deps, call, input),
    },
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
    simulation: simulationHandlers(deps),
    auth: { login: (context, input) => login(deps.store, input, Date.now(), context.warn) },
  };
}

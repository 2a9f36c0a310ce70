import {
  type AuctionTier,
  type Handlers,
  type Plain,
  type PlatformMember,
  platformMemberResource,
  profileResource,
  type TargetingProfile,
  tierResource,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import { type AuctionHandlers, auctionHandlers } from './auction/auction.ts';
import { login } from '../auth/login.ts';
import { simulationHandlers } from './simulation/handlers.ts';
import { exportTierSet } from './tier-set/stored-tier-set.ts';
import { importTierSet } from './tier-set/import.ts';
import { apiKeyHandlers } from './resource/api-key.ts';
import { changeLogHandlers } from './resource/change-log.ts';
import { countryHandlers } from './resource/country.ts';
import type { Deps } from './request/deps.ts';
import { Subscriptions } from './request/subscriptions.ts';
import { dmaHandlers } from './resource/dma.ts';
import { memberHandlers } from './resource/member.ts';
import { profileRules } from './resource/profile.ts';
import { storedHandlers } from './resource/stored.ts';
import { tierRules } from './resource/tier.ts';
import { userHandlers } from './resource/user.ts';

/** The handlers of all operations, and those that only the auction fast path calls. */
export interface ServiceHandlers extends Handlers {
  readonly auction: AuctionHandlers;
}

export function createHandlers(deps: Deps): ServiceHandlers {
  const subscriptions = new Subscriptions();
  const withGivenId = { creation: ({ id }: Plain) => ({ id: id as number }) };
  return {
    tier: storedHandlers<AuctionTier>(tierResource, deps, tierRules(deps)),
    ymProfile: {
      ...storedHandlers<YmProfile>(ymProfileResource, deps, {
        creation: () => ({ limit: deps.settings.MAX_YM_PROFILES_PER_MEMBER }),
      }),
      exportTagged: (call, input) => exportTierSet(deps, call, input),
      import: (call, input) => importTierSet(deps, call, input),
    },
    profile: storedHandlers<TargetingProfile>(profileResource, deps, profileRules(deps)),
    platformMember: storedHandlers<PlatformMember>(platformMemberResource, deps, withGivenId),
    member: memberHandlers(deps),
    user: userHandlers(deps),
    apiKey: apiKeyHandlers(deps),
    dma: dmaHandlers(deps),
    country: countryHandlers,
    auction: auctionHandlers(deps),
    changeLog: changeLogHandlers(deps, subscriptions),
    simulation: simulationHandlers(deps, subscriptions),
    auth: { login: (context, input) => login(deps, input, deps.clock.epochMs(), context) },
  };
}

import { completeTier } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import type { Rules } from './stored.ts';

/** A tier names buyers of the directory, and a member has a limited number of tiers. */
export function tierRules({ buyerNames, settings }: Pick<Deps, 'buyerNames' | 'settings'>): Rules {
  return {
    complete: (tier, found) => completeTier(tier, buyerNames, found),
    creation: () => ({ limit: settings.MAX_TIERS_PER_MEMBER }),
  };
}

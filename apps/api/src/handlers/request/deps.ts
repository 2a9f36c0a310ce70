import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { Clock } from '../../auth/clock.ts';
import type { Follower } from '../../mirror/follower.ts';
import type { BuyerNames, Mirror, Publishers } from '../../mirror/mirror.ts';
import type { TierSets } from '../../mirror/tier-sets.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Simulations } from '../../simulation-queue/simulations.ts';

/** What handlers work with. They know neither express nor Redis. */
export interface Deps {
  readonly store: ObjectStore;
  readonly mirror: Mirror;
  readonly follower: Follower;
  readonly tierSets: TierSets;
  readonly buyerNames: BuyerNames;
  readonly publishers: Publishers;
  readonly settings: Pick<Settings, 'MAX_TIERS_PER_MEMBER' | 'INACTIVE_DMAS'>;
  readonly simulations: Simulations;
  readonly clock: Clock;
  readonly log: Logger;
}

import { openRedisStore, type RedisStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Authenticator } from '../auth/authenticate.ts';
import { type Clock, systemClock } from '../auth/clock.ts';
import type { Deps } from '../handlers/request/deps.ts';
import { Quota } from '../handlers/request/quota.ts';
import { Follower } from '../mirror/follower.ts';
import { MemberBytes } from '../mirror/member-bytes.ts';
import { BuyerNames, Mirror, Publishers } from '../mirror/mirror.ts';
import { TierSets } from '../mirror/tier-sets.ts';
import { Readiness } from '../readiness/readiness.ts';
import { RedisWatch } from '../readiness/redis-watch.ts';
import type { Settings } from '../settings/settings.ts';
import { LoopHolds } from '../slice/loop-holds.ts';
import { Simulations } from '../simulation-queue/simulations.ts';
import { Throttle } from '../throttle/throttle.ts';

/** Limits are per minute. */
const minuteS = 60;
/** A snapshot older than this says that changes cannot be followed. */
const oldMs = 5000;
const mebibyte = 1024 * 1024;

/** Everything the doors need, opened and loaded. */
export interface Opened extends Deps {
  readonly store: RedisStore;
  readonly authenticator: Authenticator;
  readonly throttle: Throttle;
  readonly readiness: Readiness;
  /** How long requests are kept from being answered. */
  readonly loopHolds: LoopHolds;
  close(): Promise<void>;
}

/** What only tests change. */
export interface Tuning {
  /** Seconds that a limit is counted over. */
  readonly throttleWindowS?: number | undefined;
  readonly clock?: Clock;
}

export async function openService(
  settings: Settings,
  log: Logger,
  { throttleWindowS = minuteS, clock = systemClock }: Tuning = {},
): Promise<Opened> {
  const store = await openRedisStore({
    url: settings.REDIS_URL,
    requireDurable: settings.REQUIRE_DURABLE,
    log: { warn: (message) => log.warn(message) },
  });
  const mirror = new Mirror();
  const buyerNames = new BuyerNames(mirror);
  const publishers = new Publishers(mirror);
  const follower = new Follower(store, mirror, log);
  const tierSets = new TierSets(mirror, follower, log);
  const redisWatch = new RedisWatch(store, log);
  const throttle = new Throttle({
    url: settings.REDIS_URL,
    limits: {
      read: settings.RATE_LIMIT_READS,
      write: settings.RATE_LIMIT_WRITES,
      auction: settings.RATE_LIMIT_AUCTIONS,
      work: settings.RATE_LIMIT_AUCTION_WORK,
      bytes: settings.RATE_LIMIT_WRITE_MB * mebibyte,
    },
    windowS: throttleWindowS,
    redisWatch,
    log,
  });
  const memberBytes = new MemberBytes(mirror);
  const quota = new Quota(memberBytes, throttle, settings);
  const simulations = new Simulations(settings, log);
  const readiness = createReadiness(follower, redisWatch);
  const loopHolds = new LoopHolds();
  const close = async () => {
    loopHolds.close();
    redisWatch.close();
    await simulations.close();
    throttle.close();
    await follower.close();
    await store.close();
  };
  try {
    await redisWatch.start();
    await follower.start();
    await tierSets.settled();
    await throttle.open();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    store,
    mirror,
    tierSets,
    buyerNames,
    publishers,
    follower,
    settings,
    simulations,
    memberBytes,
    quota,
    log,
    authenticator: new Authenticator(store, log, clock),
    clock,
    throttle,
    readiness,
    loopHolds,
    close,
  };
}

function createReadiness(follower: Follower, redisWatch: RedisWatch): Readiness {
  const readiness = new Readiness();
  readiness.watch(redisWatch.obstacle);
  readiness.watch(() =>
    follower.ageMs(Date.now()) > oldMs
      ? { prevents: ['reads'], why: 'changes of the stored objects cannot be followed' }
      : null,
  );
  readiness.tell('snapshot_age_ms', () => follower.ageMs(Date.now()));
  readiness.tell('revisions', () => follower.revisions());
  return readiness;
}

import cluster from 'node:cluster';
import { calendarOf } from '@auction-tiers/calendar';
import { openRedisStore, type RedisStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { Audit } from '../audit/audit.ts';
import { type Clock, type RetentionClock, systemClock } from '../auth/clock.ts';
import { StoreClock } from '../auth/store-clock.ts';
import { CredentialIndex } from '../auth/credential-index.ts';
import type { PasswordCost } from '../auth/password.ts';
import { PasswordQueue } from '../auth/password-queue.ts';
import { ExperimentGuard } from '../experiment/experiment-guard.ts';
import { Experiments } from '../experiment/experiments.ts';
import { AlertWatch } from '../alert/alert-watch.ts';
import { UsualModels } from '../alert/usual-models.ts';
import { ChannelSender } from '../channel/sender.ts';
import { ViewSchedule } from '../channel/view-schedule.ts';
import { sentView } from '../handlers/report/sent-view.ts';
import { ChannelWatch } from '../channel/channel-watch.ts';
import { DraftSchedule } from '../draft-schedule/draft-schedule.ts';
import { publishDue } from '../handlers/draft/due.ts';
import { ForecastMeasurement } from '../handlers/forecast/forecast-measurement.ts';
import { tiersOfExperiments } from '../handlers/experiment/live-tiers.ts';
import type { Deps } from '../handlers/request/deps.ts';
import { Quota } from '../handlers/request/quota.ts';
import { ChangeTrimmer } from '../mirror/change-trimmer.ts';
import { Follower } from '../mirror/follower.ts';
import { type UnreadableNotice, noticesOf, summaryOf } from '../mirror/unreadable.ts';
import { MemberBytes } from '../handlers/request/quota.ts';
import { BuyerNames, Publishers } from '../mirror/directory.ts';
import { Mirror } from '../mirror/mirror.ts';
import type { MirrorChange } from '../mirror/version.ts';
import { TierSets } from '../mirror/tier-sets.ts';
import { UserChanges } from '../mirror/user-changes.ts';
import { Readiness } from '../readiness/readiness.ts';
import { RefusedRights } from '../readiness/refused-rights.ts';
import { RedisWatch } from '../readiness/redis-watch.ts';
import { openPlace, RecordedAuctions } from '@auction-tiers/recorded';
import { placeOf } from '../settings/record-place.ts';
import { Recorder } from '../recorder/recorder.ts';
import { SharedRetention } from '../recorder/shared-retention.ts';
import type { Settings } from '../settings/settings.ts';
import { Jobs } from '../jobs/jobs.ts';
import { jobsOf } from '../jobs/table.ts';
import { LoopHolds } from '../loop/loop-holds.ts';
import { LiveReport } from '../report/live-report.ts';
import { createMetrics, type ServiceMetrics } from './metrics.ts';
import { MemoryFile, readMemory } from './installation.ts';
import { removeLeftovers } from './leftover.ts';
import { Simulations } from '../simulation-queue/simulations.ts';
import { RepeatedAnswers } from '../repeat/repeated-answers.ts';
import { Throttle } from '../throttle/throttle.ts';
import { settingsOf } from '../mirror/member-settings.ts';

/** The time zones of all members. */
export const timezonesOf = (mirror: Mirror): ReadonlyMap<number, string> =>
  new Map(mirror.allRows('member').map(({ id, timezone }) => [id, timezone]));

/** Limits are per minute. */
const minuteS = 60;
/** Age of the mirror from which readiness says that changes cannot be followed. */
const oldMs = 5000;
const mebibyte = 1024 * 1024;
const msPerS = 1000;

/** Everything the doors need, opened and loaded. */
export interface Opened extends Deps, ServiceMetrics {
  readonly store: RedisStore;
  readonly credentialIndex: CredentialIndex;
  readonly throttle: Throttle;
  readonly repeatedAnswers: RepeatedAnswers;
  readonly readiness: Readiness;
  /** By which what is old is removed. */
  readonly retentionClock: RetentionClock;
  /** What the service does again and again by itself. */
  readonly jobs: Jobs;
  /** The stored objects and partitions that are not used, because this version cannot read them. */
  unreadable(): readonly UnreadableNotice[];
  /** Whether the data folder remembers an installation. */
  readonly isRemembered: boolean;
  /** Starts to write the store's memory to the data folder; to be called once the database is set up. */
  remember(): Promise<void>;
  close(): Promise<void>;
}

/** What only tests change. */
export interface Tuning {
  /** Seconds that a limit is counted over. */
  readonly throttleWindowS?: number | undefined;
  /** How long a call waits for being counted. */
  readonly throttleCommandMs?: number | undefined;
  /** The clock that due times are judged by; otherwise that of the store. */
  readonly clock?: Clock;
  /** The clock of this host. */
  readonly hostClock?: Clock;
  /** How old the text of the metrics may be. */
  readonly metricsMaxAgeMs?: number | undefined;
  /** The time at which auctions are recorded. */
  readonly recordClock?: () => number;
  readonly passwordCost?: PasswordCost;
  /** Whether jobs run by themselves at their times; otherwise where they are told to. */
  readonly startsJobs?: boolean;
}

export async function openService(
  settings: Settings,
  log: Logger,
  {
    throttleWindowS = minuteS,
    throttleCommandMs,
    clock: givenClock,
    hostClock = systemClock,
    metricsMaxAgeMs,
    recordClock = Date.now,
    startsJobs = true,
    passwordCost,
  }: Tuning = {},
): Promise<Opened> {
  await removeLeftovers(settings.DATA_DIR, log);
  const memory = await readMemory(settings.DATA_DIR);
  const refusedRights = new RefusedRights(log);
  const store = await openRedisStore({
    url: settings.REDIS_URL,
    memory,
    requireDurable: settings.REQUIRE_DURABLE,
    onRefused: (error) => void refusedRights.note(error),
    log: { warn: (message) => log.warn(message) },
  });
  const storeClock = new StoreClock({ store, log, host: hostClock });
  const clock = givenClock ?? storeClock;
  const mirror = new Mirror((change) => logUnreadable(log, change));
  const buyerNames = new BuyerNames(mirror);
  const publishers = new Publishers(mirror);
  const follower = new Follower(store, mirror, log);
  const tierSets = new TierSets(mirror, mirror, log);
  const credentialIndex = new CredentialIndex({ store, mirror, follower, clock, log });
  const redisWatch = new RedisWatch(store, log);
  const memoryFile = new MemoryFile(store, settings.DATA_DIR, log);
  const throttle = new Throttle({
    url: settings.REDIS_URL,
    store,
    limits: {
      read: settings.RATE_LIMIT_READS,
      write: settings.RATE_LIMIT_WRITES,
      auction: settings.RATE_LIMIT_AUCTIONS,
      work: settings.RATE_LIMIT_AUCTION_WORK,
      bytes: settings.RATE_LIMIT_WRITE_MB * mebibyte,
    },
    windowS: throttleWindowS,
    commandMs: throttleCommandMs,
    redisWatch,
    refusedRights,
    log,
  });
  const repeatedAnswers = new RepeatedAnswers({ url: settings.REDIS_URL, clock, store, log });
  const memberBytes = new MemberBytes(mirror);
  const quota = new Quota(memberBytes, throttle, settings);
  const simulations = new Simulations(settings, refusedRights, log);
  const unreadable = () => noticesOf([mirror, tierSets, follower]);
  const readiness = createReadiness({ follower, tierSets, redisWatch, unreadable });
  const loopHolds = new LoopHolds();
  const changes = new ChangeTrimmer(store, storeClock, settings.CHANGE_LOG_DAYS);
  // Shown only while Redis refuses a right.
  readiness.tell('redis_refuses', () => (refusedRights.list().length === 0 ? undefined : refusedRights.list()));
  readiness.tell('clock_off_ms', () => storeClock.offMs());
  // Shown only while it is off.
  readiness.tell('clock_off', storeClock.problem);
  readiness.tell('revisions', () => mirror.revisions);
  readiness.tell('oldest_change', () => dateOf(changes.oldestMs));
  const { RECORD_AUCTIONS: share, RECORD_SHARE_MAX: mostShare, DATA_DIR: dataDir } = settings;
  const place = placeOf(settings);
  const sealing = place && { place, sealMs: settings.RECORD_SEAL_SECONDS * msPerS, isAlone: !cluster.isWorker };
  const recorder =
    Math.max(share, mostShare) === 0
      ? null
      : new Recorder({ dataDir, sealing, share, mostShare, log, nowMs: recordClock });
  if (sealing !== null) readiness.tell('record_unsealed_bytes', () => recorder?.unsealedBytes ?? null);
  const recorded = new RecordedAuctions(settings.DATA_DIR, placeOf(settings));
  const sealed =
    place === null ? null : new SharedRetention(openPlace(place), storeClock, settings, log, () => timezonesOf(mirror));
  const parts = { store, reports: store.reports, mirror, follower, clock, log };
  const audit = new Audit(log, settings.AUDIT_LOG);
  const experiments = new Experiments({
    ...parts,
    audit,
    ...tiersOfExperiments(mirror),
    midnightOf: (owner, timeMs) => {
      const zone = calendarOf(settingsOf(mirror, owner).timezone);
      return zone.startOf(zone.dayAt(timeMs));
    },
  });
  const liveReport = new LiveReport({ ...parts, experiments });
  readiness.tell('damaged_counts', () => summaryOf(liveReport.damaged.list()));
  const channelSender = new ChannelSender(settings, clock);
  const channels = new ChannelWatch({ ...parts, reports: liveReport.stored, sender: channelSender, buyerNames });
  const metrics = createMetrics(
    {
      ...parts,
      liveReport,
      redisWatch,
      unreadable,
      throttle,
      simulations,
      storeClock,
      trimmer: changes,
      loopHolds,
      recorder,
      channels,
    },
    metricsMaxAgeMs,
  );
  const usual = new UsualModels();
  const alerts = new AlertWatch({
    ...parts,
    reports: liveReport.stored,
    usual,
    buyerNames,
    recorder,
    resultOf: (stored) => experiments.resultOf(stored),
  });
  let jobs: Jobs | undefined;
  const close = async () => {
    await jobs?.close();
    channelSender.close();
    // Before the last metrics are sent: closing the recorder may drop lines, which metrics count.
    await recorder?.close();
    await metrics.close();
    loopHolds.close();
    await liveReport.close();
    await redisWatch.close();
    await storeClock.close();
    await simulations.close();
    throttle.close();
    repeatedAnswers.close();
    await memoryFile.close();
    await follower.close();
    await credentialIndex.close();
    await store.close();
  };
  try {
    await Promise.all([redisWatch.start(), storeClock.start()]);
    await follower.start();
    await credentialIndex.start();
    await tierSets.settled();
    await experiments.settled();
    await throttle.open();
    liveReport.start();
  } catch (error) {
    await close();
    throw error;
  }
  const opened: Omit<Opened, 'jobs'> = {
    store,
    mirror,
    tierSets,
    experiments,
    buyerNames,
    publishers,
    userChanges: new UserChanges({ store, mirror, follower }),
    follower,
    settings,
    simulations,
    memberBytes,
    quota,
    log,
    credentialIndex,
    passwordQueue: new PasswordQueue(passwordCost),
    audit,
    clock,
    throttle,
    repeatedAnswers,
    readiness,
    retentionClock: storeClock,
    recorder,
    recorded,
    ...metrics,
    decisionCounters: [liveReport.counter],
    liveReport,
    usual,
    channels,
    channelSender,
    unreadable,
    isRemembered: memory !== undefined,
    remember: () => memoryFile.start(),
    close,
  };
  const link = (path: string) => channelSender.linkTo(path);
  jobs = new Jobs(
    parts,
    jobsOf({
      drafts: new DraftSchedule({ ...parts, publish: (due) => publishDue(opened, due) }),
      experiments: new ExperimentGuard({
        ...parts,
        experiments,
        noteDamage: (...found) => liveReport.damaged.note(...found),
      }),
      alerts,
      channels,
      views: new ViewSchedule({ ...parts, channels, content: (view) => sentView(opened, view, link) }),
      forecasts: new ForecastMeasurement(opened),
      counts: liveReport.compactor,
      changes,
      sealed,
    }),
  );
  if (startsJobs) jobs.start();
  return { ...opened, jobs };
}

interface ReadinessParts {
  readonly follower: Follower;
  readonly tierSets: TierSets;
  readonly redisWatch: RedisWatch;
  readonly unreadable: () => readonly UnreadableNotice[];
}

function createReadiness({ follower, tierSets, redisWatch, unreadable }: ReadinessParts): Readiness {
  const readiness = new Readiness();
  readiness.watch(redisWatch.obstacle);
  readiness.watch(() =>
    follower.isEmpty ? { prevents: ['auctions'], why: 'the stored objects are not loaded yet' } : null,
  );
  readiness.watch(() =>
    follower.ageMs() > oldMs ? { prevents: ['reads'], why: 'changes of the stored objects cannot be followed' } : null,
  );
  readiness.tell('snapshot_age_ms', () => follower.ageMs());
  readiness.tell('objects_kept_out', () => summaryOf(unreadable()));
  readiness.tell('ym_profiles_held_back', () => summaryOf(tierSets.behind()));
  return readiness;
}

/** Logs once that an object cannot be read, and once that it can be read again. */
function logUnreadable(log: Logger, { service, id, after, unreadable, wasUnreadable }: MirrorChange): void {
  const problem = unreadable?.problem;
  if (problem !== undefined) {
    if (problem === wasUnreadable?.problem) return;
    log.error({ service, id, problem }, 'a stored object cannot be read; it is not used');
  } else if (wasUnreadable !== undefined) {
    log.info({ service, id }, after === null ? 'an unreadable object was deleted' : 'an object can be read again');
  }
}

/** A time as readiness shows it. */
const dateOf = (epochMs: number | null): string | null => (epochMs === null ? null : new Date(epochMs).toISOString());

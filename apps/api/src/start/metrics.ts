import cluster from 'node:cluster';
import { tracingChannel } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { outcomes } from '@auction-tiers/tier-engine';
import { AuctionCounts, auctionOutcomes, CommandCounts, RequestCounts } from '../metrics/counts.ts';
import { cachedText, mergeToText, Metrics, type Sample } from '../metrics/metrics.ts';
import type { ChangeTrimmer } from '../mirror/change-trimmer.ts';
import type { Follower } from '../mirror/follower.ts';
import type { StoreClock } from '../auth/store-clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { UnreadableNotice } from '../mirror/unreadable.ts';
import type { RedisWatch } from '../readiness/redis-watch.ts';
import type { ChannelWatch } from '../channel/channel-watch.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { Simulations } from '../simulation-queue/simulations.ts';
import type { LiveReport } from '../report/live-report.ts';
import type { LoopHolds } from '../loop/loop-holds.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { WorkerMetrics } from './worker-metrics.ts';

const msPerS = 1000;
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

/** What the service counts, and the text that a scrape gets. */
export interface ServiceMetrics {
  readonly requests: RequestCounts;
  readonly auctionCounts: AuctionCounts;
  /** The text of the metrics of this process. */
  readonly metricsText: () => Promise<string>;
}

/** What metrics are read from. */
interface Parts {
  readonly follower: Follower;
  readonly redisWatch: RedisWatch;
  readonly unreadable: () => readonly UnreadableNotice[];
  readonly throttle: Throttle;
  readonly simulations: Simulations;
  readonly storeClock: Pick<StoreClock, 'offMs' | 'epochMs'>;
  readonly trimmer: ChangeTrimmer;
  readonly loopHolds: LoopHolds;
  readonly recorder: Recorder | null;
  readonly channels: Pick<ChannelWatch, 'counts'>;
  readonly liveReport: Pick<LiveReport, 'lagMs' | 'damaged'>;
  readonly mirror: Pick<Mirror, 'allRows'>;
}

/** Creates the metrics of this process; a worker also sends them to the process that started it. */
export function createMetrics(parts: Parts, maxAgeMs?: number): ServiceMetrics & { close(): Promise<void> } {
  const metrics = new Metrics();
  const requests = new RequestCounts();
  const auctionCounts = new AuctionCounts();
  const commands = new CommandCounts();
  // Covers every command of the Redis client, sent by the store, the rate limits or the simulation queue.
  const channel = tracingChannel('ioredis:command');
  const { start, asyncEnd } = commands;
  channel.start.subscribe(start);
  channel.asyncEnd.subscribe(asyncEnd);

  addCounts(metrics, requests, auctionCounts, commands);
  addState(metrics, parts);
  const told = cluster.isWorker ? new WorkerMetrics(() => metrics.values()) : null;
  return {
    requests,
    auctionCounts,
    metricsText: cachedText(async () => mergeToText([await metrics.values()]), maxAgeMs),
    async close() {
      channel.start.unsubscribe(start);
      channel.asyncEnd.unsubscribe(asyncEnd);
      await told?.tellLast();
    },
  };
}

function addCounts(metrics: Metrics, requests: RequestCounts, auctions: AuctionCounts, commands: CommandCounts): void {
  metrics.addDurations(
    'http_server_request_duration_seconds',
    'Time from the headers of a request to the end of its answer, by path of the operation. Streams last as long as their clients listen',
    () => requests.all(),
  );
  metrics.addCounter(
    'auction_tiers_auctions_total',
    'Auctions decided, however they came: alone, in batches, over tRPC, as OpenRTB',
    () => auctionOutcomes.map((outcome, at) => ({ labels: { outcome }, value: auctions.auctions[at]! })),
  );
  metrics.addCounter('auction_tiers_bids_total', 'Bids of the auctions decided', () =>
    outcomes.map((outcome, at) => ({ labels: { outcome }, value: auctions.bids[at]! })),
  );
  metrics.addCounter(
    'auction_tiers_unknown_values_total',
    'Auctions with a country, region or market area that does not exist, which is taken as absent',
    () =>
      Object.entries(auctions.unknownValues).map(([attribute, { count }]) => ({ labels: { attribute }, value: count })),
  );
  metrics.addDurations(
    'auction_tiers_decision_seconds',
    'Time to decide one auction in memory; for a very large one with the turns that others had meanwhile',
    () => [{ durations: auctions.decisions }],
  );
  metrics.addDurations(
    'auction_tiers_redis_command_seconds',
    'Time from sending a command to Redis to its reply, by command',
    () => Array.from(commands.all(), ([command, durations]) => ({ labels: { command }, durations })),
  );
}

function addState(metrics: Metrics, parts: Parts): void {
  const {
    follower,
    redisWatch,
    unreadable,
    throttle,
    simulations,
    storeClock,
    trimmer,
    loopHolds,
    recorder,
    channels,
    liveReport,
    mirror,
  } = parts;
  metrics.addGauge(
    'auction_tiers_snapshot_revision',
    'Revision of the stored objects in memory, by partition; of several processes, the one furthest behind. -1: not loaded',
    () =>
      follower.positions
        .positions()
        .map(({ revision }, at) => ({ labels: { partition: String(at) }, value: revision })),
    'min',
  );
  metrics.addGauge(
    'auction_tiers_snapshot_age_seconds',
    'Time since the objects in memory were last known to be those that are stored',
    () => follower.ageMs() / msPerS,
  );
  metrics.addGauge(
    'auction_tiers_change_log_oldest_age_seconds',
    'Age of the oldest change that the change log keeps; absent where there is none or it is not known yet',
    () => (trimmer.oldestMs === null ? null : (storeClock.epochMs() - trimmer.oldestMs) / msPerS),
  );
  metrics.addGauge(
    'auction_tiers_redis_up',
    'Whether Redis answered when last asked',
    () => (redisWatch.isAway ? 0 : 1),
    'min',
  );
  metrics.addGauge(
    'auction_tiers_clock_off_seconds',
    "How far the clock of this host is from that of Redis, ahead or behind. Due times are judged by Redis's; from an hour on nothing is removed by age. Absent until Redis was asked",
    () => {
      const offMs = storeClock.offMs();
      return offMs === null ? null : Math.abs(offMs) / msPerS;
    },
  );
  metrics.addGauge(
    'auction_tiers_redis_evicts',
    'Whether Redis deletes stored keys when its memory is full, by its maxmemory-policy',
    () => (redisWatch.evicts ? 1 : 0),
  );
  metrics.addCounter('auction_tiers_throttled_total', 'Requests refused for a limit, by what is limited', () =>
    toSamples('kind', throttle.refusals),
  );
  metrics.addGauge(
    'auction_tiers_simulations',
    'Simulations of all members in Redis, by state; finished: done or failed, and kept. Absent until this service is asked for simulations, and while Redis is away',
    async () => toSamples('state', (redisWatch.isAway ? null : await simulations.queue.counts()) ?? {}),
  );
  metrics.addGauge(
    'auction_tiers_alerts',
    'Alerts of all members that go on',
    () => mirror.allRows('alert').filter(({ state }) => state === 'open').length,
  );
  metrics.addCounter(
    'auction_tiers_channel_deliveries_total',
    'What was sent to channels of alerts, by kind and outcome: arrived; failed, which is tried again; given up after 24 hours',
    () => channels.counts,
  );
  metrics.addGauge(
    'auction_tiers_experiments',
    'Live experiments of all members that run or are paused. A paused one waits for a person',
    () => {
      const all = mirror.allRows('experiment');
      const states = ['running', 'paused'] as const;
      return states.map((state) => ({ labels: { state }, value: all.filter((one) => one.state === state).length }));
    },
  );
  metrics.addGauge(
    'auction_tiers_objects_kept_out',
    'Stored objects that are not used because this version cannot read them',
    () => unreadable().length,
  );
  metrics.addGauge(
    'auction_tiers_damaged_counts',
    'Hours, days and phases of experiments whose stored counts are damaged, as this process has met them. They are left out of reports',
    () => liveReport.damaged.list().length,
  );
  metrics.addCounter(
    'auction_tiers_recorded_dropped_total',
    'Auctions that should have been recorded and were not, because the disk was full or did not keep up',
    () => recorder?.dropped ?? 0,
  );
  metrics.addGauge(
    'auction_tiers_record_unsealed_bytes',
    'Recorded auctions on the disk of this host that are not in the shared place yet. Absent without RECORD_URL',
    () => recorder?.unsealedBytes ?? null,
  );
  metrics.addGauge(
    'auction_tiers_report_flush_lag_seconds',
    'Time since everything that this process had counted for the report was stored, which it is once a second',
    () => liveReport.lagMs() / msPerS,
  );
  metrics.addDurations(
    'auction_tiers_loop_hold_seconds',
    'Time for which the process answered nothing because its event loop was held, sampled every 2 ms',
    () => [{ durations: loopHolds.counts() }],
  );
  metrics.addGauge(
    'auction_tiers_loop_hold_longest_seconds',
    'The longest hold of the event loop of the last minute, or since the scrape before where that is longer ago',
    () => loopHolds.longestMs() / msPerS,
  );
  metrics.addGauge('auction_tiers_build_info', 'What runs: always 1', () => [
    { labels: { version, node: process.version }, value: 1 },
  ]);
}

const toSamples = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { runOpenLoop } from '@auction-tiers/http-load';
import { startTemporaryRedis, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { type Auction, createAuctions } from '../server/auctions.ts';
import { noLimits, type Service, startService } from '../server/server.ts';
import { median } from '../suite/rounds.ts';
import { atMost, formatMegabytes, formatMs, type Suite, WrongAnswer } from '../suite/suite.ts';
import { abuses } from './abuses.ts';
import { acts, importTiers } from './acts.ts';
import type { Target } from './disturbance.ts';

const [rate, connections, timeoutMs] = [100, 8, 10_000];
/** The honest seller starts this long before a disturbance, so that its connections are open. */
const leadMs = 500;
const [mostHoldMs, mostLatencyMs, mostBytes] = [50, 100, 300e6];

/** The service's figures during one disturbance. */
export interface HoldsRound {
  readonly auctions: number;
  /** Auctions of the honest seller with a wrong answer or none. */
  readonly failed: number;
  /** The latency at 99 % of its auctions, from the time each was due. */
  readonly latencyMs: number;
  /** The service's event loop at 99.9 %: the duration of one turn, and its thread's processor time in it. */
  readonly holdMs: number;
  readonly processorMs: number;
  /** The service's peak memory since its start. */
  readonly peakBytes: number;
}

/** The rounds of each disturbance, by name. */
export type HoldsFigures = Readonly<Record<string, readonly HoldsRound[]>>;

export const holdsSuite: Suite<HoldsFigures> = {
  summary: 'how long the event loop is held, and an honest seller waits, during large requests and under abuse',
  async measure({ rounds, isQuick }, say) {
    const durationMs = isQuick ? 200 : 10_000;
    const tiers = isQuick ? 100 : 10_000;
    const figures: Record<string, HoldsRound[]> = {};
    const measureDuring = async (name: string, service: Service, target: Target) => {
      say(name);
      const thread = new Worker(new URL('disturbance-thread.ts', import.meta.url), { workerData: { name, target } });
      try {
        await once(thread, 'message');
        const disturb = async () => {
          const done = once(thread, 'message');
          thread.postMessage(durationMs, []);
          await done;
        };
        (figures[name] ??= []).push(await measureRound(service, await createAuctions(service), disturb));
      } finally {
        await thread.terminate();
      }
    };
    await withService(noLimits, say, async (redis, service) => {
      const { url, headers } = service;
      const target = { url, headers, redisUrl: redis.url, tiers };
      for (let file = 0; file < (isQuick ? 1 : 9); file++) await importTiers(target);
      for (let round = 0; round < rounds; round++) {
        for (const name of Object.keys(acts)) await measureDuring(name, service, target);
      }
    });
    for (const name of Object.keys(abuses).filter((_, at) => !isQuick || at % 7 === 2)) {
      // Each disturbance has its own service, so that effects of one do not count against the next.
      for (let round = 0; round < Math.min(rounds, 3); round++) {
        await withService({}, say, (redis, service) =>
          measureDuring(name, service, { ...service.other, redisUrl: redis.url, tiers }),
        );
      }
    }
    return { figures, ...reportOf(figures) };
  },
};

async function withService(
  settings: Readonly<Record<string, string>>,
  say: (line: string) => void,
  act: (redis: TemporaryRedis, service: Service) => Promise<void>,
): Promise<void> {
  const redis = await startTemporaryRedis({ log: say });
  let service: Service | undefined;
  try {
    service = await startService(redis.url, settings);
    await act(redis, service);
  } finally {
    await service?.stop();
    await redis.stop();
  }
}

/** An honest seller sends auctions at a steady rate while something disturbs the service. */
export async function measureRound(
  { url, headers, usage }: Pick<Service, 'url' | 'headers' | 'usage'>,
  auctions: readonly Auction[],
  disturb: () => Promise<void>,
): Promise<HoldsRound> {
  const over = new AbortController();
  const requests = auctions.map(({ body, answer }) => {
    // The revision changes with every import.
    return { method: 'POST' as const, path: '/auction', body, right: /"bids":.*?\]/.exec(answer)?.[0] ?? answer };
  });
  const endless = { durationMs: 3_600_000, mostRequests: Number.MAX_SAFE_INTEGER, signal: over.signal };
  const load = { origin: url, headers, requests, rate, connections, timeoutMs, ...endless };
  const calling = runOpenLoop({
    ...load,
    judge: ({ right }, status, body) => (status === 200 && body.includes(right) ? undefined : `HTTP ${status}`),
  });
  await setTimeout(leadMs);
  await usage();
  await disturb();
  const { holdMs, processorMs, peakBytes } = await usage();
  over.abort();
  const { answered, failures, latencies } = await calling;
  if (answered === 0) throw new WrongAnswer('The honest seller got no answer.');
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  return { auctions: answered, failed, latencyMs: latencies.atPercentile(99), holdMs, processorMs, peakBytes };
}

export function reportOf(figures: HoldsFigures) {
  const of = (name: string, what: keyof HoldsRound) => figures[name]!.map((round) => round[what]);
  const sum = (name: string, what: keyof HoldsRound) => of(name, what).reduce((total, value) => total + value, 0);
  const names = Object.keys(figures);
  const rows = names.map((name) => {
    const times = (['latencyMs', 'holdMs', 'processorMs'] as const).map((what) => formatMs(median(of(name, what))));
    return [
      name,
      String(sum(name, 'auctions')),
      String(sum(name, 'failed')),
      ...times,
      formatMegabytes(median(of(name, 'peakBytes'))),
    ];
  });
  const failed = names.reduce((total, name) => total + sum(name, 'failed'), 0);
  const mostOf = (what: keyof HoldsRound) =>
    Math.max(0, ...names.filter((name) => name in abuses).map((name) => median(of(name, what))));
  return {
    tables: [{ header: ['meanwhile', 'auctions', 'failed', '99 %', 'hold 99.9 %', 'its processor', 'memory'], rows }],
    goals: [
      atMost(0, 'failed auctions of an honest seller', failed, String),
      atMost(mostLatencyMs, '99 % of its auctions, worst abuse', mostOf('latencyMs'), formatMs),
      atMost(mostBytes, 'memory, worst abuse', mostOf('peakBytes'), formatMegabytes),
      ...names
        .filter((name) => name in acts && name !== 'nothing')
        .map((name) => atMost(mostHoldMs, `${name}: processor`, median(of(name, 'processorMs')), formatMs)),
    ],
  };
}

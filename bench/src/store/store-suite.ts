import { Histogram } from '@auction-tiers/http-load/histogram';
import { type Client, createRedisClient, openRedisStore, type RedisStore } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { runClosedLoop } from '../measure/closed-loop.ts';
import { collectGarbage } from '../measure/garbage.ts';
import { runRounds } from '../measure/rounds.ts';
import type { Options, Suite } from '../suite/suite.ts';
import type { StoreFigures, StoreRun } from './figures.ts';
import { createBareOperations, createStoreOperations } from './operation.ts';
import { storeText } from './store-report.ts';

const callerCounts = [1, 32];
/** The defaults of the store. */
const timeouts = { connectMs: 2000, commandMs: 2000 };

export const storeSuite: Suite<StoreFigures> = {
  summary: 'creating, changing and reading a tier on a real Redis, against a bare HSET and HGETALL',
  takes: ['rounds', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measureStore(options, say);
    return { figures, text: storeText(figures) };
  },
};

async function measureStore({ rounds, isQuick }: Options, say: (line: string) => void): Promise<StoreFigures> {
  const turnMs = isQuick ? 20 : 400;
  const runs: StoreRun[] = [];
  let version = '';
  for (const isDurable of [true, false]) {
    const redis = await startTemporaryRedis({ durable: isDurable, log: say });
    // One of the two is not durable on purpose, so the store's warning is left out.
    const store = await openRedisStore({ url: redis.url, log: { warn: () => {} }, requireDurable: isDurable });
    const client = createRedisClient(redis.url, timeouts);
    try {
      await client.connect();
      version = `${store.server.name} ${store.server.version}`;
      for (const callers of callerCounts) {
        say(`${isDurable ? 'durable' : 'not durable'}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`);
        runs.push({ isDurable, ...(await runStore({ store, client, callers, rounds, turnMs })) });
      }
    } finally {
      client.disconnect();
      await store.close();
      await redis.stop();
    }
  }
  return { rounds, turnMs, redis: version, runs };
}

export interface StoreRunOptions {
  readonly store: RedisStore;
  /** For the bare commands: connected to the same server as the store. */
  readonly client: Client;
  readonly callers: number;
  readonly rounds: number;
  readonly turnMs: number;
}

/** Measures all operations in turns. Throws a `WrongAnswer` when one is refused or its value cannot be read. */
export async function runStore({
  store,
  client,
  callers,
  rounds,
  turnMs,
}: StoreRunOptions): Promise<Omit<StoreRun, 'isDurable'>> {
  const operations = [
    ...(await createStoreOperations(store, callers)),
    ...(await createBareOperations(client, callers)),
  ].map((operation) => ({ ...operation, latencies: new Histogram() }));

  for (const { call } of operations) await runClosedLoop({ callers, durationMs: turnMs, call });
  const contestants = operations.map(({ name, call, latencies }) => ({
    name,
    turn() {
      collectGarbage();
      return runClosedLoop({ callers, durationMs: turnMs, call, latencies });
    },
  }));
  const perSecond = await runRounds(contestants, rounds);
  for (const { verify } of operations) await verify();

  const rows = operations.map(({ name, bare, latencies }) => ({
    name,
    bare,
    perSecond: perSecond.get(name)!,
    latencyMicros: { p50: latencies.atPercentile(50), p99: latencies.atPercentile(99) },
  }));
  return { callers, rows };
}

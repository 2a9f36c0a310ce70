import { createRedisClient, openRedisStore } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import type { Options, Suite } from '../suite.ts';
import type { StoreFigures, StoreRun } from './figures.ts';
import { runStore } from './store-run.ts';
import { storeText } from './store-text.ts';

const callerCounts = [1, 32];
/** The store's own usual limits. */
const timeouts = { connectMs: 2000, commandMs: 2000 };

export const storeSuite: Suite<StoreFigures> = {
  summary: 'creating, changing and reading a tier on a real Redis, against a bare HSET and HGETALL',
  hasSizes: false,
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
    // That a Redis for comparison is not durable is meant, so the store's warning is not news.
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

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../world/random.ts';
import { until } from '../world/redis-topology.ts';
import type { Outcome } from './figures.ts';
import { inOneWorld } from './one-world.ts';

const awayMs = 30_000;
const rate = 200;
const snapshotMs = 30_000;

/** Redis is away for 30 s under all traffic; after half of that a worker of WORKERS=2 is killed, and replaced. */
export const redisAway = (): Promise<Outcome> =>
  inOneWorld(
    {
      name: 'redis-away',
      workers: [1, 2],
      traffic: ['writers', 'imports', 'readers', 'auctions'],
      command: 'npm run chaos -- --scenario redis-away',
    },
    async ({ world, traffic, figures }) => {
      traffic.start(new Random(1), rate);
      for (const { name, dataDir } of world.replicas) {
        const file = join(dataDir, 'snapshot', 'objects');
        await until(`${name} has written its snapshot`, () => existsSync(file), snapshotMs);
      }
      const [node] = world.topology.nodes;
      await node?.kill();
      const { answeredCount } = traffic.auctions;
      await wait(awayMs / 2);
      await world.replicas.at(-1)?.killWorker(0);
      await wait(awayMs / 2);
      figures.measured['auctions while Redis was away'] = traffic.auctions.answeredCount - answeredCount;
      const backMs = performance.now();
      await node?.start();
      await world.healthy();
      figures.measured['ms until all is ready again'] = performance.now() - backMs;
      const { ledger } = traffic.session;
      const acknowledged = ledger.count('acknowledged');
      await until('writes are acknowledged again', () => ledger.count('acknowledged') > acknowledged);
      await traffic.stop();
      figures.measured['failed auctions'] = traffic.auctions.failures.length;
      return [];
    },
  );

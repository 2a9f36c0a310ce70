import { createRedisClient } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import type { Options, Suite } from '../suite/suite.ts';
import { createAuctionPairs } from './auction-pair.ts';
import type { HttpFigures, HttpRow } from './figures.ts';
import type { HttpEffort } from './contestant.ts';
import type { Pair } from './comparison.ts';
import { measurePair } from './comparison.ts';
import { httpText } from './http-report.ts';
import { createObjectPairs } from './object-pair.ts';
import { createCountingPair, createRecordingPair, type PartOptions } from './part-pair.ts';
import { toSettings } from './server/bare-settings.ts';
import { startServer } from './server/server-process.ts';
import type { Service } from './service.ts';
import { startReplica, startService } from './service.ts';
import { createWorkload } from './workload.ts';

const partSwitch = new URL('server/part-switch.ts', import.meta.url).href;
const connections = 16;
const timeouts = { connectMs: 2000, commandMs: 2000 };

export const httpSuite: Suite<HttpFigures> = {
  summary: 'the service over HTTP, against the least that node:http, express and tRPC could do',
  takes: ['rounds', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measureHttp(options, say);
    return { figures, text: httpText(figures) };
  },
};

async function measureHttp({ rounds, isQuick }: Options, say: (line: string) => void): Promise<HttpFigures> {
  // Quick turns end by their number of requests: so short a time may be over before the first answer.
  const effort: HttpEffort = isQuick
    ? { connections: 1, turnMs: 10_000, latencyMs: 10_000, mostRequests: 2 }
    : { connections, turnMs: 1500, latencyMs: 1000, mostRequests: 1_000_000 };
  const createsATurn = 400;
  const opened: { stop(): Promise<void> }[] = [];
  const keep = <Opened extends { stop(): Promise<void> }>(one: Opened): Opened => {
    opened.unshift(one);
    return one;
  };
  try {
    const redis = keep(await startTemporaryRedis({ log: say }));
    const service = keep(await startService(redis.url));
    const workload = await createWorkload(service);
    const answerBytes = await lengthOfAnswer(service, workload.auctions[0]!.body);
    const settings = toSettings({ answerBytes, redisUrl: redis.url });
    const bareHttp = keep(await startServer({ program: 'bare-http.ts', settings }));
    const bareExpress = keep(await startServer({ program: 'bare-express.ts', settings }));
    const client = createRedisClient(redis.url, timeouts);
    keep({ stop: async () => client.disconnect() });
    await client.connect();

    const rows: HttpRow[] = [];
    const measureAll = async (pairs: readonly Pair[]) => {
      for (const pair of pairs) {
        say(pair.name);
        rows.push(await measurePair(pair, rounds));
      }
    };
    await measureAll(createAuctionPairs({ service, bareHttp, bareExpress, workload, effort }));
    // Each is stopped after its row: a replica that runs follows every create, and would be part of what a create costs.
    const measureSwitched = async (share: string, create: (options: PartOptions) => Pair | Promise<Pair>) => {
      const replica = await startReplica(redis.url, { RECORD_AUCTIONS: share }, [partSwitch]);
      try {
        await measureAll([await create({ service, switched: replica, workload, effort })]);
      } finally {
        await replica.stop();
      }
    };
    await measureSwitched('0.01', (options) => createRecordingPair(options, 0.01, 0.99));
    await measureSwitched('1', (options) => createRecordingPair(options, 1, 0.85));
    await measureSwitched('0', createCountingPair);
    // New tiers change the revision, which answers to auctions name: so these come last.
    await measureAll(await createObjectPairs({ service, bareExpress, client, effort, createsATurn }));
    const { turnMs, latencyMs } = effort;
    return { rounds, connections: effort.connections, turnMs, latencyMs, rows };
  } finally {
    for (const one of opened) await one.stop();
  }
}

/** In bytes. */
async function lengthOfAnswer({ url, headers }: Service, body: string): Promise<number> {
  const answer = await fetch(`${url}/auction`, { method: 'POST', headers, body });
  return (await answer.arrayBuffer()).byteLength;
}

import { testStore } from './conformance/index.ts';
import { createClient } from 'redis';
import { afterAll, beforeAll } from 'vitest';
import { openRedisStore, type StoreMemory } from '@auction-tiers/store';
import { RedisServer } from '@auction-tiers/tools/redis-server';

let server: RedisServer;
let second: ReturnType<typeof createClient>;

beforeAll(async () => {
  server = await RedisServer.start();
  second = createClient({ url: server.url, socket: { reconnectStrategy: 20 } });
  second.on('error', () => undefined);
  await second.connect();
});

afterAll(async () => {
  second.destroy();
  await server.remove();
});

const log = { warn: () => undefined };
const open = (memory?: StoreMemory) => openRedisStore({ url: server.url, memory, log });

testStore({
  async openEmpty() {
    await second.flushAll();
    return open();
  },
  open,
  async readHash(service, partition, id) {
    const hash = await second.hGetAll(`at:{p${partition}}:${service}:${id}`);
    return Object.fromEntries(Object.entries(hash).filter(([field]) => !field.startsWith('_')));
  },
  readLog: async (partition) => JSON.stringify(await second.xRange(`at:{p${partition}}:changes`, '-', '+')),
  async forgetChanges(partition, throughRevision) {
    await second.xTrim(`at:{p${partition}}:changes`, 'MINID', throughRevision + 1);
  },
  kill: () => server.kill(),
  start: () => server.start(),
  keepCopy: async () => server.copyData(),
  bringBack: (copy) => server.bringBack(copy),
  async empty() {
    await second.flushAll();
  },
  async adopt(memory) {
    const store = await open(memory);
    await store.adopt();
    await store.close();
  },
});

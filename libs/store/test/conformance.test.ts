import { testStore } from '@auction-tiers/store/conformance';
import { createClient } from 'redis';
import { afterAll, beforeAll } from 'vitest';
import { openRedisStore } from '@auction-tiers/store';
import { RedisServer } from './redis-server.ts';

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

const open = () => openRedisStore({ url: server.url, log: console });

testStore({
  async openEmpty() {
    await second.flushAll();
    return open();
  },
  open,
  async readHash(service, partition, id) {
    const { _revision, ...attributes } = await second.hGetAll(`at:{p${partition}}:${service}:${id}`);
    return attributes;
  },
  async forgetChanges(partition, throughRevision) {
    await second.xTrim(`at:{p${partition}}:changes`, 'MINID', throughRevision + 1);
  },
  kill: () => server.kill(),
  start: () => server.start(),
});

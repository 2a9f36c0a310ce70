import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient as createFollower } from '@auction-tiers/client';
import { startTemporaryRedis, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { bid } from '../fixture/auction-body.ts';
import { createTier, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

const shipped = resolve(import.meta.dirname, '../../../../deploy/redis/users.acl');
const patience = { timeout: 60_000 };

let redis: TemporaryRedis;
let operator: ReturnType<typeof connectRedis>;
let dataDir: string;
let environment: Record<string, string>;
let service: MainProcess;
let url: string;
let key: string;
let send: Send;

beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  operator = connectRedis({ url: redis.url });
  await operator.connect();
  const line = (await readFile(shipped, 'utf8')).split('\n').find((one) => one.startsWith('user auction-tiers '));
  const rules = line
    ?.split(' ')
    .slice(2)
    .map((rule) => (rule === '>PASSWORD' ? '>secret' : rule));
  await operator.sendCommand(['ACL', 'SETUSER', 'auction-tiers', ...(rules ?? [])]);
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-acl-'));
  environment = { REDIS_URL: `redis://auction-tiers:secret@127.0.0.1:${redis.port}`, DATA_DIR: dataDir };
  service = new MainProcess({ ...environment, LOG_LEVEL: 'warn' });
  url = await service.ready();
  key = (await readPeople(dataDir)).seller1.api_key;
  send = createSend(url, key);
});
afterAll(async () => {
  await service.stop();
  operator.destroy();
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What Redis has refused, as it keeps it: each once, with a count. */
async function refused(): Promise<readonly Row[]> {
  const entries = await operator.sendCommand<unknown[][]>(['ACL', 'LOG', '100']);
  return entries.map((entry) =>
    Object.fromEntries(Array.from({ length: entry.length / 2 }, (_, at) => [entry[2 * at], entry[2 * at + 1]])),
  ) as Row[];
}

const readiness = async () => (await (await fetch(`${url}/readyz`)).json()) as Row;

async function admin(...args: readonly string[]): Promise<void> {
  expect(await runAdminHere(args, environment)).toMatchObject({ code: 0 });
}

test('the user that is shipped may do all that the service, its worker and its commands do, and nothing is refused', async () => {
  const { id } = await createTier(send, { name: 'By a restricted user', ym_profile_id: 1 });
  expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 3 } }));
  expectOk(await send('POST', '/auction', { body: { ym_profile_id: 1, bids: [bid('a', 107, 3)] } }));
  const log = { kind: 'synthetic', auctions: 200, bids: 4, seed: 'acl' };
  const draft = {
    tiers: [{ name: 'T', priority: 5, member_action: 'include', min_price: 1, buyer_members: [{ id: 107 }] }],
  };
  const started = expectOk(await send('POST', '/simulation', { body: { ym_profile_id: 1, draft, log } }));
  const follower = createFollower({ url, apiKey: key });
  const states: string[] = [];
  const steps = follower.simulation.follow.subscribe({ id: started.response['id'] });
  for await (const { data } of steps) states.push(data.state);
  expect(states.at(-1)).toBe('done');
  await admin('verify');
  await admin('inspect');
  expectOk(await send('DELETE', `/ym-auction-tier?id=${id}`));
  expect(await refused()).toEqual([]);
  const ready = await readiness();
  expect(ready).toMatchObject({ status: 'ready' });
  expect(ready).not.toHaveProperty('redis_refuses');
});

test('a channel and keys that are refused are logged once and told by readiness, and the rest goes on', async () => {
  await operator.sendCommand(['ACL', 'SETUSER', 'auction-tiers', 'resetchannels', 'resetkeys', '~at:*']);
  await expect.poll(async () => (await readiness())['redis_refuses'], patience).toContain('a channel');
  const body = { ym_profile_id: 1, draft: { tiers: [] }, log: { kind: 'synthetic', auctions: 10, bids: 2, seed: 'x' } };
  for (let at = 0; at < 3; at++) expect((await send('POST', '/simulation', { body })).status).toBe(503);
  expect(await readiness()).toMatchObject({
    status: 'ready',
    redis_refuses: expect.arrayContaining(['a channel', 'a key']) as unknown,
  });
  await createTier(send, { name: 'Polled', ym_profile_id: 1 });
  const attempts = (await refused()).filter(({ reason, context }) => reason === 'channel' && context === 'toplevel');
  expect(attempts.reduce((sum, { count }) => sum + Number(count), 0)).toBeLessThan(5);
  const { stderr } = await service.stop();
  for (const right of ['a channel', 'a key']) {
    expect(stderr.split('\n').filter((line) => line.includes(`"right":"${right}"`))).toHaveLength(1);
  }
});

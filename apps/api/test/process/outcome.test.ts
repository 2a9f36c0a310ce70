import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jobKeyPrefix } from '@auction-tiers/contract';
import { createClient, type RedisClientType } from 'redis';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTier, createYmProfile, listTiers } from '../fixture/demo-tier.ts';
import type { Answer } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;
let redis: RedisClientType;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
  // Until the change log was looked at, trimming it would be the write whose reply is lost.
  await vi.waitFor(async () =>
    expect((await send('GET', '/readyz', { key: null })).json['oldest_change']).toEqual(expect.any(String)),
  );
});
beforeEach(async () => {
  redis = createClient({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
});

/** Holds back every write of Redis for longer than the service waits for a reply; then it is carried out after all. */
const delayWrites = () => redis.sendCommand(['CLIENT', 'PAUSE', '10000', 'WRITE']);
const written = () => redis.sendCommand(['CLIENT', 'UNPAUSE']);

function expectUnknown({ status, response, headers }: Answer): void {
  expect([status, response.error_id, response.error_code]).toEqual([503, 'SYSTEM', 'OUTCOME_UNKNOWN']);
  expect(response.error).toContain('Idempotency-Key');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

test('a create whose reply from Redis is lost says that its outcome is unknown, and it may have been done', async () => {
  await delayWrites();
  const answer = await send('POST', '/ym-auction-tier', { body: { name: 'Maybe', ym_profile_id: ymProfileId } });
  await written();
  expectUnknown(answer);
  await expect.poll(async () => (await send('GET', '/ym-auction-tier?name=Maybe')).response.count).toBe(1);
});

test('so does an update, and a delete', async () => {
  const changed = await createTier(send, { ym_profile_id: ymProfileId });
  const deleted = await createTier(send, { ym_profile_id: ymProfileId });
  await delayWrites();
  const answers = await Promise.all([
    send('PUT', `/ym-auction-tier?id=${changed.id}`, { body: { priority: 9 } }),
    send('DELETE', `/ym-auction-tier?id=${deleted.id}`),
  ]);
  await written();
  for (const answer of answers) expectUnknown(answer);
});

test('a write that was not yet begun, and a read, say that nothing was changed', async () => {
  const { id } = await createTier(send, { ym_profile_id: ymProfileId });
  await delayWrites();
  const headers = { 'idempotency-key': 'not-begun' };
  // The service looks first whether the key was used before.
  const update = await send('PUT', `/ym-auction-tier?id=${id}`, { body: { name: 'Not begun' }, headers });
  await written();
  expect([update.status, update.response.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  // Longer than the service may take for a new connection and a command on it, two seconds each.
  await redis.sendCommand(['CLIENT', 'PAUSE', '5000', 'ALL']);
  const read = await send('GET', '/ym-auction-tier');
  expect([read.status, read.response.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  await expect.poll(async () => (await send('GET', '/ym-auction-tier')).status, { timeout: 60_000 }).toBe(200);
  expect(await listTiers(send, '?name=Not begun')).toEqual([]);
});

/** A text where the queue of simulations keeps a set or hash: each command on it fails. */
async function spoil(name: string): Promise<string> {
  const key = `${jobKeyPrefix}:member:1:${name}`;
  await redis.sendCommand(['SET', key, 'x']);
  return key;
}

async function startSimulation(): Promise<Answer> {
  const folder = join(service.dataDir, 'logs', '1');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'day.jsonl'), '{"ym_profile_id":1,"bids":[]}\n');
  const body = { ym_profile_id: ymProfileId, draft: { tiers: [] }, log: { kind: 'file', name: 'day.jsonl' } };
  return send('POST', '/simulation', { body });
}

const simulationCount = async () => (await send('GET', '/simulation')).response.count;

test('a simulation that the queue has, although a later command failed, has an unknown outcome', async () => {
  const key = await spoil('inputs');
  const answer = await startSimulation();
  await redis.del(key);
  expectUnknown(answer);
  expect(await simulationCount()).toBe(1);
});

test('a simulation that did not come to the queue says that nothing was changed', async () => {
  const count = await simulationCount();
  const key = await spoil('unfinished');
  const answer = await startSimulation();
  await redis.del(key);
  expect([answer.status, answer.response.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(await simulationCount()).toBe(count);
});

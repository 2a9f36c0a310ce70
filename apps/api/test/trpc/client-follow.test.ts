import { createClient, isServiceError } from '@auction-tiers/client';
import type { ChangeLogEntry } from '@auction-tiers/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Proxy } from '../fixture/proxy.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { useService } from '../fixture/service.ts';
import { failureOf } from '../fixture/trpc-client.ts';

type Changes = AsyncIterableIterator<{ readonly id: string; readonly data: ChangeLogEntry }>;

const service = useService();
let proxy: Proxy;
let tierId: number;

beforeAll(async () => {
  const { id } = await createYmProfile(service.send);
  ({ id: tierId } = await createTier(service.send, { ym_profile_id: id }));
});
beforeEach(async () => {
  proxy = await Proxy.start(service.url);
});
afterEach(() => proxy.close());

const clientOf = (apiKey: string) => createClient({ url: proxy.url, apiKey, retry: { baseWaitMs: 1 } });
const rename = async (name: string) =>
  expectOk(await service.send('PUT', `/ym-auction-tier?id=${tierId}`, { body: { name } }));

/** The names that the next changes give. */
async function namesOf(changes: Changes, count: number): Promise<unknown[]> {
  const names: unknown[] = [];
  while (names.length < count) {
    const { value, done } = await changes.next();
    if (done === true) throw new Error(`the changes ended after ${names.length}`);
    names.push(value.data.after?.['name']);
  }
  return names;
}

/** Follows from now on; one change has been seen. */
async function begin(): Promise<Changes> {
  const { changeLog } = clientOf(service.people.seller1.api_key);
  const { items } = await changeLog.list.query({ num_elements: 1 });
  const changes = changeLog.follow.subscribe({ lastEventId: items[0]!.revision });
  await rename('one');
  expect(await namesOf(changes, 1)).toEqual(['one']);
  return changes;
}

test('a follower gets each change exactly once over a lost connection', async () => {
  const changes = await begin();
  proxy.lose('request', 'request');
  proxy.cut();
  for (const name of ['two', 'three']) await rename(name);
  expect(await namesOf(changes, 2)).toEqual(['two', 'three']);
  await rename('four');
  expect(await namesOf(changes, 1)).toEqual(['four']);
  await changes.return?.();
});

test('a follower goes on with another replica when its own stops', async () => {
  const first = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
  proxy.target = first.url;
  const changes = await begin();
  proxy.target = service.url;
  await first.close();
  for (const name of ['two', 'three']) await rename(name);
  expect(await namesOf(changes, 2)).toEqual(['two', 'three']);
  await changes.return?.();
});

test('a follower that starts after an unknown revision ends with an error', async () => {
  const { changeLog } = clientOf(service.people.seller1.api_key);
  const error = await failureOf(changeLog.follow.subscribe({ lastEventId: 'nonsense' }).next());
  expect(isServiceError(error) && error.data.issues).toMatchObject([{ path: 'lastEventId' }]);
});

test('a follower without a credential ends with NOAUTH', async () => {
  const error = await failureOf(clientOf('atk_unknown').changeLog.follow.subscribe().next());
  expect(isServiceError(error) && error.data.error_id).toBe('NOAUTH');
});

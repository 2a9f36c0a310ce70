import {
  apiKeyResource,
  memberResource,
  profileResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { openRedisStore, type RedisStore, type StoreMemory } from '@auction-tiers/store';
import { openConnection, readOverview, verifyDatabase } from '@auction-tiers/store/maintenance';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const patience = { timeout: 60_000 };

async function open(url: string, memory?: StoreMemory): Promise<RedisStore> {
  const store = await openRedisStore({ url, memory, log: { warn: () => undefined }, durabilityCheckMs: 50 });
  onTestFinished(() => store.close());
  return store;
}

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.remove());

/** A database with an object of each kind of index, and what a store remembers of it. */
async function fill() {
  await server.ask('FLUSHALL');
  const store = await open(server.url);
  await store.create(memberResource, null, { name: 'Seller' }, actor, { id: 19 });
  await store.create(ymProfileResource, 19, { name: 'Y', code: 'y', publisher_ids: [7] }, actor);
  await store.create(profileResource, 19, { name: 'P', code: 'p' }, actor);
  for (const code of ['a', 'b']) {
    await store.create(tierResource, 19, { name: 'T', code, ym_profile_id: 1, profile_id: 1 }, actor);
  }
  const user = { username: 'ann', role: 'admin' };
  await store.create(userResource, null, user, actor, { secrets: { password_hash: 'a hash' } });
  await store.create(apiKeyResource, null, { user_id: 1, name: 'K', scopes: ['read'], prefix: 'atk_abc' }, actor, {
    secrets: { sha256: 'abc' },
  });
  return { store, memory: store.memory() };
}

async function verify() {
  const connection = await openConnection(server.url);
  try {
    return { ...(await verifyDatabase(connection)), overview: await readOverview(connection) };
  } finally {
    await connection.close();
  }
}

/** All keys with their values, as Redis dumps them. */
async function dump(): Promise<Readonly<Record<string, unknown>>> {
  const keys = ((await server.ask('KEYS', '*')) as string[]).toSorted();
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await server.ask('DUMP', key)])));
}

const lostKeys = [
  'at:meta',
  'at:{p3}:epoch',
  'at:{p9}:epoch',
  'at:{p3}:revision',
  'at:{p3}:head',
  'at:{p3}:changes',
  'at:{p3}:member:19:changes',
  'at:{p3}:member:19',
  'at:{p3}:ym-auction-tier:1',
  'at:{p3}:ym-profile:1',
  'at:{p3}:all:ym-auction-tier',
  'at:{p3}:member:19:ym-auction-tier',
  'at:{p3}:member:19:unique:ym-auction-tier:code',
  'at:{p3}:member:19:unique:ym-profile:publisher_ids',
  'at:{p3}:referrers:ym-profile:1',
  'at:{p3}:member:19:steps:1',
  'at:{p0}:user:1',
  'at:{p0}:shared:unique:user:username',
  'at:{p0}:api-key:1',
  'at:{p0}:shared:unique:api-key:_sha256',
  'at:counter:ym-auction-tier',
];

/** Without them a store can see that the database lacks what it knew. */
const known = new Set([
  'at:meta',
  'at:{p3}:epoch',
  'at:{p9}:epoch',
  'at:{p3}:revision',
  'at:{p3}:head',
  'at:counter:ym-auction-tier',
]);

test.for(lostKeys)('that %s is lost is named by verify, and nothing makes it anew', async (key) => {
  const { store, memory } = await fill();
  await store.close();
  expect(await server.ask('DEL', key)).toBe(1);
  if (key === 'at:meta') {
    await expect(verify()).rejects.toThrow('has lost at:meta');
  } else {
    const { lost, difference, overview } = await verify();
    expect([...lost, difference].join()).toContain(key);
    expect(overview.partitions).toHaveLength(16);
  }
  const before = await dump();
  const again = await open(server.url, memory);
  if (known.has(key)) {
    expect(again.history.held).toMatch(/lacks|known is/);
    await expect(again.create(ymProfileResource, 19, { name: 'Y 2' }, actor)).rejects.toMatchObject({
      trouble: 'other_database',
    });
    // Another look does not release it.
    await expect(again.heads()).rejects.toMatchObject({ trouble: 'other_database' });
  } else {
    expect(again.history.held).toBeNull();
  }
  expect(await dump()).toEqual(before);
});

test('a database without at:meta is not set up anew by a store that knows nothing of it', async () => {
  const { store } = await fill();
  await store.close();
  await server.ask('DEL', 'at:meta');
  const before = await dump();
  const fresh = await open(server.url);
  expect(fresh.history.held).toContain('it lacks at:meta');
  await expect(fresh.heads()).rejects.toMatchObject({ trouble: 'other_database' });
  expect(await dump()).toEqual(before);
});

test.for(['at:{p3}:revision', 'at:counter:ym-auction-tier'])(
  'a text in %s holds the store and is named by verify',
  async (key) => {
    const { store, memory } = await fill();
    await store.close();
    await server.ask('SET', key, 'a text');
    expect((await open(server.url, memory)).history.held).toMatch(/known is|is known/);
    const { lost, difference } = await verify();
    expect([...lost, difference].join()).toContain(key);
  },
);

test('all lost objects and indexes are named', async () => {
  const { store } = await fill();
  await store.close();
  const gone = [
    'at:{p3}:ym-auction-tier:1',
    'at:{p3}:ym-auction-tier:2',
    'at:{p0}:user:1',
    'at:{p3}:referrers:profile:1',
  ];
  expect(await server.ask('DEL', ...gone)).toBe(gone.length);
  const { lost, difference } = await verify();
  // Nothing refers to the profile any more, as far as anything says.
  expect(lost.toSorted()).toEqual(gone.slice(0, 3).toSorted());
  expect(difference).toMatch(/^3 missing, first /);
});

test('a lost change of the middle of a stream is named; a stream that an operator has trimmed lacks nothing', async () => {
  const { store } = await fill();
  await store.close();
  await server.ask('XDEL', 'at:{p3}:changes', '3-0');
  expect((await verify()).difference).toBe('at:{p3}:changes lacks change 3');
  await server.ask('XTRIM', 'at:{p3}:changes', 'MINID', '4');
  expect((await verify()).difference).toBeNull();
  await server.ask('XTRIM', 'at:{p3}:changes', 'MAXLEN', '0');
  expect((await verify()).difference).toBeNull();
});

test('an open store that loses a partition goes on with nothing', async () => {
  const { store } = await fill();
  await server.ask('DEL', ...((await server.ask('KEYS', 'at:{p3}:*')) as string[]));
  await vi.waitFor(async () => {
    await store.heads().catch(() => undefined);
    expect(store.history.held).toContain('has lost keys');
  }, patience);
  await expect(store.create(ymProfileResource, 19, { name: 'Y 2' }, actor)).rejects.toMatchObject({
    trouble: 'other_database',
  });
});

import {
  apiKeyResource,
  memberResource,
  profileResource,
  tierResource,
  userResource,
  viewResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { runs } from '@auction-tiers/tools/long';
import { openRedisStore, type RedisStore, type StoreMemory } from '@auction-tiers/store';
import { mendDatabase, openConnection, readOverview, verifyDatabase } from '@auction-tiers/store/maintenance';
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
  await store.create(apiKeyResource, null, { user_id: 1, name: 'K', scopes: ['read'] }, actor, {
    secrets: { sha256: 'abc' },
  });
  return { store, memory: store.memory() };
}

async function withConnection<T>(
  url: string,
  work: (connection: Awaited<ReturnType<typeof openConnection>>) => Promise<T>,
) {
  const connection = await openConnection(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
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

test.for(lostKeys)('without %s the database is damaged for everybody, until it is adopted', async (key) => {
  const { store, memory } = await fill();
  await store.close();
  expect(await server.ask('DEL', key)).toBe(1);
  for (const known of [memory, undefined]) {
    const again = await open(server.url, known);
    expect(again.history.held).toContain(key);
    await expect(again.heads()).rejects.toMatchObject({ trouble: 'other_database' });
    // Another look does not release it.
    expect(again.history.held).toContain(key);
    await again.close();
  }
  expect(await server.ask('EXISTS', key)).toBe(0);
  await withConnection(server.url, async (connection) => {
    const { lost, difference } = await verifyDatabase(connection);
    expect(lost.join()).toContain(key);
    expect(difference).toMatch(/\d+ keys of auction-tiers are here/);
    expect((await readOverview(connection)).damage?.lost).toEqual(lost);
    expect((await mendDatabase(connection, memory)).join()).toContain(key);
  });
  const adopting = await open(server.url, memory);
  await adopting.adopt();
  await withConnection(server.url, async (connection) => {
    expect(await verifyDatabase(connection)).toMatchObject({ lost: [], difference: null });
  });
  const whole = await open(server.url, memory);
  expect(whole.history.held).toBeNull();
  expect(await whole.create(ymProfileResource, 19, { name: 'Y 2' }, actor)).toMatchObject({ ok: true });
  expect((await whole.load(3, [tierResource])).objects.length).toBe(key === 'at:{p3}:ym-auction-tier:1' ? 1 : 2);
});

test.for(['at:{p3}:revision', 'at:{p3}:head', 'at:counter:ym-auction-tier', 'at:counter:view'])(
  'a text in %s fails no start and no adoption, after which ids and revisions go on',
  async (key) => {
    const { store } = await fill();
    await store.create(viewResource, 19, { name: 'V', address: '/tiers' }, actor);
    await store.remove(viewResource, 19, 1, actor);
    const known = store.memory();
    const reached = (await store.heads())[3]?.revision ?? 0;
    await store.close();
    await server.ask('SET', key, 'a text');
    for (const remembered of [known, undefined]) {
      const opened = await open(server.url, remembered);
      if (/revision|tier/.test(key)) expect(opened.history.held).toContain(`the number in ${key} is missing`);
      await opened.close();
    }
    await withConnection(server.url, (connection) => mendDatabase(connection, known));
    const adopting = await open(server.url, known);
    await adopting.adopt();
    const created = await adopting.create(tierResource, 19, { name: 'T', ym_profile_id: 1 }, actor);
    expect(created).toMatchObject({ ok: true, change: { id: 3, revision: reached + 1 } });
    expect(await adopting.create(viewResource, 19, { name: 'V', address: '/tiers' }, actor)).toMatchObject({
      change: { id: 2 },
    });
  },
);

const leftKeys = [
  'at:{p3}:member:19:changes',
  'at:{p3}:member:19:steps',
  'at:{p3}:member:19:steps:1',
  'at:{p3}:member:19:unique:ym-auction-tier:code',
  'at:{p3}:referrers:ym-profile:1',
];

test.for(leftKeys)(
  'of a partition that has lost all but %s, no revision is given twice once it is adopted',
  async (key) => {
    const { store, memory } = await fill();
    const reached = (await store.heads())[3]?.revision ?? 0;
    await store.close();
    const keys = (await server.ask('KEYS', 'at:{p3}:*')) as string[];
    expect(keys).toContain(key);
    await server.ask('DEL', ...keys.filter((one) => one !== key));
    await withConnection(server.url, (connection) => mendDatabase(connection, memory));
    const adopting = await open(server.url, memory);
    await adopting.adopt();
    await withConnection(server.url, async (connection) => {
      expect(await verifyDatabase(connection)).toMatchObject({ lost: [], difference: null });
    });
    const created = await adopting.create(memberResource, null, { name: 'Seller' }, actor, { id: 19 });
    expect(created).toMatchObject({ ok: true });
    if (created.ok && /changes$|steps:1$/.test(key)) expect(created.change.revision).toBeGreaterThan(reached);
  },
);

test('a lost change of the middle of a stream is a damage; a stream that an operator has trimmed is none', async () => {
  const { memory } = await fill();
  await server.ask('XDEL', 'at:{p3}:changes', '3-0');
  expect((await open(server.url, memory)).history.held).toContain('change 3 of at:{p3}:changes');
  await server.ask('XTRIM', 'at:{p3}:changes', 'MINID', '4');
  expect((await open(server.url, memory)).history.held).toBeNull();
  await server.ask('XTRIM', 'at:{p3}:changes', 'MAXLEN', '0');
  expect((await open(server.url, memory)).history.held).toBeNull();
});

test('a store that opens while others write, create members and remove all that they have takes nothing for lost', async () => {
  await fill();
  const over = new AbortController();
  const write = async (writer: number) => {
    const store = await open(server.url);
    for (let round = 0; !over.signal.aborted && round < 300; round += 1) {
      const member = await store.create(memberResource, null, { name: 'Seller' }, actor);
      const owner = member.ok ? member.change.id : 0;
      const ymProfile = await store.create(ymProfileResource, owner, { name: 'Y', code: `${writer}` }, actor);
      const ym_profile_id = ymProfile.ok ? ymProfile.change.id : 0;
      const tier = await store.create(tierResource, owner, { name: 'T', code: 'c', ym_profile_id }, actor);
      if (tier.ok) await store.remove(tierResource, owner, tier.change.id, actor);
      await store.remove(ymProfileResource, owner, ym_profile_id, actor);
    }
  };
  const writers = [1, 2, 3, 4].map(write);
  for (let count = 0; count < runs(60); count += 1) {
    const opened = await openRedisStore({ url: server.url, log: { warn: () => undefined } });
    expect(opened.history.held).toBeNull();
    await opened.close();
  }
  over.abort();
  await Promise.all(writers);
});

test('what another program has changed in a hash is no lost key', async () => {
  const { memory } = await fill();
  await server.ask('HSET', 'at:{p3}:ym-auction-tier:1', 'member_id', '7', 'min_price', 'none', 'code', 'c');
  await server.ask('SET', 'at:{p3}:ym-auction-tier:2', 'x');
  await server.ask('DEL', 'at:{p3}:all:profile');
  await server.ask('SET', 'at:{p3}:all:profile', 'x');
  expect((await open(server.url, memory)).history.held).toBeNull();
});

test('a store that is open when Redis deletes keys is held, with the others that follow it, once some of its own are gone', async () => {
  const { store } = await fill();
  for (let at = 0; at < 200; at += 1) {
    await store.create(tierResource, 19, { name: 'T', description: 'd'.repeat(2000), ym_profile_id: 1 }, actor);
  }
  expect(store.history.held).toBeNull();
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-random');
  await vi.waitFor(() => expect(store.durability.eviction).toContain('allkeys-random'), patience);
  const used = Number(/used_memory:(\d+)/.exec(String(await server.ask('INFO', 'memory')))?.[1]);
  await server.ask('CONFIG', 'SET', 'maxmemory', String(used - 200_000));
  await vi.waitFor(() => expect(store.history.held).toMatch(/damaged|lost keys/), patience);
  expect(Number(/evicted_keys:(\d+)/.exec(String(await server.ask('INFO', 'stats')))?.[1])).toBeGreaterThan(0);
  await server.ask('CONFIG', 'SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
  await vi.waitFor(() => expect(store.durability.eviction).toBeNull(), patience);
  await expect(store.heads()).rejects.toMatchObject({ trouble: 'other_database' });
  const memory = store.memory();
  expect((await open(server.url, memory)).history.held).toMatch(/damaged|lost keys/);
  await withConnection(server.url, (connection) => mendDatabase(connection, memory));
  await (await open(server.url, memory)).adopt();
  await withConnection(server.url, async (connection) => {
    expect(await verifyDatabase(connection)).toMatchObject({ lost: [], difference: null });
  });
  await vi.waitFor(async () => {
    await store.heads().catch(() => undefined);
    expect(store.history.held).toBeNull();
  }, patience);
  expect(await store.create(memberResource, null, { name: 'Seller' }, actor)).toMatchObject({ ok: true });
});

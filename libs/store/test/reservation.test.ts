import { memberResource } from '@auction-tiers/contract';
import { openRedisStore, type RedisStore, type WriteResult } from '@auction-tiers/store';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { History } from '../src/redis/history/history.ts';
import { Creator } from '../src/redis/write/create.ts';
import { createDirectWriter, FunctionLibrary, RedisLink } from '../src/redis/connection/link.ts';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const idempotency = { key: '1:k', fingerprint: 'f' };
const value = { name: 'Seller' };

type Create = Pick<RedisStore, 'create'>;
const send = (store: Create) => store.create(memberResource, null, value, actor, { idempotency });
const give = (store: Create, id: number) => store.create(memberResource, null, { name: 'Given' }, actor, { id });

async function open(): Promise<{ server: RedisServer; store: RedisStore }> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  return { server, store };
}

/** Creates members; each create waits after its id is reserved until `meanwhile` has ended. */
async function slowCreator(server: RedisServer, meanwhile: () => Promise<void>): Promise<Creator> {
  const link = new RedisLink(new Redis(server.url), server.url);
  onTestFinished(() => link.close());
  const writer = createDirectWriter(link);
  class SlowLibrary extends FunctionLibrary {
    #isFirst = true;
    override async call(...asked: Parameters<FunctionLibrary['call']>): Promise<unknown> {
      if (asked[0] === 'write' && this.#isFirst) {
        this.#isFirst = false;
        await meanwhile();
      }
      return super.call(...asked);
    }
  }
  const partitions = 16;
  const history = await History.open({ link, partitions, memory: undefined, log: console });
  const library = new SlowLibrary(link, writer);
  return new Creator({ link, library, history, partitions, isCluster: false });
}

/** The ids of all members. */
async function memberIds(store: RedisStore): Promise<number[]> {
  const partitions = Array.from({ length: store.partitions }, (_, partition) =>
    store.load(partition, [memberResource]),
  );
  const objects = (await Promise.all(partitions)).flatMap((loaded) => loaded.objects);
  return objects.map(({ id }) => id).toSorted((a, b) => a - b);
}

const made = (id: number) => ({ ok: true, isRepeat: false, change: { id, partition: id % 16 } });
const repeated = (first: WriteResult) => ({ ...first, isRepeat: true });

test('a member whose create ended after its id was reserved gets that id when it is sent again', async () => {
  const { server, store } = await open();
  const cutShort = await slowCreator(server, () => Promise.reject(new Error('the process ended')));
  await expect(send(cutShort)).rejects.toThrow('the process ended');
  expect(await store.repeatOf(memberResource, null, idempotency)).toBeNull();
  expect(await server.ask('GET', 'at:reserved:member:1:k')).toBe('1');
  const first = await send(store);
  expect(first).toMatchObject(made(1));
  expect(await send(store)).toEqual(repeated(first));
  expect(await memberIds(store)).toEqual([1]);
});

test('a member whose reserved id was given to another member gets the next id, and always the same one', async () => {
  const { server, store } = await open();
  const first = await send(await slowCreator(server, async () => void (await give(store, 1))));
  expect(first).toMatchObject(made(2));
  expect(await send(store)).toEqual(repeated(first));
  expect(await store.repeatOf(memberResource, null, idempotency)).toEqual(repeated(first));
  expect(await memberIds(store)).toEqual([1, 2]);
  const mark = await server.ask('HGETALL', 'at:{p1}:member:1:idempotency:1:k');
  expect(mark).toEqual({ service: 'member', is_taken: '1' });
});

test('all senders of one create use the same other id when the reserved one is taken', async () => {
  const { server, store } = await open();
  let theirs: WriteResult[] = [];
  const mine = await send(
    await slowCreator(server, async () => {
      await give(store, 1);
      theirs = await Promise.all(Array.from({ length: 10 }, () => send(store)));
    }),
  );
  const first = theirs.find((result) => result.ok && !result.isRepeat);
  expect(mine).toEqual({ ...first, isRepeat: true });
  expect(theirs.filter((result) => result !== first)).toEqual(Array.from({ length: 9 }, () => mine));
  expect(await memberIds(store)).toEqual([1, first?.ok && first.change.id]);
});

test('a taken id that becomes free again is not used for the create', async () => {
  const { server, store } = await open();
  const theirs: WriteResult[] = [];
  const mine = await send(
    await slowCreator(server, async () => {
      await give(store, 1);
      theirs.push(await send(store));
      await store.remove(memberResource, null, 1, actor);
    }),
  );
  const [first] = theirs;
  expect(first).toMatchObject({ ok: true, isRepeat: false });
  expect(mine).toEqual({ ...first, isRepeat: true });
  expect(await memberIds(store)).toEqual([first?.ok && first.change.id]);
});

test('drawn ids that are all taken are passed over, with a reservation and without', async () => {
  const { server, store } = await open();
  for (const id of [1, 2, 3, 5]) await give(store, id);
  await server.ask('SET', 'at:counter:member', '0');
  // Another process: this one has seen the ids, and draws above them.
  const other = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => other.close());
  expect(await send(other)).toMatchObject(made(4));
  expect(await other.create(memberResource, null, value, actor)).toMatchObject(made(6));
  expect(await send(other)).toMatchObject({ isRepeat: true, change: { id: 4 } });
});

test('a reservation outlives the record of its create, however late that is made', async () => {
  const { server, store } = await open();
  const cutShort = await slowCreator(server, () => Promise.reject(new Error('the process ended')));
  await expect(send(cutShort)).rejects.toThrow('the process ended');
  await server.ask('PEXPIRE', 'at:reserved:member:1:k', '60000');
  await send(store);
  const [reserved, remembered] = await Promise.all(
    ['at:reserved:member:1:k', 'at:{p1}:member:1:idempotency:1:k'].map((key) => server.ask('PTTL', key)),
  );
  expect(Number(reserved)).toBeGreaterThan(Number(remembered));
});

test('once its record has expired the same request is a new one', async () => {
  const { server, store } = await open();
  expect(await send(store)).toMatchObject(made(1));
  await server.ask('DEL', 'at:{p1}:member:1:idempotency:1:k');
  expect(await store.repeatOf(memberResource, null, idempotency)).toBeNull();
  const next = await send(store);
  expect(next).toMatchObject({ ok: true, isRepeat: false });
  expect(await send(store)).toEqual(repeated(next));
  expect(await memberIds(store)).toHaveLength(2);
});

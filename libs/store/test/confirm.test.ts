import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { createConfirmingWriter } from '../src/redis/connection/confirming-writer.ts';
import { type Command, RedisLink } from '../src/redis/connection/link.ts';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const seldomSynced = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

async function start(): Promise<RedisServer> {
  const server = await RedisServer.start(seldomSynced);
  onTestFinished(() => server.remove());
  return server;
}

/** A link whose server answers WAITAOF by a script, so that an old server does too; and the commands sent over it. */
async function startLink(answer: string): Promise<{ link: RedisLink; batches: Command[][] }> {
  const server = await start();
  const batches: Command[][] = [];
  class Link extends RedisLink {
    override batch(commands: readonly Command[]): Promise<unknown[]> {
      batches.push([...commands]);
      return super.batch(commands.map((command) => (command[0] === 'WAITAOF' ? ['EVAL', answer, '0'] : command)));
    }
  }
  const link = new Link(new Redis(server.url), server.url);
  onTestFinished(() => link.close());
  return { link, batches };
}

const counts = Array.from({ length: 20 }, (_, index) => index + 1);

test('a write is answered when its sync is confirmed; writes that arrive meanwhile share the next sync', async () => {
  const { link, batches } = await startLink('return {1, 0}');
  const writer = createConfirmingWriter(link, false, 1000);
  const replies = await Promise.all(counts.map(() => writer.commit('any', ['INCR', 'n'])));
  expect(replies).toEqual(counts);
  expect(batches.map((commands) => commands.map(([name]) => name).join(' '))).toEqual([
    'INCR WAITAOF',
    `${'INCR '.repeat(19)}WAITAOF`,
  ]);
  expect(batches[0]?.at(-1)).toEqual(['WAITAOF', '1', '0', '1000']);
});

test('a failed write fails alone', async () => {
  const { link } = await startLink('return {1, 0}');
  const writer = createConfirmingWriter(link, false, 1000);
  await writer.commit('any', ['SET', 'text', 'a']);
  const ends = await Promise.allSettled([
    writer.commit('any', ['INCR', 'n']),
    writer.commit('any', ['INCR', 'text']),
    writer.commit('any', ['INCR', 'n']),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test.for([
  ['in time', 'return {0, 0}', 'not within 1000 ms'],
  ['at all', "return redis.error_reply('ERR no log')", 'ERR no log'],
] as const)(
  'a write whose sync is not confirmed %s is unavailable, with an unknown outcome',
  async ([, answer, reason]) => {
    const { link } = await startLink(answer);
    const writer = createConfirmingWriter(link, false, 1000);
    await expect(writer.commit('any', ['INCR', 'n'])).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcomeUnknown: true,
      message: expect.stringContaining(reason) as unknown,
    });
  },
);

test('on a cluster only writes of one slot go together', async () => {
  const { link, batches } = await startLink('return {1, 0}');
  const writer = createConfirmingWriter(link, true, 1000);
  await Promise.all(['a', 'b', 'a', 'a', 'b'].map((route) => writer.commit(route, ['INCR', route])));
  const sent = batches.map((commands) =>
    commands
      .map(([, key]) => key)
      .slice(0, -1)
      .join(''),
  );
  expect(sent.toSorted()).toEqual(['a', 'aa', 'b', 'b']);
});

test('a repeated answer is confirmed like the first one: it writes the record again, unchanged', async () => {
  const server = await start();
  const store = await openRedisStore({ url: server.url, log: { warn: () => undefined } });
  onTestFinished(() => store.close());
  const writes = async () => Number(/changes_since_last_save:(\d+)/.exec(String(await server.ask('INFO')))?.[1]);
  const key = 'at:{p3}:member:19:idempotency:k';
  const idempotency = { key: 'k', fingerprint: 'f' };
  const create = () =>
    store.create(ymProfileResource, 19, { name: 'Y' }, { user: 'ann', requestId: 'r-1' }, { idempotency });
  const first = await create();
  await server.ask('PEXPIRE', key, '60000');
  const record = await server.ask('HGETALL', key);

  const before = await writes();
  expect(await store.repeatOf(ymProfileResource, 19, { ...idempotency, key: 'other' })).toBeNull();
  expect(await writes()).toBe(before);
  expect(await store.repeatOf(ymProfileResource, 19, idempotency)).toEqual({ ...first, isRepeat: true });
  const between = await writes();
  expect(between).toBeGreaterThan(before);
  expect(await server.ask('HGETALL', key)).toEqual(record);
  expect(Number(await server.ask('PTTL', key))).toBeLessThanOrEqual(60_000);
});

test('a server that syncs periodically: the store waits where the server can confirm, and warns where it cannot', async () => {
  const server = await start();
  const warnings: string[] = [];
  const store = await openRedisStore({ url: server.url, log: { warn: (text) => warnings.push(text) } });
  onTestFinished(() => store.close());
  const value = { name: 'Y' };
  const result = await store.create(ymProfileResource, 19, value, { user: 'ann', requestId: 'r-1' });
  expect(result).toMatchObject({ ok: true });
  if (store.server.confirmsSync) {
    expect([store.durability.policy, warnings.length]).toEqual(['confirmed', 0]);
    await server.kill();
    await server.start();
    expect(await server.ask('GET', 'at:{p3}:revision')).toBe('1');
  } else {
    console.warn(
      `${store.server.name} ${store.server.version} has no WAITAOF: confirmation by the server is not tested`,
    );
    expect([store.durability.policy, warnings.length]).toEqual(['unconfirmed', 1]);
  }
});

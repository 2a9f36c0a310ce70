import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedisStore, StoreUnavailable, StoreUnusable } from '@auction-tiers/store';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { durable, freePort, RedisServer } from '@auction-tiers/tools/redis-server';

const log = { warn: () => undefined };
const brief = { log, connectTimeoutMs: 300, commandTimeoutMs: 300 };

async function start(settings?: readonly string[]): Promise<RedisServer> {
  const server = await RedisServer.start(settings);
  onTestFinished(() => server.remove());
  return server;
}

/** A server that is not Redis, or one that is not suitable. */
async function startOther(answer: (socket: Socket, said: string) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => answer(socket, data.toString()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const failure = async (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => new Error('it opened'),
    (error: Error) => error,
  );

test('without a server the message has the address and the cause', async () => {
  const port = await freePort();
  const error = await failure(openRedisStore({ url: `redis://ann:secret@127.0.0.1:${port}`, ...brief }));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error.message).toContain(`redis://127.0.0.1:${port} (connect ECONNREFUSED`);
});

test.for([
  ['without a password', '', 'NOAUTH'],
  ['with a wrong password', ':wrong@', 'WRONGPASS'],
  ['with an unknown user', 'bob:geheim@', 'WRONGPASS'],
] as const)('%s: says so, without the password', async ([, login, code]) => {
  const { port } = await startLocked();
  const error = await failure(openRedisStore({ url: `redis://${login}127.0.0.1:${port}`, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toBe(
    `Redis at redis://127.0.0.1:${port} does not accept the login (${code}); put user:password@ before the host in REDIS_URL`,
  );
});

test('with the password it opens, special characters written as %XX', async () => {
  const { port } = await startLocked();
  const store = await openRedisStore({ url: `redis://:p%40ss%2Fword@127.0.0.1:${port}/2`, log });
  onTestFinished(() => store.close());
  expect(await store.findTrouble()).toBeNull();
});

async function startLocked(): Promise<RedisServer> {
  const server = await start();
  await server.ask('CONFIG', 'SET', 'requirepass', 'p@ss/word');
  return server;
}

test('a database that the server does not have', async () => {
  const { port } = await start();
  const error = await failure(openRedisStore({ url: `redis://127.0.0.1:${port}/99`, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toMatch(/redis:\/\/127\.0\.0\.1:\d+\S* .*\b99\b/);
});

test('a server that is not Redis', async () => {
  const url = await startOther((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const error = await failure(openRedisStore({ url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toMatch(new RegExp(`${url} is not Redis\\b.*\\b7\\.0\\b`));
});

test('a server that never answers', async () => {
  const url = await startOther(() => undefined);
  const error = await failure(openRedisStore({ url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error.message).toMatch(/\bconnect\b.* redis:\/\/127\.0\.0\.1:\d+ /);
});

test('a Redis that is too old is refused, with its version and the one needed', async () => {
  const info = 'redis_version:6.2.14\r\nrole:master\r\n';
  const url = await startOther((socket, said) => {
    for (const [command] of said.matchAll(/hello|client|info/gi)) {
      socket.write(/info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
    }
  });
  const error = await failure(openRedisStore({ url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toMatch(/6\.2\.14; needed: 7\.0 or newer/);
});

test('a read-only replica is refused, with the address of its primary', async () => {
  const [primary, replica] = [await start(), await start()];
  await replica.ask('REPLICAOF', '127.0.0.1', String(primary.port));
  const error = await failure(openRedisStore({ url: replica.url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toContain(`replica of 127.0.0.1:${primary.port};`);
});

test('the number of partitions is fixed at first use', async () => {
  const { url } = await start();
  const first = await openRedisStore({ url, log, partitions: 4 });
  await first.close();
  const again = await openRedisStore({ url, log });
  expect(again.partitions).toBe(4);
  await again.close();
  const error = await failure(openRedisStore({ url, log, partitions: 16 }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toMatch(/4 partitions.* 16;/);
});

test('a database of another layout is left alone', async () => {
  const server = await start();
  await server.ask('HSET', 'at:meta', 'layout', '2', 'partitions', '16');
  const error = await failure(openRedisStore({ url: server.url, log }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toMatch(/has layout 2;.* layout 1\./);
});

test('a user that may not load functions is told what to allow', async () => {
  const server = await start();
  await server.ask('ACL', 'SETUSER', 'ann', 'on', '>pw', '~*', '&*', '+@all', '-function');
  const error = await failure(openRedisStore({ url: server.url.replace('//', '//ann:pw@'), ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toContain('ACL SETUSER <user> +function +fcall');
});

test.for([
  ['http://127.0.0.1:6379', 'not a Redis address'],
  ['redis://127.0.0.1:99999', '"127.0.0.1:99999" is not a host'],
  ['redis://a:1,b:2', 'names 2 servers'],
  ['redis://user:secret@host/db', 'ends in "/db"'],
  ['redis+cluster://user:secret@a:1,b:2/1', 'a cluster has database 0 only'],
  ['redis://user:se%cret@host', 'has a %'],
  ['unix://user:secret@/run/redis.sock?db=first', 'ends in "/first"'],
] as const)('the address %s is refused, without its password', async ([url, problem]) => {
  const error = await failure(openRedisStore({ url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toContain(problem);
  expect(error.message).not.toMatch(/secret|se%cret/);
});

// With a character of the password that is not escaped, or with a part of the address left out.
test.for([
  'redis:secret@host',
  'redis://:secret',
  'redis://user:secret',
  'redis://user:secret/4',
  'redis://:sec/secret@host',
  'redis://user/x:secret@host',
  'redis://a:6379,:secret',
  'unix://user:secret@',
  'unix:/run/redis.sock?db=0&password=secret',
  'unix://:secret',
  'secret@host',
  'redis+sentinel://:secret,b:26379/main',
  'redis://host:6379/0/secret@host',
])('no message has what may be the password of %s', async (url) => {
  const error = await failure(openRedisStore({ url, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).not.toContain('secret');
});

test('a unix socket: the store and the other client take the same address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'auction tiers ü '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'redis.sock');
  const server = await start([...durable, '--unixsocket', path]);
  await server.ask('CONFIG', 'SET', 'requirepass', 'p@ss/word');
  const place = `${path.split('/').map(encodeURIComponent).join('/')}?db=2`;
  const url = `unix://:p%40ss%2Fword@${place}`;
  const store = await openRedisStore({ url, log });
  onTestFinished(() => store.close());
  expect(await store.findTrouble()).toBeNull();
  // Otherwise this client parses the address a second time, as a URL, which has no login without a host.
  const client = createClient({ url, maintNotifications: 'disabled' });
  await client.connect();
  expect(await client.dbSize()).toBeGreaterThan(0);
  client.destroy();

  const error = await failure(openRedisStore({ url: `unix://:wrong@${place}`, ...brief }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toContain(`unix://${path} does not accept the login (WRONGPASS)`);
});

test('a unix socket that is not there: the message has its path and the cause', async () => {
  const error = await failure(openRedisStore({ url: 'unix:///nowhere/redis.sock', ...brief }));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error.message).toContain('unix:///nowhere/redis.sock (connect ENOENT');
});

test('a server that syncs every write before the reply gets no warning', async () => {
  const { url } = await start(durable);
  const warnings: string[] = [];
  const store = await openRedisStore({ url, log: { warn: (text) => warnings.push(text) }, requireDurable: true });
  await store.close();
  expect(store.durability).toEqual({ policy: 'always', appendonly: 'yes', appendfsync: 'always', eviction: null });
  expect(warnings).toEqual([]);
});

test('a Redis without an append-only file gets a warning, or is refused when writes must be durable', async () => {
  const { url } = await start(['--appendonly', 'no']);
  const warnings: string[] = [];
  const store = await openRedisStore({ url, log: { warn: (text) => warnings.push(text) } });
  await store.close();
  expect(store.durability).toMatchObject({ policy: 'unconfirmed', appendonly: 'no' });
  expect(warnings).toEqual([expect.stringMatching(/\blose\b.*\bappendonly no\b/)]);
  const error = await failure(openRedisStore({ url, log, requireDurable: true }));
  expect(error).toBeInstanceOf(StoreUnusable);
  expect(error.message).toContain('REQUIRE_DURABLE is set, but');
});

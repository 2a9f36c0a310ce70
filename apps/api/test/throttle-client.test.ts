import { Cluster } from 'ioredis';
import { expect, test } from 'vitest';
import { createClient } from '../src/throttle/client.ts';

/** What an address says, of a client that is never connected. */
function optionsOf(url: string): object {
  const client = createClient(url);
  if (client instanceof Cluster) throw new Error(`${url} should lead to one server, and leads to a cluster`);
  return client.options;
}

test.for<[string, Readonly<Record<string, unknown>>]>([
  ['redis://localhost', { host: 'localhost', port: 6379, db: 0, username: null, password: null }],
  ['redis://:p%40ss@127.0.0.1:6390/3', { host: '127.0.0.1', port: 6390, db: 3, username: null, password: 'p@ss' }],
  ['redis://:a:b@127.0.0.1', { host: '127.0.0.1', username: null, password: 'a:b' }],
  ['rediss://user:pass@[::1]:7000', { host: '::1', port: 7000, username: 'user', password: 'pass', tls: {} }],
  [
    'redis+sentinel://one:1,two/primary/2',
    {
      sentinels: [
        { host: 'one', port: 1 },
        { host: 'two', port: 26_379 },
      ],
      name: 'primary',
      db: 2,
    },
  ],
  ['rediss+sentinel://one', { name: 'mymaster', db: 0, tls: {}, enableTLSForSentinelMode: true }],
])('%s is where calls are counted', ([url, expected]) => {
  expect(optionsOf(url)).toMatchObject({ ...expected, lazyConnect: true, enableOfflineQueue: false });
});

test('a cluster is found through any of its nodes', () => {
  const client = createClient('redis+cluster://user:pass@one:7000,two');
  expect(client).toBeInstanceOf(Cluster);
  expect(client.options).toMatchObject({ redisOptions: { username: 'user', password: 'pass' } });
});

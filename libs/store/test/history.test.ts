import { ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { TcpProxy } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const patience = { timeout: 60_000 };

async function start(): Promise<RedisServer> {
  const server = await RedisServer.start(['--appendonly', 'no', '--repl-diskless-sync-delay', '0']);
  onTestFinished(() => server.remove());
  return server;
}

const replication = async (server: RedisServer, field: string) =>
  new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(String(await server.ask('INFO', 'replication')))?.[1];

test('a primary that was started again from an older file is held, though it names the known replication id', async () => {
  const [primary, replica] = [await start(), await start()];
  await replica.ask('REPLICAOF', '127.0.0.1', String(primary.port));
  await vi.waitFor(async () => expect(await replication(replica, 'master_link_status')).toBe('up'), patience);
  const log = { warn: () => undefined };
  const store = await openRedisStore({ url: primary.url, log });
  onTestFinished(() => store.close());
  const create = () => store.create(ymProfileResource, 19, { name: 'Y' }, actor);
  await create();
  const id = await replication(primary, 'master_replid');
  // The replica has what it loads before the child process that has sent it has ended, and until then SAVE is refused.
  await vi.waitFor(() => primary.ask('SAVE'), patience);
  await create();

  await primary.kill();
  await primary.start();
  expect(await replication(primary, 'master_replid2')).toBe(id);
  await vi.waitFor(async () => {
    await store.heads().catch(() => undefined);
    expect(store.history.held).toMatch(/older/);
  }, patience);
  await expect(create()).rejects.toMatchObject({ trouble: 'other_database' });
});

test('the id of an object that a failover has lost is not given to another one, by a store that never heard of it', async () => {
  const [primary, replica] = [await start(), await start()];
  const [line, proxy] = [await TcpProxy.start(primary.port), await TcpProxy.start(primary.port)];
  onTestFinished(async () => void (await Promise.all([line.close(), proxy.close()])));
  await replica.ask('REPLICAOF', '127.0.0.1', String(line.port));
  await vi.waitFor(async () => expect(await replication(replica, 'master_link_status')).toBe('up'), patience);
  const open = async () => {
    const store = await openRedisStore({ url: `redis://127.0.0.1:${proxy.port}`, log: { warn: () => undefined } });
    onTestFinished(() => store.close());
    return store;
  };
  const [maker, other] = [await open(), await open()];
  const create = async (store: typeof maker) => {
    const created = await store.create(ymProfileResource, 19, { name: 'Y' }, actor);
    return created.ok ? created.change.id : null;
  };
  const kept = await create(other);
  const offset = await replication(primary, 'master_repl_offset');
  await vi.waitFor(async () => expect(await replication(replica, 'slave_repl_offset')).toBe(offset), patience);
  await line.close();
  const lost = await create(maker);
  await maker.close();

  await primary.kill();
  await replica.ask('REPLICAOF', 'NO', 'ONE');
  proxy.moveTo(replica.port);
  // Refused until it is known that a replica has taken over.
  const made = await vi.waitFor(() => create(other), patience);
  expect(lost).toBe(kept! + 1);
  expect(made).toBeGreaterThan(lost!);
  expect(await create(other)).toBe(made! + 1);
});

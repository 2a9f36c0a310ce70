import { ymProfileResource } from '@auction-tiers/contract';
import { startTemporaryRedis, TcpProxy, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { startDemoData } from '../fixture/service.ts';

const patience = { timeout: 60_000 };

async function ask(redis: Pick<TemporaryRedis, 'url'>, ...command: string[]): Promise<string> {
  const client = createClient({ url: redis.url });
  await client.connect();
  try {
    return (await client.sendCommand<string>(command)) ?? '';
  } finally {
    client.destroy();
  }
}

const offsetOf = async (redis: TemporaryRedis, field: string) =>
  new RegExp(`^${field}:(\\d+)`, 'm').exec(await ask(redis, 'INFO', 'replication'))?.[1];

/** A replica of a primary, and the line over which it replicates. */
async function startReplica(primary: TemporaryRedis): Promise<{ replica: TemporaryRedis; line: TcpProxy }> {
  await ask(primary, 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  const started = await startTemporaryRedis({ durable: false });
  onTestFinished(() => started.stop());
  const line = await TcpProxy.start(primary.port);
  const { password } = new URL(primary.url);
  await ask(started, 'CONFIG', 'SET', 'masterauth', password);
  // The service keeps its password when it is led to the replica.
  await ask(started, 'CONFIG', 'SET', 'requirepass', password);
  const replica = { ...started, url: `redis://:${password}@127.0.0.1:${started.port}` };
  await ask(replica, 'REPLICAOF', '127.0.0.1', String(line.port));
  await expect
    .poll(async () => (await ask(replica, 'INFO', 'replication')).includes('master_link_status:up'), patience)
    .toBe(true);
  return { replica, line };
}

/** Resolves when the replica has all that the primary has. */
async function replicated(primary: TemporaryRedis, replica: TemporaryRedis): Promise<void> {
  const written = await offsetOf(primary, 'master_repl_offset');
  await expect
    .poll(async () => Number(await offsetOf(replica, 'slave_repl_offset')), patience)
    .toBeGreaterThanOrEqual(Number(written));
}

interface Round {
  /** Changes that the new primary lacks, and those that it gets instead before the service could look. */
  readonly lost: number;
  readonly others: number;
  /** Whether the second replica of the service has followed the lost changes. */
  readonly isSeen: boolean;
  /** The replica of the service that makes the other changes; null: neither does. */
  readonly writer: 'first' | 'second';
}

const rounds: readonly Round[] = [
  { lost: 1, others: 0, isSeen: true, writer: 'first' },
  { lost: 1, others: 1, isSeen: true, writer: 'first' },
  { lost: 1, others: 1, isSeen: false, writer: 'second' },
  { lost: 3, others: 1, isSeen: true, writer: 'second' },
  { lost: 1, others: 3, isSeen: true, writer: 'second' },
];

test('after each failover that loses the last changes every replica of the service has what Redis has', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  let primary = data.redis;
  const proxy = await TcpProxy.start(primary.port);
  onTestFinished(() => proxy.close());
  const url = new URL(primary.url);
  url.port = String(proxy.port);
  const environment = { ...data.environment, REDIS_URL: url.href, LOG_LEVEL: 'silent' };
  const first = await openInstance(environment);
  onTestFinished(() => first.close());
  const second = await openInstance(environment);
  onTestFinished(() => second.close());

  const { id: ym_profile_id } = await createYmProfile(first.send, { name: 'Failing over' });
  const time = '2026-11-21T08:00:00Z';
  const body = { ym_profile_id, seed: 's', impression: { time }, bids: [bid('a', 301, 9)] };
  const make = (instance: Instance, name: string) =>
    createTier(instance.send, { name, ym_profile_id, buyer_members: [{ id: 301 }] });
  const auctions = () => Promise.all([first, second].map(({ send }) => runAuction(send, body)));
  const known = new Set<number>();

  for (const [round, { lost, others, isSeen, writer }] of rounds.entries()) {
    const { replica, line } = await startReplica(primary);
    // A primary draws a new replication id for its first replica. The service looks for it once a second; here at once.
    for (const { opened } of [first, second]) await opened.store.heads();
    const kept = await make(first, `kept ${round}`);
    await replicated(primary, replica);
    await line.close();
    const phantoms: number[] = [];
    for (let index = 0; index < lost; index++) {
      phantoms.push(
        (
          await createTier(first.send, {
            name: `lost ${round}.${index}`,
            ym_profile_id,
            priority: 10,
            buyer_members: [{ id: 301 }],
          })
        ).id,
      );
    }
    if (isSeen)
      await expect.poll(async () => (await auctions())[1]?.revision, patience).toBe((await auctions())[0]?.revision);
    const follower = await ChangeFollower.open(first.url, first.people.seller1.api_key);

    proxy.moveTo(replica.port);
    await ask(replica, 'REPLICAOF', 'NO', 'ONE');
    const made: number[] = [];
    for (let index = 0; index < others; index++) {
      const instance = writer === 'first' ? first : second;
      // A write may be refused while it is not known which history the new primary has; none is half done.
      await expect
        .poll(async () => {
          const sent = { name: `other ${round}.${index}`, ym_profile_id, buyer_members: [{ id: 301 }] };
          const answer = await instance.send('POST', '/ym-auction-tier', { body: sent });
          if (answer.status === 200) made.push(answer.response.id);
          return answer.status;
        }, patience)
        .toBe(200);
    }

    await expect
      .poll(async () => {
        const [one, other] = await auctions();
        const isPhantom = phantoms.some((id) => id === one?.bids[0]?.tier_id);
        return one?.revision === other?.revision && !isPhantom;
      }, patience)
      .toBe(true);
    const fresh = await openInstance(environment);
    for (const instance of [first, second]) {
      await expect.poll(async () => (await instance.send('GET', '/ym-auction-tier')).status, patience).toBe(200);
      expect(await listTiers(instance.send)).toEqual(await listTiers(fresh.send));
      expect(await runAuction(instance.send, body)).toEqual(await runAuction(fresh.send, body));
    }
    await fresh.close();
    const stored = (await listTiers(first.send, `?ym_profile_id=${ym_profile_id}`)).map(({ id }) => id);
    expect(stored).toEqual([...known, kept.id, ...made].toSorted((a, b) => a - b));
    // An id that was given out is not given out again, neither by its maker nor by one that has not heard of it.
    expect(made.filter((id) => phantoms.includes(id))).toEqual([]);
    for (const id of stored) known.add(id);
    // Who followed the changes is told that they are not what they were.
    await expect(follower.next()).rejects.toThrow();
    follower.close();
    expectOk(await first.send('GET', '/change-log'));
    primary = replica;
  }
});

test('three replicas of the service agree, without the tier that was lost, when a primary is killed and a replica promoted', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const proxy = await TcpProxy.start(data.redis.port);
  onTestFinished(() => proxy.close());
  const url = new URL(data.redis.url);
  url.port = String(proxy.port);
  const environment = { ...data.environment, REDIS_URL: url.href, LOG_LEVEL: 'silent' };
  const services = await Promise.all(
    [1, 2, 3].map(async () => {
      const service = await openInstance(environment);
      onTestFinished(() => service.close());
      return service;
    }),
  );
  const [writer, , last] = services as [Instance, Instance, Instance];
  const { replica, line } = await startReplica(data.redis);
  for (const { opened } of services) await opened.store.heads();
  const { id: ym_profile_id } = await createYmProfile(writer.send, { name: 'Killed' });
  const make = (priority: number) => createTier(writer.send, { ym_profile_id, priority, buyer_members: [{ id: 301 }] });
  const kept = await make(1);
  await replicated(data.redis, replica);

  // The primary takes one more tier, which every replica of the service has in memory, and no other server has.
  await line.close();
  const phantom = await make(10);
  const time = '2026-11-21T08:00:00Z';
  const body = { ym_profile_id, seed: 's', impression: { time }, bids: [bid('a', 301, 9)] };
  const auctions = () => Promise.all(services.map(({ send }) => runAuction(send, body)));
  const tierIds = async () => (await auctions()).map(({ bids }) => bids[0]?.tier_id);
  await expect.poll(tierIds, patience).toEqual(services.map(() => phantom.id));

  process.kill(data.redis.pid, 'SIGKILL');
  await data.redis.ended;
  await ask(replica, 'REPLICAOF', 'NO', 'ONE');
  proxy.moveTo(replica.port);

  // At once another replica of the service writes a change with the revision of the lost one. It may be refused while it is
  // not known which history the new primary has.
  const made: number[] = [];
  const sent = { name: 'Other', ym_profile_id, priority: 5, buyer_members: [{ id: 301 }] };
  const write = async () => {
    const answer = await last.send('POST', '/ym-auction-tier', { body: sent });
    if (answer.status === 200) made.push(answer.response.id);
    return answer.status;
  };
  await expect.poll(write, patience).toBe(200);
  expect(made).not.toContain(phantom.id);

  await expect.poll(tierIds, patience).toEqual(services.map(() => made[0]));
  const revisions = async () => new Set((await auctions()).map(({ revision }) => revision)).size;
  await expect.poll(revisions, patience).toBe(1);
  for (const { send } of services) {
    await expect.poll(async () => (await send('GET', '/readyz', { key: null })).status, patience).toBe(200);
    const list = await listTiers(send, `?ym_profile_id=${ym_profile_id}`);
    expect(list.map(({ id }) => id)).toEqual([kept.id, ...made]);
  }
});

test('a write is not acknowledged once the new primary is known to lack it', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const proxy = await TcpProxy.start(data.redis.port);
  onTestFinished(() => proxy.close());
  const url = new URL(data.redis.url);
  url.port = String(proxy.port);
  const service = await openInstance({ ...data.environment, REDIS_URL: url.href, LOG_LEVEL: 'silent' });
  onTestFinished(() => service.close());
  const { store, follower } = service.opened;
  const { replica, line } = await startReplica(data.redis);
  await store.heads();
  await createYmProfile(service.send, { name: 'Kept' });
  await replicated(data.redis, replica);
  await line.close();

  const owner = service.people.seller1.member_id ?? null;
  const lost = await store.create(ymProfileResource, owner, { name: 'Lost' }, { user: 'ann', requestId: 'r-1' });
  if (!lost.ok) throw new Error(JSON.stringify(lost));
  const { change } = lost;
  await follower.fresh(owner);
  process.kill(data.redis.pid, 'SIGKILL');
  // As when another write of the partition came between: the change is looked for in the stream.
  const acknowledged = follower.committed(change);
  const acknowledgedBatch = follower.committedBatch(owner, change);
  const settled = Promise.allSettled([acknowledged, acknowledgedBatch]);
  await data.redis.ended;
  await ask(replica, 'REPLICAOF', 'NO', 'ONE');
  proxy.moveTo(replica.port);

  const unknown = { status: 'rejected', reason: { name: 'StoreUnavailable', outcomeUnknown: true } };
  expect(await settled).toMatchObject([unknown, unknown]);
  await expect.poll(async () => (await service.send('GET', '/ym-profile')).status, patience).toBe(200);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { absent, Ledger, type Write } from '../../chaos/ledger/ledger.ts';
import { changesKey, type Entry, headKey, objectKey, revisionKey } from '../../chaos/ledger/stored.ts';
import { check, ReadTally } from '../../chaos/traffic/readers.ts';
import { Traffic } from '../../chaos/traffic/traffic.ts';
import { checkChanges, checkOrder, checkVersions } from '../../chaos/validator/acknowledged.ts';
import { Replay } from '../../chaos/validator/change-log.ts';
import { Judge } from '../../chaos/validator/judge.ts';
import { checkSimulations } from '../../chaos/validator/simulations.ts';
import type { Violation } from '../../chaos/validator/violation.ts';
import { Connections } from '../../chaos/world/http.ts';
import { Random } from '../../chaos/world/random.ts';
import type { RedisNode } from '../../chaos/world/redis-node.ts';
import type { Replica } from '../../chaos/world/replica.ts';
import { World } from '../../chaos/world/world.ts';

let world: World;
let traffic: Traffic;
let redis: RedisNode;
let fresh: Replica;

beforeAll(async () => {
  world = await World.start({ kind: 'single', workers: [1], hasSimulations: false });
  redis = world.topology.nodes[0]!;
  traffic = await Traffic.open(world, ['writers', 'imports', 'readers', 'auctions']);
  traffic.start(new Random(1));
  const { ledger } = traffic.session;
  while (ledger.count('acknowledged') < 60 || traffic.reads.checkedCount < 20) await wait(50);
  await traffic.stop();
  fresh = await world.startFresh();
  // Without a fault no law is broken; so whatever is found below was planted.
  expect(await new Judge(traffic).judge(fresh)).toEqual([]);
});
afterAll(async () => {
  await fresh?.kill();
  await world?.stop();
});

/** A tier of a single write that is there, by its last acknowledged version. */
async function storedTier(): Promise<{ code: string; id: string; partition: number }> {
  const { ledger } = traffic.session;
  for (const { memberId } of world.sellers) {
    const partition = memberId % 16;
    for (const id of (await redis.ask('SMEMBERS', `at:{p${partition}}:all:ym-auction-tier`)) as string[]) {
      const code = String(await redis.ask('HGET', objectKey(partition, 'ym-auction-tier', id), 'code'));
      if (ledger.writesOf(code).length > 0) return { code, id, partition };
    }
  }
  throw new Error('no tier of the traffic is there');
}

/** What a new judge finds, with a process that is started now. */
async function judgeAnew(): Promise<readonly Violation[]> {
  const late = await world.startFresh();
  onTestFinished(() => late.kill());
  return new Judge(traffic).judge(late, 300);
}

test('an acknowledged write that is dropped behind the service is missed by each law that it breaks', async () => {
  const { code, id, partition } = await storedTier();
  await redis.ask('DEL', objectKey(partition, 'ym-auction-tier', id));
  await redis.ask('SREM', `at:{p${partition}}:all:ym-auction-tier`, id);
  const found = await judgeAnew();
  const named = (law: string, text: string) =>
    found.filter((violation) => violation.law === law && violation.what.includes(text));
  expect(named('acknowledged', `the hashes: ${code} is ${absent}`)).toHaveLength(1);
  expect(named('acknowledged', `fresh-`)).not.toEqual([]);
  expect(named('change log', `ym-auction-tier:${id} is stored as nothing`)).toHaveLength(1);
  expect(named('replicas', 'replica-1 differs')).not.toEqual([]);
});

test('a change that stands in the stream twice is found', async () => {
  const { partition } = await storedTier();
  const [[, fields]] = (await redis.ask('XREVRANGE', changesKey(partition), '+', '-', 'COUNT', '1')) as [
    [string, string[]],
  ];
  const revision = Number(await redis.ask('INCR', revisionKey(partition)));
  await redis.ask('XADD', changesKey(partition), `${revision}-0`, ...fields);
  // The service goes on with it: to the service it is a change like any other.
  await redis.ask('SET', headKey(partition), `${revision} ${fields[fields.indexOf('mark') + 1]}`);
  const requestId = fields[fields.indexOf('request_id') + 1];
  const found = await judgeAnew();
  expect(found.filter(({ what }) => what.includes(`write ${requestId} `))).not.toEqual([]);
});

test('half of an import is found', async () => {
  const [set] = traffic.session.sets.values();
  const partition = set!.seller.memberId % 16;
  const ids = (await redis.ask('SMEMBERS', `at:{p${partition}}:all:ym-auction-tier`)) as string[];
  for (const id of ids) {
    const key = objectKey(partition, 'ym-auction-tier', id);
    if ((await redis.ask('HGET', key, 'ym_profile_id')) !== String(set!.ymProfileId)) continue;
    await redis.ask('HSET', key, 'name', 'generation 0');
    break;
  }
  const found = await judgeAnew();
  expect(found.filter(({ what }) => what.includes('torn: 12 of 12 tiers'))).not.toEqual([]);
});

test('a stale read is found: a proxy that gives the same answer again', async () => {
  const [seller] = world.sellers;
  const [ymProfileId] = traffic.session.ymProfileIds;
  const { connections } = world.replicas[0]!;
  let replayed: string | undefined;
  const proxy = createServer((request, response) => {
    void (async () => {
      replayed ??= (await connections.ask({ path: request.url ?? '', key: seller!.key })).text;
      response.end(replayed);
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new Connections(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  onTestFinished(() => {
    through.close();
    proxy.close();
  });

  const ledger = new Ledger();
  const tally = new ReadTally();
  const write = async (version: string, method: 'POST' | 'PUT', path: string) => {
    const body = { name: version, ...(method === 'POST' ? { code: 'stale', ym_profile_id: ymProfileId } : {}) };
    const begun = ledger.begin({ requestId: version, object: 'stale', memberId: 1, version, changeCount: 1 });
    const reply = await connections.ask({ method, path, key: seller!.key, body });
    expect(reply.status).toBe(200);
    ledger.end(begun, 'acknowledged');
    return reply.content['id'] as number;
  };
  const asked = { object: 'stale', path: '/ym-auction-tier?code=stale', key: seller!.key };
  const read = (name: string, by: Connections) =>
    check({ ledger, isLossy: false }, tally, { name, connections: by }, asked, (content) =>
      String((content['ym-auction-tiers'] as readonly { readonly name: string }[])[0]?.name),
    );

  const id = await write('one', 'POST', '/ym-auction-tier');
  await read('proxy', through);
  await write('two', 'PUT', `/ym-auction-tier?id=${id}`);
  await read('replica', connections);
  expect(tally).toMatchObject({ checkedCount: 2, stale: [] });
  await read('proxy', through);
  expect(tally.stale).toEqual([{ object: 'stale', replica: 'proxy', saw: 'one', allowed: ['two'] }]);
});

test('an auction fails at a process that ends by itself, and is only sent again at one that a fault kills', async () => {
  const replica = world.createReplica('ending');
  await replica.start();
  world.replicas.push(replica);
  onTestFinished(async () => {
    world.replicas.pop();
    await replica.kill();
  });
  const only = await Traffic.open(world, ['auctions']);
  const answered = async () => {
    const { answeredCount } = only.auctions;
    while (only.auctions.answeredCount < answeredCount + 50) await wait(20);
  };
  only.start(new Random(1), 200);
  await answered();
  await replica.kill();
  await answered();
  expect(only.auctions.failures).toEqual([]);
  await replica.start();
  await answered();
  process.kill(replica.pid, 'SIGKILL');
  while (only.auctions.failures.length === 0) await wait(20);
  await only.stop();
  expect(only.auctions.failures[0]).toMatch(/^ending: /);
});

const write = (
  requestId: string,
  sentMs: number,
  endedMs: number,
  outcome: Write['outcome'] = 'acknowledged',
): Write => ({
  requestId,
  object: 'o',
  memberId: 1,
  version: requestId,
  changeCount: 1,
  sentMs,
  endedMs,
  outcome,
  answers: [],
});
const entry = (revision: number, more: Partial<Entry> = {}): Entry => ({
  revision,
  service: 'ym-auction-tier',
  id: '1',
  operation: 'update',
  requestId: 'r',
  through: null,
  before: {},
  after: {},
  ...more,
});

test.for<[Write['outcome'], number, boolean]>([
  ['acknowledged', 1, true],
  ['acknowledged', 0, false],
  ['acknowledged', 2, false],
  ['unknown', 0, true],
  ['unknown', 1, true],
  ['unknown', 2, false],
  ['refused', 0, true],
  ['refused', 1, false],
])('a write that is %s may have made %i changes: %s', ([outcome, count, isRight]) => {
  const entries = Array.from({ length: count }, (_, place) => entry(place + 1));
  const found = checkChanges([write('r', 0, 1, outcome)], () => entries);
  expect(found.length === 0).toBe(isRight);
});

const changes = (...revisions: number[]) => revisions.map((revision) => entry(revision, { through: 2 }));

test('an import whose changes do not follow one another, or are not all of it, is found', () => {
  const imported = { ...write('r', 0, 1), changeCount: 2 };
  expect(checkChanges([imported], () => changes(1, 2))).toEqual([]);
  expect(checkChanges([imported], () => changes(1, 3))).toHaveLength(1);
  expect(checkChanges([{ ...imported, outcome: 'unknown' }], () => changes(1))).toHaveLength(1);
});

const at = (one: Write, revision: number) => ({ write: one, revision });

test('changes in another order than their answers are found', () => {
  const [first, second] = [write('first', 0, 1), write('second', 2, 3)];
  const during = write('during', 0, 5);
  expect(checkOrder([at(first, 1), at(second, 2), at(during, 3)])).toEqual([]);
  expect(checkOrder([at(during, 1), at(first, 2), at(second, 3)])).toEqual([]);
  expect(checkOrder([at(first, 2), at(second, 1)])).toMatchObject([{ what: expect.stringContaining('second') }]);
});

test.for<[string, readonly Entry[]]>([
  [
    'a hole',
    [entry(1, { operation: 'create', after: { a: '1' } }), entry(3, { before: { a: '1' }, after: { a: '2' } })],
  ],
  ['a revision twice', [entry(1, { operation: 'create', after: {} }), entry(1, { after: { a: '2' } })]],
  ['another state before', [entry(1, { operation: 'create', after: { a: '1' } }), entry(2, { before: { a: '5' } })]],
  ['an update of nothing', [entry(1)]],
  ['two creations', [entry(1, { operation: 'create' }), entry(2, { operation: 'create' })]],
])('a change log with %s is found', ([, entries]) => {
  expect(new Replay(1).apply(entries)).not.toEqual([]);
});

test('of a tail that Redis may have lost each version is possible, and nothing else', () => {
  const ledger = new Ledger();
  const make = (version: string) => {
    const begun = ledger.begin({ requestId: version, object: 'o', memberId: 1, version, changeCount: 1 });
    ledger.end(begun, 'acknowledged');
  };
  make('one');
  make('two');
  const fromMs = ledger.writesOf('o')[1]!.sentMs;
  const found = (version: string) => checkVersions(ledger, new Map([['o', version]]), 'there');
  expect(found('one')).toHaveLength(1);
  ledger.lose(fromMs, performance.now());
  for (const version of ['one', 'two']) expect(found(version)).toEqual([]);
  expect(found('none')).toHaveLength(1);
  make('three');
  expect(found('two')).toHaveLength(1);
});

const listed = (id: number, state: string) => ({ id, state, error: null, log: { seed: 's' } });

test('a simulation that is not there, not done, or there twice is found', () => {
  const asked = [{ seed: 's', id: 1 }];
  expect(checkSimulations(asked, [listed(1, 'done')])).toEqual([]);
  expect(checkSimulations(asked, [])).toHaveLength(1);
  expect(checkSimulations(asked, [listed(1, 'queued')])).toHaveLength(1);
  expect(checkSimulations(asked, [listed(1, 'done'), listed(2, 'done')])).toHaveLength(1);
  expect(checkSimulations([{ seed: 's', id: null }], [])).toEqual([]);
});

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../chaos/judge/change-log.ts';
import { checkReplay, checkWrites } from '../../chaos/judge/change-log.ts';
import { checkVersions, judge } from '../../chaos/judge/judge.ts';
import { Ledger, type Write } from '../../chaos/traffic/ledger.ts';
import { check, type SeenTier } from '../../chaos/traffic/reader.ts';
import { startTraffic } from '../../chaos/traffic/start-traffic.ts';
import { Traffic } from '../../chaos/traffic/traffic.ts';
import { until } from '../../chaos/world/child.ts';
import { World } from '../../chaos/world/world.ts';

let world: World;
let traffic: Traffic;
const ask = (...command: string[]) => world.topology.nodes[0]!.ask(...command);

beforeAll(async () => {
  world = await World.start('single', [1]);
  traffic = await Traffic.open(world);
  startTraffic(traffic, 'law', 60);
  while (traffic.ledger.count('acknowledged') < 60 || traffic.checkedReads < 20) await wait(50);
  await traffic.stop();
  // Without a fault no law is broken; so whatever is found below was planted.
  expect(await judgeAnew()).toEqual([]);
});
afterAll(() => world?.stop());

/** What is found, with a process that is started now: `law: what`. */
async function judgeAnew(): Promise<readonly string[]> {
  const fresh = await world.startFresh();
  const found = await judge(traffic, fresh, 300);
  await fresh.kill();
  return found.map(({ law, what }) => `${law}: ${what}`);
}

/** A tier of the first seller in one of its ym-profiles. */
async function tierOf(kind: 'singleId' | 'setId') {
  const [seller] = traffic.sellers;
  const tiers = await world.live[0]!.list<SeenTier>('ym-auction-tier', seller!.key);
  return tiers.find(({ ym_profile_id: id }) => id === seller![kind])!;
}

test('half of an import is found', async () => {
  const { id } = await tierOf('setId');
  await ask('HSET', `at:{p1}:ym-auction-tier:${id}`, 'name', 'generation 0');
  expect(await judgeAnew()).toContainEqual(expect.stringMatching(/^acknowledged: set \d+ is torn: 12 of 12 tiers/));
});

test('an acknowledged write that is dropped behind the service is missed by each law that it breaks', async () => {
  const { id, code, name } = await tierOf('singleId');
  await ask('DEL', `at:{p1}:ym-auction-tier:${id}`);
  await ask('SREM', 'at:{p1}:all:ym-auction-tier', String(id));
  const found = await judgeAnew();
  expect(found).toContainEqual(expect.stringContaining(`acknowledged: ${code} is absent, allowed: ${name}`));
  expect(found).toContainEqual(expect.stringContaining(`change log: ym-auction-tier ${id} is undefined`));
  expect(found).toContainEqual(
    expect.stringContaining('replicas: replica-1 differs in 1 /ym-auction-tier of member 1'),
  );
});

test('a change that stands in the stream twice is found', async () => {
  const count = Number(await ask('XLEN', 'at:{p1}:changes'));
  const [[, fields]] = (await ask('XREVRANGE', 'at:{p1}:changes', '+', '-', 'COUNT', '1')) as [[string, string[]]];
  const revision = Number(await ask('INCR', 'at:{p1}:revision'));
  await ask('XADD', 'at:{p1}:changes', `${revision}-0`, ...fields);
  // To the service it is a change like any other.
  await ask('SET', 'at:{p1}:head', `${revision} ${fields[fields.indexOf('mark') + 1]}`);
  expect(await judgeAnew()).toContainEqual(`change log: of ${count + 1} changes of member 1, ${count} are listed`);
});

test('a stale read is found, and one that goes back behind what another has seen', async () => {
  const seen = { ledger: new Ledger(), isLossy: false, sellers: [], checkedReads: 0, staleReads: [] };
  const read = (name: string) => {
    const reply = { status: 200, text: '', content: { 'ym-auction-tiers': [{ name }] } };
    return check(seen, { name: 'proxy', ask: () => Promise.resolve(reply) }, { object: 'o', memberId: 1 });
  };
  const begin = (version: string) =>
    seen.ledger.begin({ requestId: version, object: 'o', memberId: 1, version, changeCount: 1 });
  seen.ledger.end(begin('one'), 'acknowledged');
  begin('two');
  begin('three');
  for (const name of ['one', 'two', 'two']) await read(name);
  expect(seen).toMatchObject({ checkedReads: 3, staleReads: [] });
  await read('one');
  expect(seen.staleReads).toEqual(['proxy: o is one, allowed: two, three']);
});

test('an auction fails at a process that ends by itself, and is only sent again at one that the run kills', async () => {
  const replica = world.createReplica('ending');
  await replica.start();
  world.replicas.push(replica);
  onTestFinished(() => void world.replicas.pop());
  const only = await Traffic.open(world);
  const answered = async () => {
    const before = only.auctions.answered;
    await until('50 more auctions are answered', () => only.auctions.answered >= before + 50);
  };
  startTraffic(only, 'ending', 200);
  await answered();
  await replica.kill();
  await answered();
  expect(only.failedAuctions).toEqual([]);
  // Where the traffic sees that the process is gone before it sends it an auction, none fails: once more.
  do {
    await replica.start();
    await answered();
    process.kill(replica.pid, 'SIGKILL');
    await answered();
  } while (only.failedAuctions.length === 0);
  // The traffic goes on to ask a replica that it takes for live.
  await replica.kill();
  await only.stop();
  expect(only.failedAuctions[0]).toMatch(/^attempt 1, ending: /);
});

const aWrite = { object: 'o', memberId: 1, changeCount: 1, state: 'acknowledged', answers: [] } as const;
const write = (requestId: string, sentMs: number, more: Partial<Write> = {}): Write => {
  return { ...aWrite, answers: [], requestId, version: requestId, sentMs, endedMs: sentMs + 1, ...more };
};
const aChange = {
  service: 'ym-auction-tier',
  resource_id: 1,
  member_id: 1,
  operation: 'update',
  request_id: 'r',
} as const;
const change = (number: number, more: Partial<Change> = {}): Change => {
  return { ...aChange, revision: `1-${number}-a.b`, before: {}, after: {}, ...more };
};

test.for<[Write['state'], number, boolean]>([
  ['acknowledged', 1, true],
  ['acknowledged', 0, false],
  ['acknowledged', 2, false],
  ['unknown', 0, true],
  ['unknown', 1, true],
  ['unknown', 2, false],
  ['refused', 0, true],
  ['refused', 1, false],
])('a write that is %s may have made %i changes: %s', ([state, count, isRight]) => {
  const changes = Array.from({ length: count }, (_, index) => change(index + 1));
  expect(checkWrites([write('r', 0, { state })], changes).length === 0).toBe(isRight);
});

test('an import whose changes do not follow one another, and changes in another order than answers, are found', () => {
  const imported = write('r', 0, { changeCount: 2 });
  expect(checkWrites([imported], [change(1), change(2)])).toEqual([]);
  expect(checkWrites([imported], [change(1), change(3)])).toHaveLength(1);
  const writes = [write('first', 0), write('second', 2), write('during', 0, { endedMs: 5 })];
  const inOrder = (...ids: string[]) =>
    checkWrites(
      writes,
      ids.map((id, index) => change(index, { request_id: id })),
    );
  expect(inOrder('during', 'first', 'second')).toEqual([]);
  expect(inOrder('second', 'during', 'first')).toHaveLength(1);
});

/** A change of a user of the member. */
const ofUser = (number: number) =>
  change(number, { service: 'user', member_id: null, operation: 'create', resource_id: number });
const created = change(1, { operation: 'create', after: { id: 1, a: 1 } });
test.for<[string, readonly Change[]]>([
  ['a hole', [created, change(3)]],
  ['a revision twice', [created, change(1)]],
  ['another state before', [created, change(2, { before: { a: 5 } })]],
  ['another state in the end', [created, change(2, { before: { a: 1 }, after: { a: 2 } })]],
  ['an update of nothing', [created, change(2, { service: 'profile' })]],
  ['changes of users in another order', [created, ofUser(7), ofUser(5)]],
  ['two creations', [created, change(2, { operation: 'create' })]],
])('a change log with %s is found', ([, changes]) => {
  const tiers = [{ id: 1, a: 1 }];
  expect(checkReplay([ofUser(5), created, ofUser(7), change(2)], tiers)).toEqual([]);
  expect(checkReplay(changes, tiers)).not.toEqual([]);
});

test('of a tail that Redis may have lost each version is possible, and nothing else', () => {
  const ledger = new Ledger();
  const make = (version: string) => {
    ledger.end(ledger.begin({ requestId: version, object: 'o', memberId: 1, version, changeCount: 1 }), 'acknowledged');
  };
  make('one');
  make('two');
  const found = (version: string) => checkVersions(ledger, new Map([['o', version]]));
  expect(found('one')).toHaveLength(1);
  ledger.lose(ledger.writesOf('o')[1]!.sentMs, performance.now());
  for (const version of ['one', 'two']) expect(found(version)).toEqual([]);
  expect(found('none')).toHaveLength(1);
  make('three');
  expect(found('two')).toHaveLength(1);
});

import { createClient, type RedisClientType } from 'redis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { bid, createThreeLevels, runAuction } from '../fixture/auction-body.ts';
import {
  createProfile,
  createTier,
  createYmProfile,
  demoYmProfile,
  expectOk,
  listTiers,
} from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import type { Row, Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';

/** Objects of the first demo seller, member 1. */
const keyOf = (service: string, id: number) => `at:{p1}:${service}:${id}`;

let data: DemoData;
let redis: RedisClientType;

beforeEach(async () => {
  data = await startDemoData();
  onTestFinished(() => data.close());
  redis = createClient({ url: data.redis.url });
  await redis.connect();
  onTestFinished(() => redis.destroy());
});

/** A process of the service on the present data. */
async function open(): Promise<Instance> {
  const instance = await openInstance({ ...data.environment, LOG_LEVEL: 'silent' });
  onTestFinished(() => instance.close());
  return instance;
}

const tierKey = (id: number) => keyOf('ym-auction-tier', id);

/** What another program may have left in the hash of a tier. */
const damages: readonly { readonly name: string; readonly do: (id: number) => Promise<unknown> }[] = [
  { name: 'a price that is no number', do: (id) => redis.hSet(tierKey(id), 'min_price', 'garbage') },
  { name: 'a price above the highest', do: (id) => redis.hSet(tierKey(id), 'min_price', '1000000.000000') },
  { name: 'an include without a price', do: (id) => redis.hDel(tierKey(id), 'min_price') },
  { name: 'a priority that is none', do: (id) => redis.hSet(tierKey(id), 'priority', '11') },
  { name: 'broken JSON', do: (id) => redis.hSet(tierKey(id), 'buyer_members', '[{"id":1') },
  { name: 'JSON of another form', do: (id) => redis.hSet(tierKey(id), 'buyer_members', '{"id":1}') },
  { name: 'the id of another tier', do: (id) => redis.hSet(tierKey(id), 'id', String(id + 1)) },
  { name: 'no revision', do: (id) => redis.hDel(tierKey(id), '_revision') },
];

interface Notices {
  readonly count: number;
  readonly first: readonly { readonly service: string; readonly id: number | null; readonly problem: string }[];
}

async function readiness(send: Send): Promise<{ objects_kept_out: Notices; ym_profiles_held_back: Notices }> {
  return (await send('GET', '/readyz', { key: null })).json as never;
}

const unreadable = async (send: Send) =>
  (await readiness(send)).objects_kept_out.first.map(({ service, id }) => `${service} ${id}`);

const auction = (ymProfileId: number): Row => ({
  ym_profile_id: ymProfileId,
  bids: [bid('high', 801, 9), bid('low', 501, 9), bid('out', 901, 9)],
});

async function outcomes(send: Send, ymProfileId: number): Promise<Record<string, [string, number | null]>> {
  const { bids } = await runAuction(send, auction(ymProfileId));
  return Object.fromEntries(bids.map(({ bid_id, outcome, tier_id }) => [bid_id, [outcome, tier_id]]));
}

test.for(damages)(
  'an include tier with $name stops no start: it is named, and its tier set goes on with the rest',
  async (damage) => {
    const before = await open();
    const { ymProfileId, high, low, out } = await createThreeLevels(before.send);
    const { revision } = await runAuction(before.send, auction(ymProfileId));
    await damage.do(high);

    const { send, people } = await open();
    expect(await unreadable(send)).toEqual([`ym-auction-tier ${high}`]);
    expect((await readiness(send)).ym_profiles_held_back.count).toBe(0);
    expect(await outcomes(send, ymProfileId)).toEqual({
      high: ['outranked', null],
      low: ['won', low],
      out: ['excluded', out],
    });
    expect((await runAuction(send, auction(ymProfileId))).revision).toBe(revision);

    const listed = await send('GET', `/ym-auction-tier?ym_profile_id=${ymProfileId}`);
    expect(expectOk(listed).response.dbg_info.warnings).toEqual([
      expect.stringContaining(`ym-auction-tier ${high} is left out`),
    ]);
    expect((await listTiers(send, `?ym_profile_id=${ymProfileId}`)).map(({ id }) => id)).toEqual([low, out]);
    const other = people.seller2.api_key;
    expect(expectOk(await send('GET', '/ym-auction-tier', { key: other })).response.dbg_info.warnings).toEqual([]);
    expect((await send('GET', `/ym-auction-tier?id=${high}`)).status).toBe(409);
    expect((await send('GET', `/ym-auction-tier?id=${high}`, { key: other })).status).toBe(404);
  },
);

test.for([
  ...damages.filter(({ name }) => name !== 'an include without a price'),
  {
    name: 'a key of another type',
    do: async (id: number) => void (await redis.multi().del(tierKey(id)).set(tierKey(id), 'x').exec()),
  },
  { name: 'another action', do: (id: number) => redis.hSet(tierKey(id), 'member_action', 'allow') },
  { name: 'no ym-profile', do: (id: number) => redis.hSet(tierKey(id), 'ym_profile_id', 'x') },
  { name: 'no field for the ym-profile', do: (id: number) => redis.hDel(tierKey(id), 'ym_profile_id') },
])(
  'an exclude tier with $name, found at a start, lets nobody in: its ym-profile alone holds no auctions',
  async (damage) => {
    const before = await open();
    const { ymProfileId, out } = await createThreeLevels(before.send);
    await damage.do(out);

    const { send } = await open();
    expect(await unreadable(send)).toEqual([`ym-auction-tier ${out}`]);
    const { ym_profiles_held_back: held } = await readiness(send);
    expect(held.first).toEqual([{ id: ymProfileId, problem: expect.stringContaining(`tier ${out}`) as unknown }]);
    const refused = await send('POST', '/auction', { body: auction(ymProfileId) });
    expect([refused.status, refused.response.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.response.error).toContain(`tier ${out}`);
    // The member's other ym-profile goes on.
    await runAuction(send, { ...auction((await demoYmProfile(send)).id) });
  },
);

test('an unreadable exclude tier can be deleted, after which auctions go on', async () => {
  const before = await open();
  const { ymProfileId, out } = await createThreeLevels(before.send);
  await redis.hSet(tierKey(out), 'min_price', 'garbage');
  const { send } = await open();
  expect((await send('PUT', `/ym-auction-tier?id=${out}`, { body: { priority: 4 } })).status).toBe(409);
  expectOk(await send('DELETE', `/ym-auction-tier?id=${out}`));
  expect(await unreadable(send)).toEqual([]);
  expect((await outcomes(send, ymProfileId))['out']).toEqual(['outranked', null]);
});

test('an unreadable profile leaves out the include tiers that use it', async () => {
  const before = await open();
  const { id: ym_profile_id } = await createYmProfile(before.send);
  const { id: profile_id } = await createProfile(before.send, {});
  const include = { ym_profile_id, member_action: 'include', min_price: 0 };
  await createTier(before.send, { ...include, profile_id, buyer_members: [{ id: 801 }] });
  const plain = await createTier(before.send, { ...include, buyer_members: [{ id: 501 }] });
  await redis.hSet(keyOf('profile', profile_id), 'country_targets', 'x');
  const { send } = await open();
  expect(await unreadable(send)).toContain(`profile ${profile_id}`);
  expect(await outcomes(send, ym_profile_id)).toMatchObject({ high: ['outranked', null], low: ['won', plain.id] });
});

test('what only the compiler refuses is left out too', async () => {
  const before = await open();
  const { id: ym_profile_id } = await createYmProfile(before.send);
  const daypart_targets = [{ day: 'all', start_hour: 0, end_hour: 23 }];
  const { id: profile_id } = await createProfile(before.send, { daypart_targets });
  const include = { ym_profile_id, member_action: 'include', min_price: 0 };
  const dayparted = await createTier(before.send, { ...include, profile_id, buyer_members: [{ id: 801 }] });
  const plain = await createTier(before.send, { ...include, buyer_members: [{ id: 501 }] });
  await redis.hSet(keyOf('profile', profile_id), 'daypart_timezone', 'Mars/Olympus');
  const { send } = await open();
  expect(await outcomes(send, ym_profile_id)).toMatchObject({ high: ['outranked', null], low: ['won', plain.id] });
  expect(await unreadable(send)).toContain(`ym-auction-tier ${dayparted.id}`);
});

test('a fee that cannot be read refuses the auctions of its member, and of no other', async () => {
  await redis.hSet(keyOf('member', 1), 'revenue_share_pct', '150');
  const { send, people } = await open();
  const { id } = await demoYmProfile(send);
  expect((await send('POST', '/auction', { body: auction(id) })).status).toBe(503);
  const key = people.seller2.api_key;
  const [other] = expectOk(await send('GET', '/ym-profile', { key })).response['ym-profiles'] as { id: number }[];
  expectOk(await send('POST', '/auction', { key, body: auction(other?.id ?? 0) }));
});

test('a user or key that cannot be read opens nothing and stops nobody else', async () => {
  const before = await open();
  const users = expectOk(await before.send('GET', '/user', { key: before.people.admin.api_key })).response['users'] as {
    id: number;
    username: string;
  }[];
  const damaged = users.find(({ username }) => username === before.people.seller2.username)?.id ?? 0;
  await redis.hDel(`at:{p0}:user:${damaged}`, 'member_id');
  const { send, people } = await open();
  expect((await send('GET', '/ym-profile', { key: people.seller2.api_key })).status).toBe(401);
  expectOk(await send('GET', '/ym-profile'));
  expect(await unreadable(send)).toEqual([`user ${damaged}`]);
});

test('a partition whose index has another type stops no other: reads of it answer 503', async () => {
  await redis.multi().del('at:{p2}:all:ym-auction-tier').set('at:{p2}:all:ym-auction-tier', 'x').exec();
  const { send, people } = await open();
  expect(await unreadable(send)).toEqual(['partition 2 null']);
  expectOk(await send('GET', '/ym-auction-tier'));
  const key = people.seller2.api_key;
  expect((await send('GET', '/ym-auction-tier', { key })).status).toBe(503);
  expect((await send('POST', '/auction', { key, body: { ym_profile_id: 2, bids: [] } })).status).toBe(503);
});

/** Writes to the change log as another version of the service does. */
async function change(
  entry: Readonly<Record<string, string>>,
  key?: string,
  after?: Readonly<Record<string, string>>,
): Promise<void> {
  const revision = Number(await redis.get('at:{p1}:revision')) + 1;
  const mark = `mark${revision}`;
  const fields = { operation: 'update', member_id: '1', user: 'newer', request_id: 'r', time_ms: '1', mark, ...entry };
  const writes = redis
    .multi()
    .set('at:{p1}:revision', String(revision))
    .set('at:{p1}:head', `${revision} ${mark}`)
    .xAdd('at:{p1}:changes', `${revision}-0`, fields);
  writes.zAdd('at:{p1}:member:1:changes', { score: revision, value: String(revision) });
  if (key !== undefined && after !== undefined) writes.hSet(key, { ...after, _revision: String(revision) });
  await writes.publish('at:hint', `1 ${revision}`).exec();
}

test('changes of a service that this version does not know are skipped and named, and later ones are followed', async () => {
  const { send } = await open();
  const { id: ym_profile_id } = await demoYmProfile(send);
  await change({ service: 'weather', id: '1', operation: 'create', after: '{"id":"1"}' });
  const other = await open();
  const tier = await createTier(other.send, { ym_profile_id, priority: 10, buyer_members: [{ id: 901 }] });
  await expect.poll(async () => (await outcomes(send, ym_profile_id))['out']).toEqual(['excluded', tier.id]);
  expect(await unreadable(send)).toEqual(['weather null']);
  const ofTiers = '/change-log?num_elements=2&not_service=user,api-key';
  const log = expectOk(await send('GET', ofTiers)).response['change-logs'] as Row[];
  expect(log.map(({ service }) => service)).toEqual(['ym-auction-tier', 'weather']);
});

test('while the service runs, an exclude tier that cannot be read keeps the whole tier set before, with its revision', async () => {
  const { send } = await open();
  const { ymProfileId, high, out } = await createThreeLevels(send);
  const old = await runAuction(send, auction(ymProfileId));
  const hash = await redis.hGetAll(tierKey(out));
  const after = { ...hash, min_price: '5 dollars' };
  await change(
    { service: 'ym-auction-tier', id: String(out), before: JSON.stringify(hash), after: JSON.stringify(after) },
    tierKey(out),
    after,
  );
  await expect.poll(() => unreadable(send)).toEqual([`ym-auction-tier ${out}`]);
  expectOk(await send('PUT', `/ym-auction-tier?id=${high}`, { body: { min_price: '9.50' } }));

  const now = await runAuction(send, auction(ymProfileId));
  expect(now.revision).toBe(old.revision);
  expect(now.bids.map(({ outcome }) => outcome)).toEqual(old.bids.map(({ outcome }) => outcome));
  expect((await readiness(send)).ym_profiles_held_back.first.map(({ id }) => id)).toEqual([ymProfileId]);

  // Repaired by another program: everything is as it is stored again.
  const repaired = { ...hash, min_price: '5.000000' };
  await change(
    { service: 'ym-auction-tier', id: String(out), after: JSON.stringify(repaired) },
    tierKey(out),
    repaired,
  );
  await expect.poll(() => unreadable(send)).toEqual([]);
  expect((await outcomes(send, ymProfileId))['high']).toEqual(['outranked', null]);
  expect((await readiness(send)).ym_profiles_held_back.count).toBe(0);
});

import { memberResource, platformMemberResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from './redis-server.ts';

const actor = { user: 'ann', requestId: 'r-1' };
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
const number = expect.stringMatching(/^\d+$/) as string;

test('everything is where LAYOUT.md says, for any client to read', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  const second = createClient({ url: server.url });
  await second.connect();
  onTestFinished(() => second.destroy());

  await store.create(memberResource, null, { name: 'Seller', revenue_share_pct: 15 }, actor, { id: 19 });
  await store.create(ymProfileResource, 19, { name: 'Home', publisher_ids: [7, 8] }, actor);
  await store.create(tierResource, 19, { name: 'Gold', ym_profile_id: 1, code: 'g', min_price: '2.000000' }, actor);
  await store.create(platformMemberResource, null, { id: 12, name: 'Buyer', active: true }, actor);
  const user = { username: 'ann', passwordHash: 'hash', role: 'seller', memberId: 19 } as const;
  await store.credentials.createUser(user);
  const grant = { kind: 'token', userId: 1, ...user, scopes: ['read'], createdMs: 5, prefix: null } as const;
  await store.credentials.putGrant('abc', grant, 60_000);
  await store.credentials.countFailure('ann', 60_000);

  const hashes = {
    'at:meta': { layout: '1', partitions: '16' },
    'at:user:ann': { id: '1', username: 'ann', password_hash: 'hash', role: 'seller', member_id: '19' },
    'at:{p0}:platform-member:12': { id: '12', name: 'Buyer', active: '1', last_modified: date, _revision: '1' },
    'at:{p3}:member:19': { id: '19', name: 'Seller', revenue_share_pct: '15', last_modified: date, _revision: '1' },
    'at:{p3}:ym-profile:1': {
      id: '1',
      name: 'Home',
      publisher_ids: '[7,8]',
      member_id: '19',
      last_modified: date,
      _revision: '2',
    },
    'at:{p3}:ym-auction-tier:1': {
      id: '1',
      name: 'Gold',
      code: 'g',
      ym_profile_id: '1',
      min_price: '2.000000',
      member_id: '19',
      created_on: date,
      last_modified: date,
      _revision: '3',
    },
    'at:{p3}:member:19:unique:ym-profile:publisher_ids': { '7': '1', '8': '1' },
    'at:{p3}:member:19:unique:ym-auction-tier:code': { g: '1' },
  };
  const sets = {
    'at:{p0}:all:platform-member': ['12'],
    'at:{p0}:shared:platform-member': ['12'],
    'at:{p3}:all:member': ['19'],
    'at:{p3}:all:ym-profile': ['1'],
    'at:{p3}:all:ym-auction-tier': ['1'],
    'at:{p3}:member:19:member': ['19'],
    'at:{p3}:member:19:ym-profile': ['1'],
    'at:{p3}:member:19:ym-auction-tier': ['1'],
    'at:{p3}:referrers:ym-profile:1': ['ym-auction-tier:ym_profile_id:1'],
  };
  const sorted = { 'at:{p0}:shared:changes': ['1'], 'at:{p3}:member:19:changes': ['1', '2', '3'] };
  const texts = {
    'at:{p0}:revision': '1',
    'at:{p3}:revision': '3',
    'at:counter:member': '19',
    'at:counter:ym-profile': '1',
    'at:counter:ym-auction-tier': '1',
    'at:counter:platform-member': '12',
    'at:counter:user': '1',
    'at:grant:abc': JSON.stringify(grant),
    'at:failures:ann': '1',
  };
  const streams = ['at:{p0}:changes', 'at:{p3}:changes'];

  const documented = [hashes, sets, sorted, texts].flatMap(Object.keys).concat(streams);
  expect((await second.keys('*')).toSorted()).toEqual(documented.toSorted());
  for (const [key, hash] of Object.entries(hashes)) expect({ ...(await second.hGetAll(key)) }, key).toEqual(hash);
  for (const [key, ids] of Object.entries(sets)) expect(await second.sMembers(key), key).toEqual(ids);
  for (const [key, revisions] of Object.entries(sorted))
    expect(await second.zRange(key, 0, -1), key).toEqual(revisions);
  for (const [key, text] of Object.entries(texts)) expect(await second.get(key), key).toBe(text);
  const [, , entry] = (await second.xRange('at:{p3}:changes', '-', '+')) ?? [];
  const { _revision, ...attributes } = hashes['at:{p3}:ym-auction-tier:1'];
  expect(entry?.id).toBe('3-0');
  const { after, ...fields } = entry?.message ?? {};
  expect(fields).toEqual({
    service: 'ym-auction-tier',
    id: '1',
    operation: 'create',
    user: 'ann',
    request_id: 'r-1',
    time_ms: number,
    member_id: '19',
  });
  expect(JSON.parse(after ?? '')).toEqual(attributes);

  await store.remove(tierResource, 19, 1, actor);
  await store.remove(ymProfileResource, 19, 1, actor);
  await store.remove(memberResource, 19, 19, actor);
  const left = await second.keys('at:{p3}:*');
  expect(left.toSorted()).toEqual(['at:{p3}:changes', 'at:{p3}:member:19:changes', 'at:{p3}:revision']);
});

test('an update keeps the creation date, and whatever a newer version has stored in the hash', async () => {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  const store = await openRedisStore({ url: server.url, log: console });
  onTestFinished(() => store.close());
  await store.create(ymProfileResource, 19, { name: 'Home' }, actor);
  const tier = await store.create(tierResource, 19, { name: 'Gold', ym_profile_id: 1 }, actor);
  const key = 'at:{p3}:ym-auction-tier:1';
  await server.ask(
    'HSET',
    key,
    'created_on',
    '2020-02-29 23:59:59',
    'last_modified',
    '2020-02-29 23:59:59',
    'newer',
    'x',
  );
  const revision = tier.ok ? tier.change.revision : 0;
  const updated = await store.update(tierResource, 19, 1, { name: 'Silver', ym_profile_id: 1 }, revision, actor);
  expect(updated).toMatchObject({ change: { after: { name: 'Silver', created_on: '2020-02-29 23:59:59' } } });
  expect(updated).not.toMatchObject({ change: { after: { last_modified: '2020-02-29 23:59:59' } } });
  expect(await server.ask('HGET', key, 'created_on')).toBe('2020-02-29 23:59:59');
  expect(await server.ask('HGET', key, 'newer')).toBe('x');
});

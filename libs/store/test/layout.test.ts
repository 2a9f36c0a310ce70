import {
  apiKeyResource,
  memberResource,
  platformMemberResource,
  tierResource,
  userResource,
  ymProfileResource,
} from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { RedisServer } from '@auction-tiers/tools/redis-server';

const actor = { user: 'ann', requestId: 'r-1' };
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
const number = expect.stringMatching(/^\d+$/) as string;
const mark = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
const json = expect.stringMatching(/^\{.*\}$/) as string;
const head = (revision: number) => expect.stringMatching(new RegExp(`^${revision} [0-9a-f]{8}$`)) as string;
const idempotency = { key: '1:k', fingerprint: 'f' };
const aDay = 86_400_000;

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
  const gold = { name: 'Gold', ym_profile_id: 1, code: 'g', min_price: '2.000000' };
  await store.create(tierResource, 19, gold, actor, { idempotency });
  await store.create(memberResource, null, { name: 'Drawn', revenue_share_pct: 0 }, actor, { idempotency });
  await store.create(platformMemberResource, null, { id: 12, name: 'Buyer', active: true }, actor);
  const user = { username: 'ann', role: 'seller', member_id: 19 };
  await store.create(userResource, null, user, actor, { secrets: { password_hash: 'hash' } });
  const apiKey = { user_id: 1, scopes: ['read'], prefix: 'atk_1' };
  await store.create(apiKeyResource, null, apiKey, actor, { secrets: { sha256: 'def' } });
  const token = { userId: 1, createdMs: 5, passwordMark: 'mark' };
  await store.credentials.putToken('abc', token, 60_000);
  await store.credentials.countFailure('ann', 60_000);
  await store.credentials.noteKeyUse('abc', 1_795_251_642_247);
  await store.noteOpen(19, 9, 'ann');

  const remembered = {
    operation: 'create',
    fingerprint: 'f',
    time_ms: number,
    user: 'ann',
    request_id: 'r-1',
    after: json,
    mark,
  };
  const epoch = await second.get('at:{p0}:epoch');
  expect(epoch).toMatch(/^[0-9a-f]{8}$/);
  const epochs = Array.from({ length: 16 }, (_, partition) => `at:{p${partition}}:epoch`);
  const hashes = {
    'at:meta': { layout: '1', partitions: '16', epoch },
    'at:{p0}:user:1': {
      id: '1',
      username: 'ann',
      role: 'seller',
      member_id: '19',
      created_on: date,
      last_modified: date,
      _password_hash: 'hash',
      _revision: '2',
    },
    'at:{p0}:api-key:1': {
      id: '1',
      user_id: '1',
      scopes: '["read"]',
      prefix: 'atk_1',
      created_on: date,
      _sha256: 'def',
      _revision: '3',
    },
    'at:{p0}:shared:unique:user:username': { ann: '1' },
    'at:{p0}:shared:unique:api-key:_sha256': { def: '1' },
    'at:{p0}:platform-member:12': { id: '12', name: 'Buyer', active: '1', last_modified: date, _revision: '1' },
    'at:{p3}:member:19': { id: '19', name: 'Seller', revenue_share_pct: '15', last_modified: date, _revision: '1' },
    'at:{p4}:member:20': { id: '20', name: 'Drawn', revenue_share_pct: '0', last_modified: date, _revision: '1' },
    'at:{p4}:member:20:idempotency:1:k': { ...remembered, service: 'member', id: '20', revision: '1' },
    'at:{p3}:member:19:idempotency:1:k': { ...remembered, service: 'ym-auction-tier', id: '1', revision: '3' },
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
    'at:{p0}:all:user': ['1'],
    'at:{p0}:shared:user': ['1'],
    'at:{p0}:all:api-key': ['1'],
    'at:{p0}:shared:api-key': ['1'],
    'at:{p0}:referrers:user:1': ['api-key:user_id:1'],
    'at:{p4}:all:member': ['20'],
    'at:{p4}:member:20:member': ['20'],
    'at:{p3}:all:member': ['19'],
    'at:{p3}:all:ym-profile': ['1'],
    'at:{p3}:all:ym-auction-tier': ['1'],
    'at:{p3}:member:19:member': ['19'],
    'at:{p3}:member:19:ym-profile': ['1'],
    'at:{p3}:member:19:steps': ['1'],
    'at:{p3}:member:19:ym-auction-tier': ['1'],
    'at:{p3}:referrers:ym-profile:1': ['ym-auction-tier:ym_profile_id:1'],
  };
  const sorted = {
    'at:{p0}:shared:changes': ['1', '2', '3'],
    'at:{p3}:member:19:changes': ['1', '2', '3'],
    'at:{p3}:member:19:steps:1': ['2 2 1 0 0', '3 3 1 0 0'],
    'at:{p4}:member:20:changes': ['1'],
  };
  const texts = {
    'at:{p0}:revision': '3',
    'at:{p4}:revision': '1',
    'at:{p3}:revision': '3',
    'at:{p0}:head': head(3),
    'at:{p4}:head': head(1),
    'at:{p3}:head': head(3),
    ...Object.fromEntries(epochs.map((key) => [key, epoch])),
    'at:counter:member': '20',
    'at:counter:ym-profile': '1',
    'at:counter:ym-auction-tier': '1',
    'at:counter:platform-member': '12',
    'at:counter:user': '1',
    'at:counter:api-key': '1',
    'at:reserved:member:1:k': '20',
    'at:token:abc': JSON.stringify(token),
    'at:failures:ann': '1',
    'at:key-use:abc': '1795251642247',
  };
  const streams = ['at:token-events', 'at:{p0}:changes', 'at:{p3}:changes', 'at:{p4}:changes'];

  const noted = 'at:open:19:9';
  const documented = [hashes, sets, sorted, texts].flatMap(Object.keys).concat(streams, noted);
  expect((await second.keys('*')).toSorted()).toEqual(documented.toSorted());
  for (const [key, hash] of Object.entries(hashes)) expect({ ...(await second.hGetAll(key)) }, key).toEqual(hash);
  for (const [key, ids] of Object.entries(sets)) expect(await second.sMembers(key), key).toEqual(ids);
  for (const [key, revisions] of Object.entries(sorted))
    expect(await second.zRange(key, 0, -1), key).toEqual(revisions);
  for (const [key, text] of Object.entries(texts)) expect(await second.get(key), key).toEqual(text);
  expect(Object.entries(await second.hGetAll(noted))).toEqual([['ann', expect.stringMatching(/^(\d{13}) \1$/)]]);

  const expiries = [
    ['at:token:abc', 0, 60_000],
    ['at:key-use:abc', 399 * aDay, 400 * aDay],
    ['at:{p3}:member:19:idempotency:1:k', 0.9 * aDay, aDay],
    ['at:{p4}:member:20:idempotency:1:k', 0.9 * aDay, aDay],
    ['at:reserved:member:1:k', aDay, 2 * aDay],
    [noted, 0, 30_000],
  ] as const;
  for (const [key, least, most] of expiries) {
    expect(await second.pTTL(key), key).toBeGreaterThan(least);
    expect(await second.pTTL(key), key).toBeLessThanOrEqual(most);
  }

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
    ym_profiles: '1',
    mark,
  });
  expect(await second.get('at:{p3}:head')).toBe(`3 ${fields['mark']}`);
  expect(JSON.parse(after ?? '')).toEqual(attributes);

  const stored = (await store.get(tierResource, 19, 1))!;
  const revised = { ...stored.value, priority: 9, code: null };
  await store.update(tierResource, 19, 1, revised, stored.revision, actor);
  const update = (await second.xRange('at:{p3}:changes', '4-0', '4-0'))?.[0]?.message ?? {};
  const [old, next] = [update['before'], update['after']].map((image) => JSON.parse(image ?? '') as object);
  expect(old).toMatchObject({ code: 'g' });
  expect(next).toMatchObject({ priority: '9' });
  const named = [old, next].flatMap((image) => Object.keys(image ?? {}));
  expect(new Set(named.filter((name) => name !== 'last_modified'))).toEqual(
    new Set(['code', 'priority', 'member_action', 'state']),
  );

  await store.remove(tierResource, 19, 1, actor);
  await store.remove(ymProfileResource, 19, 1, actor);
  await store.remove(memberResource, 19, 19, actor);
  expect((await second.keys('at:{p3}:*')).toSorted()).toEqual([
    'at:{p3}:changes',
    'at:{p3}:epoch',
    'at:{p3}:head',
    'at:{p3}:member:19:changes',
    'at:{p3}:member:19:idempotency:1:k',
    'at:{p3}:member:19:steps',
    'at:{p3}:member:19:steps:1',
    'at:{p3}:revision',
  ]);
  await store.remove(apiKeyResource, null, 1, actor);
  await store.remove(userResource, null, 1, actor);
  await store.remove(platformMemberResource, null, 12, actor);
  expect((await second.keys('at:{p0}:*')).toSorted()).toEqual([
    'at:{p0}:changes',
    'at:{p0}:epoch',
    'at:{p0}:head',
    'at:{p0}:revision',
    'at:{p0}:shared:changes',
  ]);
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
  expect(updated).toMatchObject({ object: { name: 'Silver', created_on: '2020-02-29 23:59:59' } });
  expect(updated).not.toMatchObject({ object: { last_modified: '2020-02-29 23:59:59' } });
  expect(await server.ask('HGET', key, 'created_on')).toBe('2020-02-29 23:59:59');
  expect(await server.ask('HGET', key, 'newer')).toBe('x');
});

import { openConnection, verifyDatabase } from '@auction-tiers/store/maintenance';
import { createClient } from 'redis';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fill, startDatabase } from './database.ts';

let url: string;
let redis: ReturnType<typeof createClient>;

beforeEach(async () => {
  const server = await startDatabase();
  ({ url } = server);
  await fill(url);
  redis = createClient({ url });
  await redis.connect();
  onTestFinished(() => redis.destroy());
});

async function verify() {
  const connection = await openConnection(url);
  try {
    return await verifyDatabase(connection);
  } finally {
    await connection.close();
  }
}

test('a database as the store has written it has no difference', async () => {
  const report = await verify();
  expect(report).toMatchObject({ difference: null, objects: 13, changes: 13, unreadable: [] });
  expect(report.indexEntries).toBeGreaterThan(13 * 2);
});

test('nor has one whose change stream was trimmed', async () => {
  await redis.xTrim('at:{p1}:changes', 'MINID', 4);
  expect(await verify()).toMatchObject({ difference: null });
});

const tier = 'at:{p1}:ym-auction-tier:1';

test.for<readonly [title: string, plant: () => Promise<unknown>, names: RegExp]>([
  ['a changed field', () => redis.hSet(tier, 'name', 'Other'), /ym-auction-tier:1 has "Other" in name.*"T 0"/],
  ['a field that is gone', () => redis.hDel(tier, 'name'), /ym-auction-tier:1 has null in name.*"T 0"/],
  ['a field more', () => redis.hSet(tier, 'description', 'D'), /ym-auction-tier:1 has "D" in description/],
  ['another revision', () => redis.hSet(tier, '_revision', '3'), /ym-auction-tier:1 .*_revision 3/],
  ['an object that is gone', () => redis.del(tier), /at:\{p1\}:.* 1|ym-auction-tier:1/],
  [
    'an object that no change has made',
    async () => {
      await redis.hSet('at:{p1}:ym-profile:99', { id: '99', name: 'N', member_id: '1', _revision: '2' });
      await redis.sAdd('at:{p1}:all:ym-profile', '99');
      await redis.sAdd('at:{p1}:member:1:ym-profile', '99');
    },
    /ym-profile:99/,
  ],
  [
    'a step that is missing',
    () => redis.zRemRangeByRank('at:{p1}:member:1:steps:1', -1, -1),
    /member:1:steps:1 lacks the step/,
  ],
  [
    'a step that no change tells of',
    () => redis.zAdd('at:{p1}:member:1:steps:1', { score: 2, value: '2 2 9 9 9' }),
    /member:1:steps:1 has the step "2 2 9 9 9"/,
  ],
  [
    'a missing id of all',
    () => redis.sRem('at:{p1}:all:ym-auction-tier', '1'),
    /all:ym-auction-tier lacks "1".*ym-auction-tier:1/,
  ],
  [
    'an id too many',
    () => redis.sAdd('at:{p1}:all:ym-auction-tier', '77'),
    /1 missing, first at:\{p1\}:ym-auction-tier:77$/,
  ],
  [
    'a missing id of the owner',
    () => redis.sRem('at:{p1}:member:1:ym-auction-tier', '1'),
    /member:1:ym-auction-tier lacks "1"/,
  ],
  [
    'an id of another owner',
    () => redis.sAdd('at:{p1}:member:17:ym-auction-tier', '1'),
    /member:17:ym-auction-tier has "1"/,
  ],
  [
    'a missing unique value',
    () => redis.hDel('at:{p1}:member:1:unique:ym-auction-tier:code', 'c 0'),
    /unique:ym-auction-tier:code lacks "c 0"/,
  ],
  [
    'a unique value of no object',
    () => redis.hSet('at:{p1}:member:1:unique:ym-auction-tier:code', 'x', '1'),
    /unique:ym-auction-tier:code has "x"/,
  ],
  [
    'a unique value of another object',
    () => redis.hSet('at:{p1}:member:1:unique:ym-auction-tier:code', 'c 0', '2'),
    /"c 0" for object 2|lacks "c 0"|has "c 0"/,
  ],
  [
    'a missing reference',
    () => redis.sRem('at:{p1}:referrers:ym-profile:1', 'ym-auction-tier:ym_profile_id:1'),
    /referrers:ym-profile:1 lacks/,
  ],
  [
    'a reference that is none',
    () => redis.sAdd('at:{p1}:referrers:ym-profile:1', 'profile:ym_profile_id:5'),
    /referrers:ym-profile:1 has/,
  ],
  [
    'an index that is no index',
    async () => (await redis.del('at:{p1}:all:ym-auction-tier')) && redis.set('at:{p1}:all:ym-auction-tier', 'x'),
    /all:ym-auction-tier is an index/,
  ],
  [
    'an object that is no hash',
    async () => (await redis.del(tier)) && redis.set(tier, 'x'),
    /ym-auction-tier:1 .*hold a hash/,
  ],
  ['a missing change', () => redis.xDel('at:{p1}:changes', '2-0'), /at:\{p1\}:changes lacks change 2/],
  ['a missing last change', () => redis.xDel('at:{p1}:changes', '8-0'), /changes lacks change 8/],
  [
    'a missing revision of the owner',
    () => redis.zRem('at:{p1}:member:1:changes', '2'),
    /member:1:changes lacks the revision 2/,
  ],
  [
    'a revision of another owner',
    () => redis.zAdd('at:{p1}:member:17:changes', { score: 2, value: '2' }),
    /member:17:changes has the revision 2/,
  ],
  ['a counter that is behind', () => redis.set('at:counter:ym-auction-tier', '1'), /counter:ym-auction-tier is 1/],
  ['another mark', () => redis.set('at:{p1}:head', '8 00000000'), /p1\}:head has the mark 00000000/],
  ['another epoch', () => redis.set('at:{p5}:epoch', 'other'), /partition 5 has the epoch other/],
])('%s is named', async ([, plant, names]) => {
  expect(await verify()).toMatchObject({ difference: null });
  await plant();
  expect((await verify()).difference).toMatch(names);
});

test('a difference in a secret is named without it', async () => {
  const secret = 'at:{p0}:shared:unique:api-key:_sha256';
  await redis.hSet(secret, 'a hash that is secret', '5');
  const { difference } = await verify();
  expect(difference).toContain(secret);
  expect(difference).not.toContain('a hash that is secret');
});

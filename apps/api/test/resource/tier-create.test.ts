import { beforeAll, describe, expect, test } from 'vitest';
import { createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
});

const post = (body: unknown) => send('POST', '/ym-auction-tier', { body });
const postTier = (body: Row) => post({ name: 'Tier', ym_profile_id: ymProfileId, ...body });

test('a tier needs only a name and a ym-profile; the rest has defaults', async () => {
  const answer = expectOk(await postTier({ name: 'Bare' }));
  const tier = rowOf(answer, 'ym-auction-tier');
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
  expect(tier).toEqual({
    id: answer.response.id,
    name: 'Bare',
    code: null,
    description: null,
    profile_id: null,
    priority: 5,
    ym_profile_id: ymProfileId,
    min_price: null,
    max_forgone: null,
    member_action: 'exclude',
    state: 'active',
    start_date: null,
    end_date: null,
    member_id: 1,
    buyer_members: null,
    created_on: date,
    last_modified: date,
  });
  const read = await send('GET', `/ym-auction-tier?id=${tier.id}`);
  expect(rowOf(read, 'ym-auction-tier')).toEqual(tier);
});

test('a body may be wrapped in the name of the service or bare', async () => {
  const bare = { name: 'Same', ym_profile_id: ymProfileId, priority: 7 };
  const fromBare = rowOf(expectOk(await post(bare)), 'ym-auction-tier');
  const fromWrapped = rowOf(expectOk(await post({ 'ym-auction-tier': bare })), 'ym-auction-tier');
  for (const tier of [fromBare, fromWrapped]) expect(tier).toMatchObject(bare);
});

test('all problems of a body are named at once, unknown fields among them', async () => {
  const answer = await post({ name: '', colour: 'red', min_prise: 2, priority: 11, buyer_members: [{ ident: 3 }] });
  expect(answer.status).toBe(400);
  expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX' });
  expect(issuePaths(answer)).toEqual(
    expect.arrayContaining(['name', 'ym_profile_id', 'colour', 'min_prise', 'priority', 'buyer_members.0.ident']),
  );
  for (const word of ['colour', 'min_prise', 'priority', '11']) expect(answer.response.error).toContain(word);
});

test('a create without required fields lists each of them', async () => {
  const answer = await post({});
  expect(answer.status).toBe(400);
  expect(issuePaths(answer).toSorted()).toEqual(['name', 'ym_profile_id']);
});

test('read-only fields in a body are ignored with a warning', async () => {
  const answer = expectOk(
    await postTier({ id: 987_654, created_on: '2001-01-01 00:00:00', last_modified: '2001-01-01 00:00:00' }),
  );
  const tier = rowOf(answer, 'ym-auction-tier');
  expect(tier.id).not.toBe(987_654);
  expect(tier.created_on).not.toMatch(/^2001/);
  for (const field of ['id', 'created_on', 'last_modified']) {
    expect(answer.response.dbg_info.warnings).toContainEqual(expect.stringContaining(field));
  }
});

describe('min_price', () => {
  test.for([
    ['"2.00"', '2.000000'],
    ['2', '2.000000'],
    ['2.5', '2.500000'],
    ['"0"', '0.000000'],
    ['0', '0.000000'],
    ['0.000001', '0.000001'],
    ['1e-6', '0.000001'],
    ['"314159.00"', '314159.000000'],
    ['999999.999999', '999999.999999'],
    ['1e2', '100.000000'],
    ['null', null],
  ] as const)('%s comes back as %s', async ([sent, given]) => {
    const answer = expectOk(await post(`{"name":"P","ym_profile_id":${ymProfileId},"min_price":${sent}}`));
    expect(rowOf(answer, 'ym-auction-tier').min_price).toBe(given);
  });

  test.for([
    '2.0000001',
    '"2.0000001"',
    '-1',
    '"-0.000001"',
    '"NaN"',
    '"Infinity"',
    '1e400',
    '1000000',
    '"1000000.000000"',
    '1e-7',
    '"abc"',
    '""',
    'true',
    '{}',
    '[2]',
    '"2,00"',
    '"0x10"',
  ])('%s is refused as a price', async (sent) => {
    const answer = await post(`{"name":"P","ym_profile_id":${ymProfileId},"min_price":${sent}}`);
    expect(answer.status).toBe(400);
    expect(issuePaths(answer)).toEqual(['min_price']);
  });

  test('an include tier needs one, which may be 0', async () => {
    const without = await postTier({ member_action: 'include' });
    expect(without.status).toBe(400);
    expect(issuePaths(without)).toEqual(['min_price']);
    expectOk(await postTier({ member_action: 'include', min_price: 0 }));
  });
});

const buyers = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

describe('lengths and ranges', () => {
  test.for<[string, Row]>([
    ['a name of 255 characters', { name: 'n'.repeat(255) }],
    ['a code of 100 characters', { code: 'c'.repeat(100) }],
    ['a description of 1000 characters', { description: 'd'.repeat(1000) }],
    ['the lowest priority', { priority: 1 }],
    ['the highest priority', { priority: 10 }],
    ['1000 buyers', { buyer_members: buyers(1000).map(({ id }) => ({ id, name: null })) }],
    ['characters of any language', { name: 'Käufer 買い手 🎯' }],
  ])('%s is kept as sent', async ([, body]) => {
    const tier = rowOf(expectOk(await postTier(body)), 'ym-auction-tier');
    const { buyer_members: sent, ...plain } = body;
    expect(tier).toMatchObject(plain);
    if (sent !== undefined) expect(tier['buyer_members']).toHaveLength(1000);
  });

  test.for<[string, string, Row]>([
    ['a name of 256 characters', 'name', { name: 'n'.repeat(256) }],
    ['a name of blanks', 'name', { name: '   ' }],
    ['no name', 'name', { name: null }],
    ['an empty code', 'code', { code: '' }],
    ['a code of 101 characters', 'code', { code: 'c'.repeat(101) }],
    ['a description of 1001 characters', 'description', { description: 'd'.repeat(1001) }],
    ['priority 0', 'priority', { priority: 0 }],
    ['priority 11', 'priority', { priority: 11 }],
    ['half a priority', 'priority', { priority: 5.5 }],
    ['no priority', 'priority', { priority: null }],
    ['an unknown action', 'member_action', { member_action: 'prefer' }],
    ['1001 buyers', 'buyer_members', { buyer_members: buyers(1001) }],
    ['buyers that are no list', 'buyer_members', { buyer_members: { id: 3 } }],
    ['a ym-profile that is no id', 'ym_profile_id', { ym_profile_id: 'first' }],
    ['a profile that is no id', 'profile_id', { profile_id: -1 }],
    ['half of a surrogate pair', 'name', { name: 'a\ud800' }],
  ])('%s is refused', async ([, path, body]) => {
    const before = await listTiers(send);
    const answer = await postTier(body);
    expect(answer.status).toBe(400);
    expect(issuePaths(answer)).toEqual([path]);
    expect(await listTiers(send)).toEqual(before);
  });

  test('a name is measured and stored without leading and trailing blanks', async () => {
    const tier = rowOf(expectOk(await postTier({ name: `  ${'n'.repeat(255)}\t` })), 'ym-auction-tier');
    expect(tier['name']).toBe('n'.repeat(255));
  });

  test("member_id may be the caller's own and no other", async () => {
    expect(rowOf(expectOk(await postTier({ member_id: 1 })), 'ym-auction-tier')['member_id']).toBe(1);
    const other = await postTier({ member_id: 2 });
    expect(other.status).toBe(400);
    expect(issuePaths(other)).toEqual(['member_id']);
  });
});

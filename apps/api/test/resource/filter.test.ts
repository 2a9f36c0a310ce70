import { beforeAll, describe, expect, test } from 'vitest';
import { createTier, demoYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;

const get = (path: string, query: Readonly<Record<string, string>>) =>
  send('GET', `${path}?${new URLSearchParams(query).toString()}`);
const rowsIn = ({ response }: Awaited<ReturnType<typeof get>>) =>
  Object.entries(response).find(([key, value]) => key !== 'dbg_info' && Array.isArray(value))?.[1] as readonly Row[];

describe('a comma and a backslash inside a value', () => {
  const names = ['Smith, Co', 'Other', 'Back\\slash', 'Both\\, of them', 'Smith'];
  beforeAll(async () => {
    const { id } = await demoYmProfile(send);
    for (const name of names) await createTier(send, { name, ym_profile_id: id });
  });

  test.for<[string, readonly string[]]>([
    ['Smith\\, Co,Other', ['Smith, Co', 'Other']],
    ['smith\\, co', ['Smith, Co']],
    ['Smith, Co', ['Smith']],
    ['Smith,Other', ['Other', 'Smith']],
    ['Back\\\\slash', ['Back\\slash']],
    ['Back\\slash', ['Back\\slash']],
    ['Both\\\\\\, of them,Smith', ['Both\\, of them', 'Smith']],
    ['Other\\\\,Smith', ['Smith']],
    ['Other\\', []],
    [',Other', ['Other']],
  ])('name=%s lists %j', async ([name, wanted]) => {
    const answer = expectOk(await get('/ym-auction-tier', { name }));
    expect(rowsOf(answer, 'ym-auction-tiers').map((row) => row.name)).toEqual(wanted);
  });

  test('not_name takes them too; like_name and search take the text as it is', async () => {
    const all = await listTiers(send);
    const others = expectOk(await get('/ym-auction-tier', { not_name: 'Smith\\, Co,Other' }));
    expect(others.response.count).toBe(all.length - 2);
    for (const parameter of ['like_name', 'search']) {
      expect(rowsIn(await get('/ym-auction-tier', { [parameter]: 'Smith, C' })).map((row) => row['name'])).toEqual([
        'Smith, Co',
      ]);
      expect(rowsIn(await get('/ym-auction-tier', { [parameter]: 'BACK\\' })).map((row) => row['name'])).toEqual([
        'Back\\slash',
      ]);
    }
  });
});

describe('ym-profiles by publisher', () => {
  let ids: readonly number[];
  beforeAll(async () => {
    const made = [];
    for (const publisher_ids of [[9001, 9002], [9003], null]) {
      made.push(await send('POST', '/ym-profile', { body: { name: 'Of publishers', publisher_ids } }));
    }
    ids = made.map((answer) => expectOk(answer).response.id);
  });

  test.for<[string, readonly number[]]>([
    ['publisher_id=9001', [0]],
    ['publisher_id=9002,9003', [0, 1]],
    ['publisher_id=9004', []],
    ['not_publisher_id=9001&name=of+publishers', [1, 2]],
    ['null_publisher_id=true&name=of+publishers', [2]],
  ])('?%s', async ([query, places]) => {
    const answer = expectOk(await send('GET', `/ym-profile?${query}`));
    expect(rowsOf(answer, 'ym-profiles').map(({ id }) => id)).toEqual(places.map((index) => ids[index]));
  });

  test.for(['publisher_id=', 'publisher_ids=9001', 'min_publisher_id=1'])('?%s is a 400', async (query) => {
    const answer = await send('GET', `/ym-profile?${query}`);
    expect([answer.status, issuePaths(answer)]).toEqual([400, [query.split('=')[0]]]);
  });
});

describe('rows with and without a value', () => {
  test.for(['code', 'description', 'profile_id', 'min_price'] as const)('null_%s', async (name) => {
    const all = await listTiers(send);
    const without = all.filter((tier) => tier[name] === null);
    expect(without.length).toBeGreaterThan(0);
    expect(without.length).toBeLessThan(all.length);
    expect(await listTiers(send, `?null_${name}=true`)).toEqual(without);
    expect(await listTiers(send, `?null_${name}=false`)).toEqual(all.filter((tier) => tier[name] !== null));
  });

  test.for(['null_code=yes', 'null_code=1', 'null_code=', 'null_code=true,false', 'null_priority=true', 'null_x=true'])(
    '?%s is a 400',
    async (query) => {
      const answer = await send('GET', `/ym-auction-tier?${query}`);
      expect([answer.status, issuePaths(answer)]).toEqual([400, [query.split('=')[0]]]);
    },
  );
});

describe('a value that the field can never have', () => {
  test.for<[path: string, query: string, known: readonly string[]]>([
    ['/ym-auction-tier', 'member_action=includ', ['include', 'exclude']],
    ['/ym-auction-tier', 'member_action=include,block', ['include', 'exclude']],
    ['/ym-auction-tier', 'not_member_action=INCLUDE', ['include', 'exclude']],
    ['/profile', 'segment_boolean_operator=xor', ['and', 'or']],
    ['/profile', 'country_action=deny', ['include', 'exclude']],
    ['/platform-member', 'primary_type=byer', ['buyer', 'network', 'seller', 'data_provider']],
    ['/platform-member', 'active=maybe', ['true', 'false']],
    ['/dma', 'active=TRUE', ['true', 'false']],
    ['/user', 'role=boss', ['seller', 'admin']],
    ['/change-log', 'operation=remove', ['create', 'update', 'delete']],
    ['/change-log', 'service=tier', ['ym-auction-tier', 'ym-profile', 'platform-member']],
  ])('GET %s?%s is a 400 that lists the known ones', async ([path, query, known]) => {
    const answer = await send('GET', `${path}?${query}`);
    expect([answer.status, issuePaths(answer)]).toEqual([400, [query.split('=')[0]]]);
    for (const value of known) expect(answer.response.error).toContain(value);
  });
});

describe('names compare without case', () => {
  beforeAll(async () => {
    expectOk(
      await send('POST', '/platform-member', {
        key: service.people.admin.api_key,
        body: { id: 9901, name: 'Größe & Söhne' },
      }),
    );
    const { id } = await demoYmProfile(send);
    await createTier(send, { name: 'Größe', ym_profile_id: id, buyer_members: [{ name: 'GRÖSSE & SO\u0308HNE' }] });
    expectOk(await send('POST', '/profile', { body: { name: 'Größe' } }));
    expectOk(await send('POST', '/ym-profile', { body: { name: 'Größe' } }));
    expectOk(
      await send('POST', '/api-key', { key: await tokenOf(service), body: { name: 'Größe', scopes: ['read'] } }),
    );
  });

  test.for<[path: string, name: string, stored: string]>([
    ['/country', 'uNITED sTATES', 'United States'],
    ['/dma', ' new york NY ', 'New York NY'],
    ['/platform-member', 'GRÖSSE & SÖHNE', 'Größe & Söhne'],
    ['/platform-member', 'gro\u0308ße & so\u0308hne', 'Größe & Söhne'],
    ['/ym-auction-tier', 'GRÖSSE', 'Größe'],
    ['/profile', 'GRÖSSE', 'Größe'],
    ['/ym-profile', 'GRÖSSE', 'Größe'],
    ['/api-key', 'GRÖSSE', 'Größe'],
  ])('GET %s: name=%s finds %s, and not_name leaves it out', async ([path, name, stored]) => {
    const all = rowsIn(await get(path, {}));
    const found = rowsIn(await get(path, { name }));
    expect(found.map((row) => row['name'])).toEqual([stored]);
    expect(rowsIn(await get(path, { not_name: name }))).toEqual(all.filter(({ id }) => id !== found[0]?.['id']));
  });

  test('the name of a buyer of a tier is resolved by the same rule', async () => {
    const [tier] = rowsOf(await get('/ym-auction-tier', { name: 'größe' }), 'ym-auction-tiers');
    expect(tier?.buyer_members).toEqual([{ id: 9901, name: 'Größe & Söhne' }]);
  });

  test('codes of countries are found in any case, as targets take them; codes of callers are exact', async () => {
    expect(rowsIn(await get('/country', { code: 'us,Gb' })).map(({ id }) => id)).toEqual([80, 233]);
    expect(rowsIn(await get('/ym-auction-tier', { code: 'worked-example' }))).toHaveLength(1);
    expect(rowsIn(await get('/ym-auction-tier', { code: 'WORKED-example' }))).toHaveLength(0);
  });
});

test('an unknown parameter lists the known ones, with the forms that each has', async () => {
  const { error } = (await send('GET', '/ym-profile?nmae=x')).response;
  for (const known of ['name', 'publisher_id', 'min_', 'max_', 'not_', 'like_', 'null_', 'sort', 'num_elements']) {
    expect(error).toContain(known);
  }
  expect(error).not.toContain('publisher_ids');
  expect(error.length).toBeLessThan(400);
});

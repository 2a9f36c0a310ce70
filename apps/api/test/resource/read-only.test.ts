import { services } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

interface Dma {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}
const service = useService({ INACTIVE_DMAS: '502, 602' });
const { send } = service;

const dmas = async (query = ''): Promise<readonly Dma[]> => rowsOf(expectOk(await send('GET', `/dma${query}`)), 'dmas');

describe('/dma', () => {
  test('lists the 210 US markets', async () => {
    const answer = expectOk(await send('GET', '/dma'));
    const rows = rowsOf(answer, 'dmas');
    expect(rows).toHaveLength(210);
    expect(answer.response).toMatchObject({ count: 210, start_element: 0, num_elements: 210 });
    for (const row of rows) {
      expect(row).toEqual({
        id: row['id'],
        name: row['name'],
        code: String(row['id']),
        country_id: 233,
        country_name: 'United States',
        country_code: 'US',
        active: row['id'] !== 502 && row['id'] !== 602,
      });
    }
  });

  test('gives one by its Nielsen number', async () => {
    const one = rowOf(expectOk(await send('GET', '/dma?id=501')), 'dma');
    expect(one).toMatchObject({ id: 501, code: '501', name: 'New York NY', active: true });
    expect(rowOf(await send('GET', '/dma?id=502'), 'dma')).toMatchObject({ name: 'Binghamton NY', active: false });
  });

  test.for(['620', '646', '1', '999999'])('%s is a 404', async (id) => {
    expect((await send('GET', `/dma?id=${id}`)).status).toBe(404);
  });

  test.for([
    ['name=New+York+NY', [501]],
    ['name=nEW%20yORK%20ny', [501]],
    ['name=New+York', []],
    ['like_name=york', [501, 566]],
    ['like_name=New+YORK', [501]],
    ['like_name=rochester', [538, 611]],
    ['like_name=nj', []],
    ['id=501,539,501,620', [501, 539]],
    ['code=501', [501]],
    ['active=false', [502, 602]],
    ['name=New+York+NY&active=false', []],
    ['like_name=NY&active=false', [502]],
    ['not_country_id=233', []],
  ] as const)('?%s', async ([query, ids]) => {
    expect((await dmas(`?${query}`)).map(({ id }) => id)).toEqual(ids);
  });

  test.for(['IN', 'in', 'In'])('like_name=%s gives the markets of Indiana', async (state) => {
    const found = await dmas(`?like_name=${state}`);
    const byName = (await dmas()).filter(({ name }) => /\bIN\b/.test(name));
    expect(byName.length).toBeGreaterThan(4);
    expect(found).toEqual(byName);
    expect(found.map(({ name }) => name)).not.toContain('Binghamton NY');
  });

  test.for(['NJ', 'DE'])('like_name=%s matches no name: the list is empty, with a warning', async (state) => {
    const { response } = expectOk(await send('GET', `/dma?like_name=${state}`));
    expect(response).toMatchObject({ count: 0, dmas: [] });
    expect(response.dbg_info.warnings).toContainEqual(expect.stringContaining(state));
  });

  test('pages and sorts as every list does', async () => {
    const answer = expectOk(await send('GET', '/dma?sort=name.desc&start_element=10&num_elements=5&fields=id,name'));
    const all = await dmas();
    const sorted = all.toSorted((a, b) => (a.name < b.name ? 1 : -1)).map(({ id, name }) => ({ id, name }));
    expect(rowsOf(answer, 'dmas')).toEqual(sorted.slice(10, 15));
    expect(answer.response).toMatchObject({ count: 210, num_elements: 5 });
  });
});

test.for(['/dma', '/dma?id=501', '/country', '/country?id=233', '/change-log'])('%s has no writes', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
    const answer = await send(method, path, method === 'DELETE' ? {} : { body: { name: 'Mine' } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  }
});

test.for([
  [233, 'US', 'United States'],
  [80, 'GB', 'United Kingdom'],
  [59, 'DE', 'Germany'],
  [78, 'FR', 'France'],
] as const)('country %i is %s', async ([id, code, name]) => {
  const row = rowOf(expectOk(await send('GET', `/country?id=${id}`)), 'country');
  expect(row).toMatchObject({ id, code, active: true });
  expect(row.name).toContain(name);
  expect(rowsOf(await send('GET', `/country?code=${code}`), 'countries')).toEqual([row]);
});

test.for([1, 2, 3])('country %i, a pseudo-country, is a 404', async (id) => {
  expect((await send('GET', `/country?id=${id}`)).status).toBe(404);
});

interface MetaField {
  readonly name: string;
  readonly type: string;
  readonly sort_by: boolean;
  readonly filter_by: boolean;
  readonly read_only?: boolean;
  readonly fields?: readonly { readonly name: string; readonly type: string }[];
}
const lists = ['ym-auction-tier', 'ym-profile', 'profile', 'platform-member', 'member', 'dma', 'country', 'change-log'];

/** Bounds are of numbers and dates, a part is of a text: ids, choices and true or false have neither. */
function meansSomething(list: string, { name, type }: MetaField, prefix: string): boolean {
  const resource = services.find((one) => one.resource.service === list)?.resource;
  if (prefix === 'like_') return type === 'string' && resource?.fields[name]?.values === undefined;
  if (prefix === 'min_' || prefix === 'max_') {
    return ['double', 'money', 'date'].includes(type) || (type === 'int' && !/(?:^|_)id$/.test(name));
  }
  return true;
}

describe.for(lists)('/%s/meta matches the behaviour', (name) => {
  const meta = async () => expectOk(await send('GET', `/${name}/meta`)).response['fields'] as readonly MetaField[];
  const rows = async () => {
    const { response } = expectOk(await send('GET', `/${name}?num_elements=1000`));
    return Object.entries(response).find(
      ([key, value]) => key !== 'dbg_info' && Array.isArray(value),
    )?.[1] as readonly Row[];
  };
  const samples: Readonly<Record<string, string>> = {
    int: '1',
    double: '1',
    money: '1',
    boolean: 'true',
    date: '2026-01-01 00:00:00',
  };

  test('the fields are those of the rows', async () => {
    const names = (await meta()).map((field) => field.name).toSorted();
    const all = await rows();
    expect(all.length).toBeGreaterThan(0);
    for (const row of all) expect(Object.keys(row).toSorted()).toEqual(names);
  });

  test('every field marked as sortable can be sorted by, and no other', async () => {
    for (const field of await meta()) {
      const answer = await send('GET', `/${name}?sort=${field.name}.desc`);
      expect([field.name, answer.status]).toEqual([field.name, field.sort_by ? 200 : 400]);
      if (!field.sort_by) expect(issuePaths(answer)).toEqual(['sort']);
    }
  });

  test('every field marked as filterable can be filtered by, and no other', async () => {
    const all = await rows();
    for (const field of await meta()) {
      const seen = all.map((row) => row[field.name]).find((value) => typeof value === 'string');
      const sample = samples[field.type] ?? seen ?? 'x';
      // Identifiers are asked for by the parameter of the services themselves.
      if (field.name === 'id') continue;
      for (const prefix of ['', 'min_', 'max_', 'not_', 'like_']) {
        const parameter = `${prefix}${field.name}`;
        // In every list this names the member to act for; whether it also selects is not its business.
        if (parameter === 'member_id') continue;
        const answer = await send('GET', `/${name}?${parameter}=${encodeURIComponent(sample)}`);
        const isKnown = field.filter_by && meansSomething(name, field, prefix);
        expect([parameter, answer.status]).toEqual([parameter, isKnown ? 200 : 400]);
        if (!isKnown) expect(issuePaths(answer)).toEqual([parameter]);
      }
    }
  });

  test('the types are those of the values', async () => {
    const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
      int: Number.isInteger,
      double: (value) => typeof value === 'number',
      money: (value) => typeof value === 'string' && /^\d+\.\d{6}$/.test(value),
      string: (value) => typeof value === 'string',
      boolean: (value) => typeof value === 'boolean',
      date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value),
      object: (value) => typeof value === 'object' && !Array.isArray(value),
      array: Array.isArray,
      'array of objects': Array.isArray,
    };
    const all = await rows();
    for (const { name: field, type, fields } of await meta()) {
      expect(Object.keys(isOfType)).toContain(type);
      expect(fields !== undefined).toBe(type === 'array of objects');
      for (const row of all) {
        const value = row[field];
        if (value !== null) expect([field, value, isOfType[type]?.(value)]).toEqual([field, value, true]);
      }
    }
  });
});

test('/meta marks the read-only fields, and no others', async () => {
  const fields = expectOk(await send('GET', '/ym-auction-tier/meta')).response['fields'] as readonly MetaField[];
  const readOnly = fields.filter(({ read_only }) => read_only === true).map(({ name }) => name);
  expect(readOnly.toSorted()).toEqual(['created_on', 'id', 'last_modified']);
  const buyers = fields.find(({ name }) => name === 'buyer_members');
  expect(buyers).toMatchObject({
    type: 'array of objects',
    fields: [
      { name: 'id', type: 'int' },
      { name: 'name', type: 'string' },
    ],
  });
});

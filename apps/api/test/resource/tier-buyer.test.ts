import { beforeAll, expect, test } from 'vitest';
import { createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;
let adminKey: string;

beforeAll(async () => {
  adminKey = service.people.admin.api_key;
  ymProfileId = (await createYmProfile(send)).id;
  for (const id of [901, 902]) expectOk(await addBuyer({ id, name: 'Twin Media' }));
});

const addBuyer = (body: Row) => send('POST', '/platform-member', { key: adminKey, body });
const post = (buyers: unknown) =>
  send('POST', '/ym-auction-tier', { body: { name: 'T', ym_profile_id: ymProfileId, buyer_members: buyers } });

test.for<[string, readonly Row[], readonly Row[]]>([
  ['an id gets the name the directory has', [{ id: 107 }], [{ id: 107, name: 'Saffron Travel' }]],
  ['a name alone is resolved', [{ name: 'Saffron Travel' }], [{ id: 107, name: 'Saffron Travel' }]],
  ['a name is resolved in any case', [{ name: 'sAFFRON tRAVEL' }], [{ id: 107, name: 'Saffron Travel' }]],
  ['an id is authoritative over a name', [{ id: 107, name: 'Bluefin DSP' }], [{ id: 107, name: 'Saffron Travel' }]],
  ['an id that the directory lacks keeps its name', [{ id: 5555, name: 'New' }], [{ id: 5555, name: 'New' }]],
  ['an id that the directory lacks may have no name', [{ id: 5555 }], [{ id: 5555, name: null }]],
  ['an ambiguous name beside an id is ignored', [{ id: 902, name: 'Twin Media' }], [{ id: 902, name: 'Twin Media' }]],
  ['the list may be empty', [], []],
])('%s', async ([, sent, given]) => {
  const answer = expectOk(await post(sent));
  expect(rowOf(answer, 'ym-auction-tier').buyer_members).toEqual(given);
  expect(answer.response.dbg_info.warnings).toEqual([]);
});

test.for<[string, string, number]>([
  ['an unknown name', 'Unknown Buyer', 409],
  ['a part of a name', 'Saffron', 409],
  ['a name that two members have', 'Twin Media', 409],
])('%s is refused, naming it', async ([, name, status]) => {
  const before = await listTiers(send);
  const answer = await post([{ id: 101 }, { name }]);
  expect(answer.status).toBe(status);
  expect(answer.response).toMatchObject({ error_id: 'INTEGRITY' });
  expect(issuePaths(answer)).toEqual(['buyer_members.1.name']);
  expect(answer.response.error).toContain(name);
  expect(await listTiers(send)).toEqual(before);
});

test('the error for an ambiguous name lists the ids to choose from', async () => {
  const { response } = await post([{ name: 'twin media' }]);
  for (const id of ['901', '902']) expect(response.error).toContain(id);
});

test('the error lists all names that cannot be resolved', async () => {
  const answer = await post([{ name: 'Unknown One' }, { id: 101 }, { name: 'Unknown Two' }]);
  expect(answer.status).toBe(409);
  expect(issuePaths(answer)).toEqual(['buyer_members.0.name', 'buyer_members.2.name']);
});

test.for<[string, unknown]>([
  ['neither id nor name', {}],
  ['a null name and no id', { name: null }],
  ['an empty name', { name: '' }],
  ['id 0', { id: 0 }],
  ['a negative id', { id: -5 }],
  ['an id with a zero before it', { id: '0101' }],
  ['an id beyond what is exact', { id: 2 ** 53 }],
  ['a number in the place of a buyer', 101],
  ['null in the place of a buyer', null],
])('a buyer with %s is refused', async ([, buyer]) => {
  const answer = await post([buyer]);
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)[0]).toMatch(/^buyer_members\.0/);
});

test('a buyer named twice counts once, with a warning', async () => {
  const answer = expectOk(await post([{ id: 101 }, { name: 'Bluefin DSP' }, { id: 101 }, { id: 102 }]));
  const tier = rowOf(answer, 'ym-auction-tier');
  expect(tier.buyer_members?.map(({ id }) => id)).toEqual([101, 102]);
  const { warnings } = answer.response.dbg_info;
  expect(warnings).toHaveLength(2);
  for (const [index, id] of ['101', '102'].entries()) expect(warnings[index]).toContain(id);
});

test('a buyer is found by its name as soon as the directory has it', async () => {
  expectOk(await addBuyer({ id: 950, name: 'Newcomer' }));
  expect(rowOf(expectOk(await post([{ name: 'newcomer' }])), 'ym-auction-tier').buyer_members).toEqual([
    { id: 950, name: 'Newcomer' },
  ]);
  expectOk(await send('PUT', '/platform-member?id=950', { key: adminKey, body: { name: 'Renamed' } }));
  expect((await post([{ name: 'newcomer' }])).status).toBe(409);
  expectOk(await post([{ name: 'Renamed' }]));
});

test('the directory is read by all and written by administrators', async () => {
  expect((await send('GET', '/platform-member?id=101')).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/platform-member'],
    ['PUT', '/platform-member?id=101'],
    ['DELETE', '/platform-member?id=101'],
  ] as const) {
    const answer = await send(method, path, method === 'DELETE' ? {} : { body: { id: 101, name: 'Mine now' } });
    expect(answer.status).toBe(403);
    expect(answer.response.error_id).toBe('UNAUTH');
  }
  expect(rowOf(await send('GET', '/platform-member?id=101'), 'platform-member')['name']).toBe('Northwind Media');
});

test('a second member of the directory with the same id is refused', async () => {
  const answer = await addBuyer({ id: 101, name: 'Second' });
  expect(answer.status).toBe(409);
  expect(answer.response.error_id).toBe('INTEGRITY');
});

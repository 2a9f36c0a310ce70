import type { AuctionTier } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
});

const fresh = (body: Row = {}) => createTier(send, { ym_profile_id: ymProfileId, ...body });
const put = (id: number, body: unknown, more = '') => send('PUT', `/ym-auction-tier?id=${id}${more}`, { body });
const changed = async (id: number, body: unknown, more = ''): Promise<AuctionTier> =>
  rowOf(expectOk(await put(id, body, more)), 'ym-auction-tier');

test('a PUT changes only the fields sent', async () => {
  const profile = await createProfile(send, { name: 'Everywhere' });
  const before = await fresh({
    code: 'partial',
    description: 'Kept',
    priority: 9,
    min_price: '1.25',
    member_action: 'include',
    profile_id: profile.id,
    buyer_members: [{ id: 101 }],
  });
  const after = await changed(before.id, { name: 'Renamed' });
  expect(after).toEqual({ ...before, name: 'Renamed', last_modified: after.last_modified });
  expect(after.last_modified >= before.last_modified).toBe(true);
  expect(await listTiers(send, '?code=partial')).toEqual([after]);
});

test.for<[keyof AuctionTier, unknown]>([
  ['code', 'to-clear'],
  ['description', 'Something'],
  ['min_price', '2.000000'],
  ['buyer_members', [{ id: 101 }]],
])('null clears %s', async ([field, value]) => {
  const tier = await fresh({ [field]: value });
  expect(tier[field]).not.toBeNull();
  expect((await changed(tier.id, { [field]: null }))[field]).toBeNull();
});

test('null removes the profile from a tier', async () => {
  const profile = await createProfile(send, { name: 'Used for a while' });
  const tier = await fresh({ profile_id: profile.id });
  expect((await changed(tier.id, { profile_id: null })).profile_id).toBeNull();
  expectOk(await send('DELETE', `/profile?id=${profile.id}`));
});

test.for(['name', 'priority', 'member_action', 'ym_profile_id'])('null is refused for %s', async (field) => {
  const tier = await fresh();
  const answer = await put(tier.id, { [field]: null });
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual([field]);
});

test('buyers are replaced as a whole', async () => {
  const tier = await fresh({ buyer_members: [{ id: 101 }, { id: 102 }] });
  const after = await changed(tier.id, { buyer_members: [{ id: 103 }] });
  expect(after.buyer_members?.map(({ id }) => id)).toEqual([103]);
  expect((await changed(tier.id, { buyer_members: [] })).buyer_members).toEqual([]);
});

test('with append=true buyers are merged by id, each once', async () => {
  const tier = await fresh({ buyer_members: [{ id: 101 }, { id: 5001, name: 'Old name' }] });
  const after = await changed(
    tier.id,
    { buyer_members: [{ id: 102 }, { id: 5001, name: 'New name' }] },
    '&append=true',
  );
  expect(after.buyer_members).toEqual([
    { id: 101, name: 'Northwind Media' },
    { id: 5001, name: 'New name' },
    { id: 102, name: 'Bluefin DSP' },
  ]);
});

test('with append=true a buyer named by its name is not added beside its own id', async () => {
  const tier = await fresh({ buyer_members: [{ id: 101 }] });
  const after = await changed(tier.id, { buyer_members: [{ name: 'Northwind Media' }, { id: 102 }] }, '&append=true');
  expect(after.buyer_members?.map(({ id }) => id)).toEqual([101, 102]);
});

test('append=true on a tier without buyers sets them', async () => {
  const tier = await fresh();
  const after = await changed(tier.id, { buyer_members: [{ id: 104 }] }, '&append=true');
  expect(after.buyer_members?.map(({ id }) => id)).toEqual([104]);
});

const buyers = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from + index }));

test('append=true never grows a tier beyond 1000 buyers', async () => {
  const tier = await fresh({ buyer_members: buyers(1, 1000) });
  const answer = await put(tier.id, { buyer_members: buyers(2001, 1) }, '&append=true');
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual(['buyer_members']);
});

test('an include needs a min_price on the merged tier, whichever of the two is sent', async () => {
  const bare = await fresh();
  const toInclude = await put(bare.id, { member_action: 'include' });
  expect(toInclude.status).toBe(400);
  expect(issuePaths(toInclude)).toEqual(['min_price']);

  expectOk(await put(bare.id, { member_action: 'include', min_price: '0' }));
  const withoutPrice = await put(bare.id, { min_price: null });
  expect(withoutPrice.status).toBe(400);
  expect(issuePaths(withoutPrice)).toEqual(['min_price']);

  const priced = await fresh({ min_price: 3 });
  expect((await changed(priced.id, { member_action: 'include' })).member_action).toBe('include');
});

test('a tier may move to another ym-profile of its member', async () => {
  const other = await createYmProfile(send, { name: 'Other' });
  const tier = await fresh();
  expect((await changed(tier.id, { ym_profile_id: other.id })).ym_profile_id).toBe(other.id);
  expect((await listTiers(send, `?ym_profile_id=${other.id}`)).map(({ id }) => id)).toEqual([tier.id]);
  expect((await listTiers(send, `?ym_profile_id=${ymProfileId}`)).map(({ id }) => id)).not.toContain(tier.id);
});

test("the id in a body may repeat the query's and must not differ from it", async () => {
  const tier = await fresh();
  expectOk(await put(tier.id, { id: tier.id, name: 'Same' }));
  const answer = await put(tier.id, { id: tier.id + 1, name: 'Different' });
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual(['id']);
  expect((await listTiers(send, `?name=Different`)).length).toBe(0);
});

test('a PUT may be wrapped, and names unknown fields all at once', async () => {
  const tier = await fresh();
  expect((await changed(tier.id, { 'ym-auction-tier': { priority: 2 } })).priority).toBe(2);
  const answer = await put(tier.id, { 'ym-auction-tier': { pryority: 3, colour: 'red', name: 'x' } });
  expect(answer.status).toBe(400);
  expect(issuePaths(answer).toSorted()).toEqual(['colour', 'pryority']);
});

test.for([
  ['', 400],
  ['?id=', 400],
  ['?id=seven', 400],
  ['?id=1,2', 400],
  ['?id=0', 400],
  ['?id=-1', 400],
  ['?id=1.5', 400],
  ['?id=99999999999999999999', 400],
  ['?id=9007199254740993', 400],
  ['?id=999999', 404],
  ['?id=1&append=maybe', 400],
  ['?id=1&apend=true', 400],
] as const)('PUT and DELETE name one tier: "%s" is a %i', async ([query, status]) => {
  const before = await listTiers(send);
  const answer = await send('PUT', `/ym-auction-tier${query}`, { body: { name: 'Never' } });
  expect(answer.status).toBe(status);
  expect(answer.response).toMatchObject({ error_id: 'SYNTAX', ...(status === 404 ? { error_code: 'NOTFOUND' } : {}) });
  expect((await send('DELETE', `/ym-auction-tier${query}`)).status).toBe(status);
  expect(await listTiers(send)).toEqual(before);
});

test('a deleted tier is a 404', async () => {
  const tier = await fresh();
  const answer = expectOk(await send('DELETE', `/ym-auction-tier?id=${tier.id}`));
  expect(answer.response).toMatchObject({ count: 1, id: tier.id });
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
    const again = await send(method, `/ym-auction-tier?id=${tier.id}`, { body });
    expect(again.status).toBe(404);
  }
});

test('writes of the same tier at the same time are each applied once', async () => {
  const tier = await fresh({ buyer_members: [] });
  const ids = [201, 202, 203, 204, 205];
  const answers = await Promise.all(ids.map((id) => put(tier.id, { buyer_members: [{ id }] }, '&append=true')));
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  const [after] = await listTiers(send, `?id=${tier.id},999999`);
  expect(after?.buyer_members?.map(({ id }) => id).toSorted()).toEqual(ids);
});

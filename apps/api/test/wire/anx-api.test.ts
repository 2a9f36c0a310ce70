import type { AuctionTier } from '@auction-tiers/contract';
import { statusOk, type AnxApi } from 'anx-api';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anxErrorOf, contentOf, createAnx } from './anx-client.ts';
import { Proxy } from '../fixture/proxy.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
let anx: AnxApi;
let ymProfileId: number;

beforeAll(async () => {
  const { username, password } = service.people.seller1;
  anx = createAnx(service.url);
  await anx.login(username, password);
  ymProfileId = (await contentOf(anx.post('/ym-profile', { 'ym-profile': { name: 'Migrated' } }))).id;
});

const tierBody = (body: Row = {}) => ({ 'ym-auction-tier': { name: 'Tier', ym_profile_id: ymProfileId, ...body } });
const tiersOf = ({ 'ym-auction-tiers': tiers }: Row) => tiers as readonly AuctionTier[];
const namesOf = (content: Row) => tiersOf(content).map(({ name }) => name);
const createTier = (body?: Row) => contentOf(anx.post('/ym-auction-tier', tierBody(body)));

describe('a login', () => {
  test('gives the token that the client then sends', async () => {
    const { username, password } = service.people.seller2;
    const other = createAnx(service.url);
    const token = await other.login(username, password);
    expect(token).toMatch(/^at_/);
    const { response } = (await other.get('/member?id=2')).body as { response: Row };
    expect(response).toMatchObject({ status: 'OK', member: { id: 2 } });
    const again = createAnx(service.url, { token });
    expect(await contentOf(again.get('member'))).toMatchObject({ count: 1, members: [{ id: 2 }] });
  });

  test('an API key is accepted in the place of a token', async () => {
    const keyed = createAnx(service.url, { token: service.people.seller2.api_key });
    expect(await contentOf(keyed.get('/member'))).toMatchObject({ members: [{ id: 2 }] });
  });

  test('as another user is no part of this service, and says so', async () => {
    const error = await anxErrorOf(anx.switchUser(7));
    expect(error).toMatchObject({ name: 'ApiError', id: 'SYNTAX', statusCode: 400 });
    expect(error.message).toContain('switch_to_user');
  });
});

describe('one tier', () => {
  test('is created, read, changed and deleted', async () => {
    const created = await anx.post('/ym-auction-tier', tierBody({ min_price: '2.00', member_action: 'include' }));
    expect(created.statusCode).toBe(200);
    expect(statusOk(created.body)).toBe(true);
    const { id } = await contentOf(Promise.resolve(created));
    expect(id).toEqual(expect.any(Number));
    const first = { id, name: 'Tier', min_price: '2.000000', member_action: 'include', priority: 5, member_id: 1 };
    expect(created.body).toMatchObject({
      response: { count: 1, 'ym-auction-tier': first, dbg_info: { output_term: 'ym-auction-tier' } },
    });

    const uri = `/ym-auction-tier?id=${id}`;
    expect(await contentOf(anx.get(uri))).toMatchObject({ count: 1, start_element: 0, 'ym-auction-tier': first });
    const put = await contentOf(anx.put(uri, { 'ym-auction-tier': { priority: 9, min_price: 1.25 } }));
    const second = { ...first, priority: 9, min_price: '1.250000' };
    expect(put).toMatchObject({ status: 'OK', id, 'ym-auction-tier': second });
    expect(await contentOf(anx.get({ uri: 'ym-auction-tier', params: { id } }))).toMatchObject({
      'ym-auction-tier': second,
    });

    expect(await contentOf(anx.delete(uri))).toMatchObject({ status: 'OK', count: 1, id });
    expect(await anxErrorOf(anx.get(uri))).toMatchObject({
      name: 'ApiError',
      id: 'SYNTAX',
      code: 'NOTFOUND',
      statusCode: 404,
    });
  });

  test('is also found under the pinned version', async () => {
    const { id } = await createTier();
    const pinned = createAnx(`${service.url}/v1`, { token: service.people.seller1.api_key });
    expect(await contentOf(pinned.get(`ym-auction-tier?id=${id}`))).toMatchObject({ 'ym-auction-tier': { id } });
  });

  test('is changed by a body given in the options, its buyers merged when the query asks for it', async () => {
    const { id } = await createTier({ buyer_members: [{ id: 107 }] });
    const opts = { uri: '/ym-auction-tier', params: { id, append: true } };
    const body = { 'ym-auction-tier': { buyer_members: [{ id: 112 }] } };
    const { 'ym-auction-tier': tier } = await contentOf(anx.put({ ...opts, body }, undefined));
    expect((tier as AuctionTier).buyer_members?.map((buyer) => buyer.id)).toEqual([107, 112]);
  });
});

describe('a list', () => {
  let listed: number;
  const list = (params: Row, paging: { startElement?: number; numElements?: number } = {}) =>
    contentOf(anx.get({ uri: '/ym-auction-tier', params: { ym_profile_id: listed, ...params }, ...paging }));

  beforeAll(async () => {
    listed = (await contentOf(anx.post('/ym-profile', { 'ym-profile': { name: 'Listed' } }))).id;
    for (const [name, priority, code] of [
      ['Sports, TV', 3, 'sp-1'],
      ['News & Talk', 8, null],
      ['Films', 3, 'fi'],
      ['Games 100%', 10, 'ga'],
    ] as const) {
      await createTier({ name, priority, code, ym_profile_id: listed });
    }
  });

  test('without options holds all there is', async () => {
    const content = await contentOf(anx.get('/ym-auction-tier'));
    expect(content).toMatchObject({ status: 'OK', start_element: 0, dbg_info: { output_term: 'ym-auction-tiers' } });
    expect(tiersOf(content)).toHaveLength(content.count);
    expect(content.num_elements).toBe(content.count);
  });

  test('of several ids is asked for by a comma-separated list', async () => {
    const [first, , third] = tiersOf(await list({}));
    const content = await contentOf(anx.get(`/ym-auction-tier?id=${third?.id},${first?.id}`));
    expect(namesOf(content)).toEqual(['Sports, TV', 'Films']);
  });

  test.for<[Row, readonly string[]]>([
    [{ sort: 'priority.desc,name.asc' }, ['Games 100%', 'News & Talk', 'Films', 'Sports, TV']],
    [{ priority: 3 }, ['Sports, TV', 'Films']],
    [{ priority: '8,10' }, ['News & Talk', 'Games 100%']],
    [{ min_priority: 4 }, ['News & Talk', 'Games 100%']],
    [{ max_priority: 3, sort: 'id.desc' }, ['Films', 'Sports, TV']],
    [{ not_priority: 3 }, ['News & Talk', 'Games 100%']],
    [{ like_name: 'sports, tv' }, ['Sports, TV']],
    [{ search: 'fi' }, ['Films']],
    [{ code: 'ga' }, ['Games 100%']],
    [{ code: 'nothing' }, []],
    [{ min_last_modified: '2020-01-01 00:00:00', max_priority: 9, code: 'fi' }, ['Films']],
  ])('asked for %j is %j, the parameters sent as they are', async ([params, names]) => {
    const content = await list(params);
    expect(namesOf(content)).toEqual(names);
    expect(content.count).toBe(names.length);
  });

  test.for(['Sports, TV', 'News & Talk', 'Games 100%'])('finds %j when the client encodes it', async (text) => {
    const params = { ym_profile_id: listed, like_name: text };
    const content = await contentOf(anx.get({ uri: '/ym-auction-tier', encodeParams: true, params }));
    expect(namesOf(content)).toEqual([text]);
  });

  test('holds only the fields that are asked for', async () => {
    const content = await list({ fields: 'name,priority', code: 'ga' });
    expect(tiersOf(content)).toEqual([{ name: 'Games 100%', priority: 10 }]);
  });

  test('is paged by the options of the client', async () => {
    const content = await list({}, { startElement: 1, numElements: 2 });
    expect(content).toMatchObject({ count: 4, start_element: 1, num_elements: 2 });
    expect(namesOf(content)).toEqual(['News & Talk', 'Films']);
    expect(await list({}, { numElements: 1 })).toMatchObject({ count: 4, start_element: 0, num_elements: 1 });
    expect(await list({}, { startElement: 3 })).toMatchObject({ count: 4, start_element: 3, num_elements: 100 });
  });

  test('names the fields that can be sorted and filtered by', async () => {
    const { fields } = await contentOf(anx.get('/dma/meta'));
    expect(fields).toContainEqual({ name: 'name', type: 'string', sort_by: true, filter_by: true, read_only: true });
  });

  test.for<[Row, number]>([
    [{ id: 501 }, 501],
    [{ name: 'New York NY' }, 501],
  ])('of markets is asked for by %j, blanks and all', async ([params, id]) => {
    const { dma, dmas } = await contentOf(anx.get({ uri: '/dma', params }));
    expect(dma === undefined ? dmas : [dma]).toMatchObject([{ id }]);
  });
});

describe('every page of 250 tiers', () => {
  let proxy: Proxy;
  let all: number;
  let ids: readonly number[];
  const codes = Array.from({ length: 250 }, (_, index) => `t${String(index).padStart(3, '0')}`);

  beforeAll(async () => {
    all = (await contentOf(anx.post('/ym-profile', { 'ym-profile': { name: 'Many' } }))).id;
    const { api_key: token } = service.people.seller1;
    const crowd = createAnx(service.url, { token, concurrencyLimit: 8 });
    const created = await Promise.all(
      codes.map((code) => contentOf(crowd.post('/ym-auction-tier', tierBody({ code, ym_profile_id: all })))),
    );
    ids = created.map(({ id }) => id);
  });
  beforeEach(async () => {
    proxy = await Proxy.start(service.url);
    return () => proxy.close();
  });

  const getAll = (params: Row, numElements?: number) => {
    const through = createAnx(proxy.url, { token: service.people.seller1.api_key });
    const opts = { uri: '/ym-auction-tier', params: { ym_profile_id: all, ...params } };
    return contentOf(through.getAll(numElements === undefined ? opts : { ...opts, numElements }, undefined));
  };
  const starts = () => proxy.seen.map((line) => Number(/start_element=(\d+)/.exec(line)?.[1]));

  test.for([
    [undefined, [0, 100, 200]],
    [125, [0, 125]],
    [120, [0, 120, 240]],
    [250, [0]],
    [5000, [0]],
  ] as const)('in chunks of %s holds each tier once, from pages at %j', async ([numElements, places]) => {
    const content = await getAll({}, numElements);
    expect(content).toMatchObject({ count: 250, start_element: 0, num_elements: 250 });
    expect(content.dbg_info.output_term).toBe('ym-auction-tiers');
    expect(tiersOf(content).map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b));
    expect(starts()).toEqual(places);
  });

  test('keeps the order, the filter and the fields over all pages', async () => {
    const content = await getAll({ sort: 'code.desc', fields: 'code', not_code: 't007' }, 60);
    const expected = codes.filter((code) => code !== 't007').toReversed();
    expect(tiersOf(content)).toEqual(expected.map((code) => ({ code })));
    expect(starts()).toEqual([0, 60, 120, 180, 240]);
  });

  test('is empty where nothing matches', async () => {
    expect(await getAll({ code: 'nothing' })).toMatchObject({ count: 0, 'ym-auction-tiers': [] });
    expect(proxy.seen).toHaveLength(1);
  });

  test('gives all 210 markets', async () => {
    const through = createAnx(proxy.url, { token: service.people.seller1.api_key });
    const content = await contentOf(through.getAll({ uri: '/dma' }, undefined));
    expect(content).toMatchObject({ count: 210, num_elements: 210 });
    expect(new Set((content['dmas'] as readonly Row[]).map(({ id }) => id)).size).toBe(210);
    expect(starts()).toEqual([0, 100, 200]);
  });
});

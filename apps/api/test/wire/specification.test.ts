import { describe, expect, test } from 'vitest';
import { problemsOfSuccess } from '../fixture/api-document.ts';
import type { Answer, Method, RequestOptions, Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

/*
 * The requests of the specification of the service, sent to a fresh demo: every operation of its tables, then the bodies
 * that it shows. They are written out here, because they are what a client of the original service sends.
 */

const service = useService();

/** The content of a successful answer, which must be as the document says. */
async function ask(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  const answer = await service.send(method, path, options);
  const [plain = ''] = path.split('?');
  const problems = answer.status === 200 ? problemsOfSuccess(method, plain, answer.json) : [answer.text];
  expect([method, path, answer.status, problems]).toEqual([method, path, 200, []]);
  return answer;
}

const idsIn = (rows: unknown): readonly unknown[] => (rows as readonly Row[]).map(({ id }) => id);

describe('auction tiers', () => {
  test('add a tier: name and ym_profile_id are enough, and the rest has its default', async () => {
    const body = { 'ym-auction-tier': { name: 'Only the required fields', ym_profile_id: 1 } };
    const { response } = await ask('POST', '/ym-auction-tier', { body });
    const defaults = { code: null, description: null, profile_id: null, priority: 5, min_price: null };
    expect(response).toMatchObject({
      status: 'OK',
      count: 1,
      'ym-auction-tier': { ...defaults, member_action: 'exclude', member_id: 1, buyer_members: null, id: response.id },
    });
  });

  test('add a tier with every field', async () => {
    const tier = {
      name: 'Every field',
      code: 'every-field',
      description: 'All of them',
      profile_id: 1,
      priority: 7,
      ym_profile_id: 1,
      min_price: '2.00',
      member_action: 'include',
      member_id: 1,
      buyer_members: [{ id: 106, name: 'Meridian Auto' }],
    };
    const { response } = await ask('POST', '/ym-auction-tier', { body: { 'ym-auction-tier': tier } });
    expect(response['ym-auction-tier']).toMatchObject({ ...tier, min_price: '2.000000' });
  });

  test('modify a tier: what is not sent stays', async () => {
    const body = { 'ym-auction-tier': { id: 11, member_id: 1, min_price: '1.25' } };
    const { response } = await ask('PUT', '/ym-auction-tier?id=11', { body });
    expect(response).toMatchObject({
      id: 11,
      'ym-auction-tier': { name: 'Out of reach', priority: 3, min_price: '1.250000', member_action: 'include' },
    });
  });

  test('view all of the caller’s tiers', async () => {
    const { response } = await ask('GET', '/ym-auction-tier');
    const rows = response['ym-auction-tiers'] as readonly Row[];
    expect(response).toMatchObject({ status: 'OK', count: rows.length, start_element: 0, num_elements: rows.length });
    expect(idsIn(rows)).toEqual(expect.arrayContaining([1, 5, 12]));
  });

  test('view one tier, and several', async () => {
    const { response: one } = await ask('GET', '/ym-auction-tier?id=5');
    expect(one).toMatchObject({ count: 1, start_element: 0, num_elements: 100, 'ym-auction-tier': { id: 5 } });
    const { response: several } = await ask('GET', '/ym-auction-tier?id=5,7,9999');
    expect(idsIn(several['ym-auction-tiers'])).toEqual([5, 7]);
  });

  test('delete a tier', async () => {
    const { response } = await ask('DELETE', '/ym-auction-tier?id=10');
    expect(response).toMatchObject({ status: 'OK', count: 1, id: 10 });
    expect((await service.send('GET', '/ym-auction-tier?id=10')).status).toBe(404);
  });
});

describe('designated market areas', () => {
  test('view all, one by identifier, one by name, and those of a state', async () => {
    expect((await ask('GET', '/dma')).response.count).toBe(210);
    expect((await ask('GET', '/dma?id=501')).response).toMatchObject({
      dma: { id: 501, code: '501', name: 'New York NY', country_id: 233, country_code: 'US', active: true },
    });
    const { response: named } = await ask('GET', `/dma?name=${encodeURIComponent('New York NY')}`);
    expect(idsIn(named['dmas'])).toEqual([501]);
    const { response: ofIndiana } = await ask('GET', '/dma?like_name=IN');
    const names = (ofIndiana['dmas'] as readonly Row[]).map(({ name }) => name);
    expect(names).toContain('Indianapolis IN');
    expect(names.filter((name) => /Binghamton/.test(String(name)))).toEqual([]);
  });

  test('list the fields that can be filtered and sorted by', async () => {
    const { response } = await ask('GET', '/dma/meta');
    const named = (response['fields'] as readonly Row[]).map(({ name, type }) => [name, type]);
    expect(Object.fromEntries(named)).toEqual({
      id: 'int',
      name: 'string',
      code: 'string',
      country_id: 'int',
      country_name: 'string',
      country_code: 'string',
      active: 'boolean',
    });
  });

  test.for(['POST', 'PUT', 'DELETE'] as const)('%s is refused with the methods that there are', async (method) => {
    const answer = await service.send(method, '/dma?id=501', { body: {} });
    expect([answer.status, answer.headers.get('allow')?.split(', ')[0]]).toEqual([405, 'GET']);
  });
});

test.for([
  'sort=priority.desc,id.asc',
  'priority=5,7',
  'min_priority=5&max_priority=7',
  'not_priority=5',
  'like_name=WORKED',
  'search=worked',
  'fields=id,name',
  'ym_profile_id=1',
  'code=worked-example',
  'start_element=2&num_elements=3',
])('tiers are listed by %s', async (query) => {
  const { status, response } = await service.send('GET', `/ym-auction-tier?${query}`);
  expect([status, response.status]).toEqual([200, 'OK']);
  expect((response['ym-auction-tiers'] as readonly Row[]).length).toBeGreaterThan(0);
});

test.for<Row>([
  { country_action: 'include', country_targets: [{ id: 233 }, { code: 'DE' }] },
  { region_action: 'include', region_targets: [{ code: 'US-NY' }] },
  { city_targets: [{ name: 'New York', country_code: 'US' }] },
  { dma_action: 'include', dma_targets: [{ dma: 501 }] },
  { size_targets: [{ width: 300, height: 250 }] },
  {
    inventory_action: 'include',
    publisher_targets: [{ id: 9 }],
    site_targets: [{ id: 3 }],
    placement_targets: [{ id: 77 }],
  },
  { domain_targets: [{ domain: 'example.com' }] },
  { device_type_action: 'include', device_type_targets: ['phone', 'tablet'] },
  { operating_system_family_targets: [{ name: 'iOS' }] },
  { carrier_targets: [{ name: 'Verizon' }] },
  { browser_targets: [{ name: 'Safari' }] },
  { language_targets: [{ code: 'en' }] },
  { supply_type_targets: ['mobile_app'] },
  { content_category_targets: [{ code: 'IAB1' }] },
  { segment_targets: [{ id: 12, action: 'exclude' }], segment_boolean_operator: 'or' },
  { key_value_targets: [{ key: 'section', values: ['sports'], action: 'include' }] },
  { daypart_targets: [{ day: 'all', start_hour: 18, end_hour: 23 }], daypart_timezone: 'America/New_York' },
])('a targeting profile takes %j', async (profile) => {
  expect((await ask('POST', '/profile', { body: { profile } })).response['profile']).toMatchObject(profile);
});

const impression = {
  country: 'US',
  region: 'US-NY',
  city: 'New York',
  dma: 501,
  sizes: [{ width: 300, height: 250 }],
  publisher_id: 9,
  site_id: 3,
  placement_id: 77,
  domain: 'news.example.com',
  device_type: 'phone',
  operating_system_family: 'iOS',
  browser: 'Safari',
  language: 'en',
  supply_type: 'web',
  content_categories: ['IAB1'],
  segments: [12, 99],
  key_values: { section: ['sports'] },
  time: '2026-11-21T08:00:00Z',
};
const terms = { auction_type: 1, bid_floor: 0.5, revenue_share_pct: 15, seed: 'any string', unit: 'a user or session' };
const bids = [{ id: 'b1', member_id: 107, price: 2.5, revenue_share_pct: 10 }];

describe('auctions', () => {
  test.for([{ ym_profile_id: 1 }, { publisher_id: 9 }])('of %j, with every attribute', async (place) => {
    const body = { ...place, ...terms, impression, bids };
    const { response } = await ask('POST', '/auction', { body });
    expect(response['auction']).toMatchObject({
      winner: { bid_id: 'b1', member_id: 107, tier_id: 5, price: 2.5, net_price: 2.25, clearing_price: 2.5 },
      bids: [{ bid_id: 'b1', outcome: 'won', tier_id: 5, priority: 7, net_price: 2.25, rank: 1 }],
      ym_profile_id: 1,
      seed: 'any string',
      time: '2026-11-21T08:00:00.000Z',
    });
    const { response: explained } = await ask('POST', '/auction/explain', { body });
    expect((explained['auction'] as { readonly bids: readonly Row[] }).bids[0]).toMatchObject({
      tiers: expect.arrayContaining([expect.objectContaining({ tier_id: 5, result: 'matched' })]),
      decision: { kind: 'only_match', tier_id: 5 },
    });
  });

  test('of a batch', async () => {
    const body = { ym_profile_id: 1, bids };
    const { response } = await ask('POST', '/auction/batch', { body: { auctions: [body, { bids }] } });
    expect(response['auctions']).toMatchObject([{ winner: { bid_id: 'b1' } }, { error: { error_id: 'SYNTAX' } }]);
  });

  test('of an OpenRTB request, whose seats are buyers by name', async () => {
    const body = {
      bid_request: { id: 'r', imp: [{ id: '1', banner: { w: 300, h: 250 } }], site: { publisher: { id: '9' } } },
      bid_responses: [{ seatbid: [{ seat: 'saffron travel', bid: [{ id: 'b1', impid: '1', price: 3 }] }] }],
      time: '2026-11-21T08:00:00Z',
    };
    const { response } = await ask('POST', '/openrtb2/auction?ym_profile_id=1', { body });
    expect(response['auctions']).toMatchObject([{ imp_id: '1', winner: { seat: 'saffron travel', member_id: 107 } }]);
  });
});

test('a login gives a token, which is taken alone and after Bearer', async () => {
  const { username, password } = service.people.seller1;
  const { response } = await ask('POST', '/auth', { key: null, body: { auth: { username, password } } });
  for (const key of [response['token'], `Bearer ${String(response['token'])}`]) {
    await ask('GET', '/member?id=1', { key: String(key) });
  }
});

test('a tier set is exported, and an import of it changes nothing', async () => {
  const { json } = await ask('GET', '/ym-profile/export?id=1');
  const { response } = await ask('POST', '/ym-profile/import?id=1&dry_run=true', { body: json });
  expect(response['ym-profile-import']).toMatchObject({ dry_run: true, created: [], updated: [], deleted: [] });
});

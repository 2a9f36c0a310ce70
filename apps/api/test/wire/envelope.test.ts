import { beforeAll, describe, expect, test } from 'vitest';
import { createTier, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Answer, Content } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let tier: { readonly id: number; readonly ym_profile_id: number };

beforeAll(async () => {
  const { id } = await demoYmProfile(send);
  tier = await createTier(send, { ym_profile_id: id });
});

/** Clients take the first list or object whose name they do not know for the data, so there is one at most. */
function dataKeys(response: Content): string[] {
  return Object.keys(response).filter(
    (key) => key !== 'dbg_info' && typeof response[key] === 'object' && response[key] !== null,
  );
}

function expectDebug({ response, headers }: Answer, term: string): void {
  expect(response.dbg_info).toMatchObject({ output_term: term, version: '1.0', warnings: [] });
  expect(response.dbg_info.time).toBeGreaterThanOrEqual(0);
  expect(response.dbg_info.request_id).toBe(headers.get('x-request-id'));
}

const plurals: readonly [string, string][] = [
  ['ym-auction-tier', 'ym-auction-tiers'],
  ['ym-profile', 'ym-profiles'],
  ['profile', 'profiles'],
  ['platform-member', 'platform-members'],
  ['member', 'members'],
  ['dma', 'dmas'],
  ['country', 'countries'],
];

describe.for(plurals)('/%s', ([name, plural]) => {
  test('answers a list in its envelope', async () => {
    const answer = expectOk(await send('GET', `/${name}?num_elements=2`));
    const { response } = answer;
    expect(Object.keys(answer.json)).toEqual(['response']);
    expect(Object.keys(response).toSorted()).toEqual(
      ['count', 'dbg_info', 'num_elements', plural, 'start_element', 'status'].toSorted(),
    );
    expect(dataKeys(response)).toEqual([plural]);
    expect(response).toMatchObject({ status: 'OK', start_element: 0, num_elements: 2 });
    expect(response.count).toBeGreaterThan(0);
    expectDebug(answer, plural);
  });

  test('answers one object in its envelope', async () => {
    const list = expectOk(await send('GET', `/${name}?num_elements=1`));
    const [first] = list.response[plural] as readonly { readonly id: number }[];
    const answer = expectOk(await send('GET', `/${name}?id=${first?.id}`));
    expect(answer.response).toEqual({
      status: 'OK',
      count: 1,
      start_element: 0,
      num_elements: 100,
      [name]: first,
      dbg_info: answer.response.dbg_info,
    });
    expectDebug(answer, name);
  });

  test('answers an empty list with []', async () => {
    const answer = expectOk(await send('GET', `/${name}?search=no-such-thing-anywhere`));
    expect(answer.response).toMatchObject({ count: 0, num_elements: 0, start_element: 0, [plural]: [] });
  });

  test('answers an unknown id with 404 in the error envelope', async () => {
    const answer = await send('GET', `/${name}?id=98765`);
    expect(answer.status).toBe(404);
    expect(answer.response).toEqual({
      status: 'ERROR',
      error_id: 'SYNTAX',
      error: expect.stringContaining('98765') as string,
      error_description: null,
      error_code: 'NOTFOUND',
      service: name,
      method: 'GET',
      dbg_info: { ...answer.response.dbg_info, issues: expect.any(Array) as unknown },
    });
    expect(answer.response.dbg_info.request_id).toBe(answer.headers.get('x-request-id'));
  });

  test('answers its fields', async () => {
    const answer = expectOk(await send('GET', `/${name}/meta`));
    expect(dataKeys(answer.response)).toEqual(['fields']);
    expectDebug(answer, 'fields');
  });
});

test('a change log has the envelope of a list', async () => {
  const answer = expectOk(await send('GET', '/change-log'));
  expect(dataKeys(answer.response)).toEqual(['change-logs']);
  expect(answer.response).toMatchObject({ start_element: 0, num_elements: 100 });
});

describe('writes', () => {
  test('a create answers 200 with the id and the object', async () => {
    const body = { name: 'Made', ym_profile_id: tier.ym_profile_id };
    const answer = await send('POST', '/ym-auction-tier', { body });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.response).toSorted()).toEqual(['count', 'dbg_info', 'id', 'status', 'ym-auction-tier']);
    expect(answer.response).toMatchObject({ status: 'OK', count: 1 });
    expect(answer.response['ym-auction-tier']).toMatchObject({ id: answer.response.id, ...body });
    expectDebug(answer, 'ym-auction-tier');
  });

  test('a change answers the same', async () => {
    const answer = await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { name: 'Changed' } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.response).toSorted()).toEqual(['count', 'dbg_info', 'id', 'status', 'ym-auction-tier']);
    expect(answer.response).toMatchObject({ status: 'OK', count: 1, id: tier.id });
    expectDebug(answer, 'ym-auction-tier');
  });

  test('a delete answers the id alone', async () => {
    const { id } = await createTier(send, { ym_profile_id: tier.ym_profile_id });
    const answer = await send('DELETE', `/ym-auction-tier?id=${id}`);
    expect(answer.status).toBe(200);
    expect(answer.response).toEqual({ status: 'OK', count: 1, id, dbg_info: answer.response.dbg_info });
    expect(answer.response.dbg_info.warnings).toEqual([]);
  });

  test('an error names its service, its method and its issues', async () => {
    const answer = await send('POST', '/ym-auction-tier', { body: { name: 'x', ym_profile_id: 1, priority: 99 } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.response).toSorted()).toEqual(
      ['dbg_info', 'error', 'error_code', 'error_description', 'error_id', 'method', 'service', 'status'].toSorted(),
    );
    expect(answer.response).toMatchObject({ service: 'ym-auction-tier', method: 'POST', error_description: null });
    const [issue] = answer.response.dbg_info.issues;
    expect(issue).toEqual({ path: 'priority', message: expect.stringContaining('99') as string });
    expect(answer.response.error).toContain('priority');
  });

  test('an auction is the one object of its answer', async () => {
    const answer = expectOk(await send('POST', '/auction', { body: { ym_profile_id: tier.ym_profile_id, bids: [] } }));
    expect(dataKeys(answer.response)).toEqual(['auction']);
    expect(answer.response.dbg_info.request_id).toBe(answer.headers.get('x-request-id'));
  });
});

test.for(['/ym-auction-tier?num_elements=3', '/dma?id=501', '/dma/meta', '/member'])(
  '%s is served the same under /v1',
  async (path) => {
    const [plain, pinned] = [expectOk(await send('GET', path)), expectOk(await send('GET', `/v1${path}`))];
    const { dbg_info: _a, ...one } = plain.response;
    const { dbg_info: _b, ...other } = pinned.response;
    expect(other).toEqual(one);
  },
);

test('writes and auctions are served under /v1 as well', async () => {
  const body = { name: 'Pinned', ym_profile_id: tier.ym_profile_id };
  const { id } = expectOk(await send('POST', '/v1/ym-auction-tier', { body })).response;
  expectOk(await send('PUT', `/v1/ym-auction-tier?id=${id}`, { body: { priority: 2 } }));
  expectOk(await send('DELETE', `/v1/ym-auction-tier?id=${id}`));
  expectOk(await send('POST', '/v1/auction', { body: { ym_profile_id: tier.ym_profile_id, bids: [] } }));
});

describe('the request id', () => {
  test("is the caller's where it is a plain one, in the answer and in the change log", async () => {
    const headers = { 'x-request-id': 'trace-42.a:b_c' };
    const answer = await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { name: 'Traced' }, headers });
    expect(answer.headers.get('x-request-id')).toBe('trace-42.a:b_c');
    const log = await send('GET', '/change-log?num_elements=1');
    expect(log.response['change-logs']).toMatchObject([{ request_id: 'trace-42.a:b_c', operation: 'update' }]);
  });

  test('is drawn otherwise, another one each time, for errors too', async () => {
    const answers = [await send('GET', '/dma?id=501'), await send('GET', '/dma?id=501'), await send('GET', '/nothing')];
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    for (const [index, { response }] of answers.entries()) expect(response.dbg_info.request_id).toBe(ids[index]);
  });
});

test('HEAD answers as GET does, without a body', async () => {
  const answer = await send('HEAD', '/dma?id=501');
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('');
});

test('the change log names the user, the change and the time', async () => {
  const created = await createTier(send, { name: 'Logged', ym_profile_id: tier.ym_profile_id });
  expectOk(await send('PUT', `/ym-auction-tier?id=${created.id}`, { body: { priority: 9 } }));
  expectOk(await send('DELETE', `/ym-auction-tier?id=${created.id}`));
  const { response } = expectOk(await send('GET', '/change-log?num_elements=3'));
  const common = { service: 'ym-auction-tier', resource_id: created.id, member_id: 1, user: 'demo-seller-1' };
  const changed = { ...created, priority: 9, last_modified: expect.any(String) as string };
  expect(response['change-logs']).toMatchObject([
    { ...common, operation: 'delete', before: changed, after: null },
    // Of an update, the fields that changed.
    { ...common, operation: 'update', before: { priority: 5 }, after: { priority: 9 } },
    { ...common, operation: 'create', before: null, after: created },
  ]);
  for (const { created_on } of response['change-logs'] as readonly { readonly created_on: string }[]) {
    expect(created_on).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  }
});

test.for(['/dma?id=501', '/v1/member', '/ym-profile/meta', '/trpc/member.list', '/readyz', '/no-such-path', '/'])(
  'a browser is told to take %s for what it is, and to show it in no frame of others',
  async (path) => {
    const { headers } = await send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

test('auctions, which no browser can be led to, are told to be no other type, and nothing of frames', async () => {
  const body = { ym_profile_id: 1, bids: [] };
  for (const path of ['/auction', '/v1/auction/explain', '/trpc/auction.run']) {
    const { status, headers } = await send('POST', path, { body });
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBeNull();
  }
});

import { memberResource } from '@auction-tiers/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from './demo-tier.ts';
import type { Answer, Method, Row } from './request.ts';
import { startService, type TestService } from './service.ts';
import { createScopedKey } from './trpc.ts';

/** Stands in every name, code and description of the first seller's objects, and nowhere else. */
const secret = 'zebra-quartz-7781';
/** A code that the first seller's objects have, and that others may choose as well. */
const code = 'popular-code';
const nowhere = 987_654;

let service: TestService;
let owned: { ymProfile: number; profile: number; tier: number };
let before: string;
/** The second demo seller, and a seller whose objects share a Redis partition with the first one's. */
const strangers: { key: string; memberId: number; ymProfile: number; name: string }[] = [];

beforeAll(async () => {
  service = await startService();
  const { send } = service;
  const words = { name: secret, code, description: secret };
  const ymProfile = await createYmProfile(send, { ...words, publisher_ids: [7781] });
  const profile = await createProfile(send, words);
  const tier = await createTier(send, {
    ...words,
    ym_profile_id: ymProfile.id,
    profile_id: profile.id,
    member_action: 'include',
    min_price: '0.77',
    buyer_members: [{ id: 7_781_001, name: secret }],
  });
  owned = { ymProfile: ymProfile.id, profile: profile.id, tier: tier.id };
  before = await everything(service.people.seller1.api_key);

  const actor = { user: 'test', requestId: 'test' };
  await service.opened.store.create(memberResource, 17, { name: 'Neighbour', revenue_share_pct: 0 }, actor, { id: 17 });
  for (const [memberId, name] of [
    [2, 'the second demo seller'],
    [17, 'a seller of the same partition'],
  ] as const) {
    const key = await createScopedKey(service, memberId, ['read', 'write', 'auction']);
    const answer = await send('POST', '/ym-profile', { key, body: { name: `Of ${memberId}` } });
    strangers.push({ key, memberId, ymProfile: expectOk(answer).response.id, name });
  }
});
afterAll(() => service.close());

const paths = ['/ym-auction-tier', '/ym-profile', '/profile', '/member', '/change-log'] as const;

async function everything(key: string): Promise<string> {
  const answers = await Promise.all(paths.map((path) => service.send('GET', path, { key })));
  return JSON.stringify(answers.map(({ response: { dbg_info: _dbg, ...rest } }) => rest));
}

/** An answer without what differs from call to call, and without the id that the caller itself named. */
function shown({ status, text }: Answer, id: number): string {
  return `${status} ${text}`
    .replaceAll(/"(time|request_id)":("[^"]*"|[\d.]+)/g, '"$1":"-"')
    .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '<id>');
}

type OwnedName = 'ymProfile' | 'profile' | 'tier';
const idQueries: readonly [string, OwnedName][] = [
  ['/ym-auction-tier', 'tier'],
  ['/ym-profile', 'ymProfile'],
  ['/profile', 'profile'],
];

describe.for([0, 1])('stranger %i', (place) => {
  const stranger = () => strangers[place] as (typeof strangers)[number];
  const send = (method: Method, path: string, body?: unknown) =>
    service.send(method, path, { key: stranger().key, ...(body === undefined ? {} : { body }) });

  /** The same call about an object that nobody has must be answered in the same words. */
  async function expectLikeNothing(
    method: Method,
    pathOf: (id: number) => string,
    id: number,
    bodyOf?: (id: number) => unknown,
  ) {
    const answer = await send(method, pathOf(id), bodyOf?.(id));
    const nothing = await send(method, pathOf(nowhere), bodyOf?.(nowhere));
    expect(shown(answer, id)).toBe(shown(nothing, nowhere));
    expect(answer.text).not.toContain(secret);
    return answer;
  }

  test.for(idQueries)('%s: one object by id does not exist', async ([path, name]) => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { name: 'Taken over' }],
      ['DELETE', undefined],
    ] as const) {
      const bodyOf = body === undefined ? undefined : () => body;
      const answer = await expectLikeNothing(method, (id) => `${path}?id=${id}`, owned[name], bodyOf);
      expect(answer.status).toBe(404);
      expect(answer.response).toMatchObject({ error_id: 'SYNTAX', error_code: 'NOTFOUND' });
    }
  });

  test.for(idQueries)('%s: a list of ids leaves it out', async ([path, name]) => {
    const answer = await send('GET', `${path}?id=${owned[name]},${nowhere}`);
    expect(answer.response.count).toBe(0);
  });

  test.for([
    '',
    `?search=${secret}`,
    `?name=${secret}`,
    `?like_name=${secret}`,
    `?code=${code}`,
    `?like_description=${secret}`,
    '?sort=name.desc&num_elements=1000',
    '?fields=name,member_id',
    '?min_id=1&max_id=1000000',
    '?not_member_id=2,17',
  ])('no list shows a name of the other: "%s"', async (query) => {
    for (const path of paths) {
      const answer = await send('GET', `${path}${query}`);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toMatch(/"member_id":1[,}]/);
    }
  });

  test('asking for the other member is refused, for reads and writes', async () => {
    for (const path of ['/ym-auction-tier', '/ym-profile', '/profile', '/change-log']) {
      const answer = await send('GET', `${path}?member_id=1`);
      expect(answer.status).toBe(403);
      expect(answer.response.error_id).toBe('UNAUTH');
    }
    for (const [path, name] of idQueries) {
      expect((await send('PUT', `${path}?id=${owned[name]}&member_id=1`, { name: 'Mine' })).status).toBe(403);
      expect((await send('DELETE', `${path}?id=${owned[name]}&member_id=1`)).status).toBe(403);
      const created = await send('POST', `${path}?member_id=1`, { name: 'Mine', ym_profile_id: owned.ymProfile });
      expect([400, 403, 409]).toContain(created.status);
      const claimed = await send('POST', path, { name: 'Mine', ym_profile_id: owned.ymProfile, member_id: 1 });
      expect([400, 403, 409]).toContain(claimed.status);
    }
  });

  test("the other's settings do not exist", async () => {
    expect((await send('GET', '/member?id=1')).status).toBe(404);
    expect((await send('PUT', '/member?id=1', { revenue_share_pct: 99 })).status).toBe(404);
    const { response } = await send('GET', '/member');
    expect((response['members'] as readonly Row[]).map(({ id }) => id)).toEqual([stranger().memberId]);
  });

  test.for(['ym_profile_id', 'profile_id'] as const)("a tier cannot refer to the other's %s", async (field) => {
    const id = field === 'profile_id' ? owned.profile : owned.ymProfile;
    const bodyOf = (sent: number) => ({ name: 'T', ym_profile_id: stranger().ymProfile, [field]: sent });
    const created = await expectLikeNothing('POST', () => '/ym-auction-tier', id, bodyOf);
    expect(created.status).toBe(409);
    expect(created.response.error_id).toBe('INTEGRITY');

    const own = expectOk(await send('POST', '/ym-auction-tier', { name: 'T', ym_profile_id: stranger().ymProfile }));
    const moved = await expectLikeNothing(
      'PUT',
      () => `/ym-auction-tier?id=${own.response.id}`,
      id,
      (sent) => ({ [field]: sent }),
    );
    expect(moved.status).toBe(409);
    expectOk(await send('DELETE', `/ym-auction-tier?id=${own.response.id}`));
  });

  test("the other's codes and publishers are free, and tell nothing", async () => {
    for (const [path, body] of [
      ['/ym-profile', { name: 'Own', code, publisher_ids: [7781] }],
      ['/profile', { name: 'Own', code }],
      ['/ym-auction-tier', { name: 'Own', code, ym_profile_id: stranger().ymProfile }],
    ] as const) {
      const { response } = expectOk(await send('POST', path, body));
      expectOk(await send('DELETE', `${path}?id=${response.id}`));
    }
  });

  test.for([
    ['/auction', (id: number) => ({ ym_profile_id: id, bids: [] })],
    ['/auction/explain', (id: number) => ({ ym_profile_id: id, bids: [{ id: 'a', member_id: 101, price: 9 }] })],
    ['/auction/batch', (id: number) => ({ auctions: [{ ym_profile_id: id, bids: [] }] })],
    ['/openrtb2/auction', () => ({ bid_request: { id: '1', imp: [{ id: '1' }] } })],
  ] as const)("%s cannot be run with the other's ym-profile", async ([path, bodyOf]) => {
    const pathOf = (id: number) => (path === '/openrtb2/auction' ? `${path}?ym_profile_id=${id}` : path);
    const answer = await expectLikeNothing('POST', pathOf, owned.ymProfile, bodyOf);
    if (path === '/auction/batch') {
      expect(answer.response['auctions']).toMatchObject([{ error: { error_id: 'SYNTAX', error_code: 'NOTFOUND' } }]);
    } else expect(answer.status).toBe(404);
  });

  test("the other's publisher leads nowhere", async () => {
    const answer = await send('POST', '/auction', { publisher_id: 7781, bids: [] });
    expect(answer.status).toBe(404);
    const bid_request = { id: '1', site: { publisher: { id: '7781' } }, imp: [{ id: '1' }] };
    expect((await send('POST', '/openrtb2/auction', { bid_request })).status).toBe(404);
  });

  test("the change log holds the caller's own changes only", async () => {
    const answer = expectOk(await send('GET', '/change-log'));
    const rows = answer.response['change-logs'] as readonly Row[];
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ member_id }) => member_id))).toEqual(new Set([stranger().memberId]));
    expect(answer.response.count).toBe(rows.length);
    expect(answer.text).not.toContain(secret);
  });

  test('nothing of the other has changed', async () => {
    for (const [path, name] of idQueries) await send('PUT', `${path}?id=${owned[name]}`, { name: 'Taken over' });
    expect(await everything(service.people.seller1.api_key)).toBe(before);
  });
});

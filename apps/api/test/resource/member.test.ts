import { describe, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService({ RECORD_SHARE_MAX: '0.5' });
const { send } = service;

/** As the administrator. */
const post = (body: Row, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', '/member', { key: service.people.admin.api_key, body, headers });
const get = (path: string) => send('GET', path, { key: service.people.admin.api_key });
const membersOf = async () => rowsOf(expectOk(await get('/member?num_elements=100')), 'members');
const ymProfilesOf = async (memberId: number) =>
  rowsOf(expectOk(await get(`/ym-profile?member_id=${memberId}`)), 'ym-profiles');

describe('a member with its first ym-profile', () => {
  const first = { name: 'Sites', code: 'main', description: 'All', publisher_ids: [31, 32] };

  test('is made in one step, which the change log and the history have', async () => {
    const headers = { 'x-request-id': 'a-new-seller', 'x-change-note': 'welcome' };
    const answer = expectOk(await post({ name: 'Acme', currency: 'EUR', first_ym_profile: first }, headers));
    const { id, ...member } = rowOf(answer, 'member');
    expect(member).toMatchObject({ name: 'Acme', currency: 'EUR', record_share: null });
    expect(member).not.toHaveProperty('first_ym_profile');
    expect(rowOf(expectOk(await get(`/member?id=${id}`)), 'member')).toEqual({ id, ...member });
    const [ymProfile] = await ymProfilesOf(id);
    expect(ymProfile).toMatchObject({ ...first, member_id: id });
    const log = rowsOf(expectOk(await get(`/change-log?member_id=${id}`)), 'change-logs');
    expect(
      log.map(({ service: of, resource_id: of_id, operation, kind, note, request_id }) => [
        of,
        of_id,
        operation,
        kind,
        note,
        request_id,
      ]),
    ).toEqual([
      ['ym-profile', ymProfile!.id, 'create', 'write', 'welcome', 'a-new-seller'],
      ['member', id, 'create', 'write', 'welcome', 'a-new-seller'],
    ]);
    expect(JSON.stringify(log)).not.toContain('first_ym_profile');
    const history = expectOk(await get(`/ym-profile/history?id=${ymProfile!.id}&member_id=${id}`));
    expect(history.response['ym-profile-history']).toMatchObject([{ kind: 'write', changes: { created: 1 } }]);
  });

  test('can be made over tRPC, and takes what a ym-profile takes', async () => {
    const client = createClient(service.url, service.people.admin.api_key);
    const { id } = await client.member.create.mutate({ name: 'Beta', first_ym_profile: { name: 'Sites' } });
    expect(await ymProfilesOf(id)).toMatchObject([{ name: 'Sites', code: null, publisher_ids: null }]);
    const unnamed = client.member.create.mutate({ name: 'Beta', first_ym_profile: {} as { name: string } });
    expect((await failureOf(unnamed)).data).toMatchObject({ issues: [{ path: 'first_ym_profile.name' }] });
  });

  test.for<[string, unknown, string]>([
    ['has no name', {}, 'first_ym_profile.name'],
    ['has an unknown field', { name: 'Sites', tiers: [] }, 'first_ym_profile.tiers'],
    ['names a member', { name: 'Sites', member_id: 1 }, 'first_ym_profile.member_id'],
    ['has an id that is none', { name: 'Sites', publisher_ids: [0] }, 'first_ym_profile.publisher_ids.0'],
    ['is no object', 'Sites', 'first_ym_profile'],
  ])('is refused as a whole when the ym-profile %s', async ([, ymProfile, path]) => {
    const before = await membersOf();
    const refused = await post({ name: 'Nobody', first_ym_profile: ymProfile });
    expect([refused.status, issuePaths(refused)]).toEqual([400, [path]]);
    expect(await membersOf()).toEqual(before);
  });

  test('is made once when it is sent again, and the answer is that of then', async () => {
    const headers = { 'idempotency-key': 'acme-1' };
    const body = { name: 'Once', first_ym_profile: { name: 'Sites' } };
    const member = rowOf(expectOk(await post(body, headers)), 'member');
    const renamed = { key: service.people.admin.api_key, body: { name: 'Renamed' } };
    expectOk(await send('PUT', `/member?id=${member.id}`, renamed));
    const again = await Promise.all([post(body, headers), post(body, headers)]);
    for (const answer of again) expect(rowOf(expectOk(answer), 'member')).toEqual(member);
    expect(await ymProfilesOf(member.id)).toHaveLength(1);
    for (const other of [{ name: 'Once' }, { ...body, name: 'Other' }]) {
      expect((await post(other, headers)).status).toBe(409);
    }
    expect((await membersOf()).filter(({ name }) => ['Once', 'Renamed', 'Other'].includes(name))).toHaveLength(1);
  });

  test('gets one id where it is sent twice at the same time', async () => {
    const headers = { 'idempotency-key': 'acme-2' };
    const body = { name: 'Twice', first_ym_profile: { name: 'Sites' } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body, headers)));
    const ids = new Set(answers.map((answer) => rowOf(expectOk(answer), 'member').id));
    expect(ids.size).toBe(1);
    expect((await membersOf()).filter(({ name }) => name === 'Twice')).toHaveLength(1);
    expect(await ymProfilesOf([...ids][0]!)).toHaveLength(1);
  });

  test('is made by administrators only, and is no part of an update', async () => {
    const seller = await send('POST', '/member', { body: { name: 'Mine', first_ym_profile: { name: 'Sites' } } });
    expect(seller.status).toBe(403);
    const changed = await send('PUT', '/member?id=1', { body: { first_ym_profile: { name: 'Sites' } } });
    expect([changed.status, issuePaths(changed)]).toEqual([400, ['first_ym_profile']]);
  });
});

const put = (share: unknown) => send('PUT', '/member?id=1', { body: { record_share: share } });

describe('the share of its auctions that a member has recorded', () => {
  test.for([0.5, 0, 0.000001, null])('may be %s where RECORD_SHARE_MAX is 0.5', async (share) => {
    expect(rowOf(expectOk(await put(share)), 'member').record_share).toBe(share);
  });

  test.for([0.500001, 1])(
    'is refused where it is %s, above the most that is allowed, and both are named',
    async (share) => {
      const refused = await put(share);
      expect([refused.status, issuePaths(refused)]).toEqual([400, ['record_share']]);
      expect(refused.response.error).toContain(String(share));
      expect(refused.response.error).toContain('0.5');
      const made = await post({ name: 'Greedy', record_share: share, first_ym_profile: { name: 'Sites' } });
      expect([made.status, issuePaths(made)]).toEqual([400, ['record_share']]);
      expect((await membersOf()).map(({ name }) => name)).not.toContain('Greedy');
    },
  );

  test.for([-0.1, 1.1, 0.0000001, '0.1', true])('is refused where it is %s, no share', async (share) => {
    const refused = await put(share);
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['record_share']]);
  });
});

test('who changes the currency is told that nothing is converted', async () => {
  const { id } = rowOf(expectOk(await post({ name: 'Moves' })), 'member');
  const set = async (currency: string) => {
    const answer = expectOk(
      await send('PUT', `/member?id=${id}`, { key: service.people.admin.api_key, body: { member: { currency } } }),
    );
    return answer.response.dbg_info.warnings;
  };
  expect(await set('USD')).toEqual([]);
  expect(await set('EUR')).toEqual([expect.stringMatching(/in USD are named EUR now: nothing is converted/)]);
});

test.for([
  ['ym-profile', { name: 'Y' }],
  ['ym-auction-tier', { name: 'T', ym_profile_id: 1 }],
  ['view', { name: 'V', address: '/tiers' }],
] as const)('an administrator makes no %s for a member that does not exist', async ([resource, body]) => {
  const path = `/${resource}?member_id=999999`;
  const refused = await send('POST', path, { key: service.people.admin.api_key, body });
  expect([refused.status, issuePaths(refused)]).toEqual([409, ['member_id']]);
  expect((await get(path)).response.count).toBe(0);
});

const rest = async (member: Row) => {
  const { api_key: key, member_id: id } = service.people.seller1;
  const answer = await send('PUT', `/member?id=${id}`, { key, body: { member } });
  return rowOf(expectOk(answer), 'member');
};

describe('objects of a member are changed by key', () => {
  test('an accepted number of false alarms keeps quiet hours, muted kinds and channels', async () => {
    const set = { muted: ['fill'], quiet_hours: [22, 7], digest_hour: 8, channels: [] };
    expect((await rest({ alerts: set })).alerts).toEqual({ false_alarms_per_month: 1, ...set });
    const after = await rest({ alerts: { false_alarms_per_month: 0.5 } });
    expect(after.alerts).toEqual({ false_alarms_per_month: 0.5, ...set });
    const reset = await rest({ alerts: { muted: null, channels: null } });
    expect(reset.alerts).toEqual({ false_alarms_per_month: 0.5, ...set, muted: [], channels: null });
    expect((await rest({ alerts: null })).alerts).toBeNull();
  });

  test('a rate keeps the others over tRPC, and null removes one', async () => {
    const { api_key: key, member_id: id } = service.people.seller1;
    const client = createClient(service.url, key);
    await client.member.update.mutate({ id: id!, changes: { currency_rates: { EUR: '1.1', GBP: '1.3' } } });
    const after = await client.member.update.mutate({
      id: id!,
      changes: { currency_rates: { CHF: '1.2', GBP: null } },
    });
    expect(after.currency_rates).toEqual({ EUR: '1.1', CHF: '1.2' });
  });
});

import { type Access, accesses, dateText, type User } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDraft, newYmProfile } from '../fixture/draft.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const { send } = service;
let admin: string;
/** Of the first demo seller, whose user is a manager. */
let manager: string;
beforeAll(async () => {
  const { admin: first, seller1 } = service.people;
  [admin, manager] = [await tokenOf(first.username, first.password), await tokenOf(seller1.username, seller1.password)];
});

const password = 'a long pass phrase';
let made = 0;
const newName = () => `role-${++made}`;

const login = (body: Row) => send('POST', '/auth', { key: null, body });
const tokenOf = async (username: string, secret = password) =>
  String(expectOk(await login({ username, password: secret })).response['token']);

async function invite(body: Row = {}, key = manager): Promise<User & { readonly one_time_password: string }> {
  const row = rowOf(expectOk(await send('POST', '/user', { key, body: { username: newName(), ...body } })), 'user');
  if (row.one_time_password === null) throw new Error('the answer has no password');
  return { ...row, one_time_password: row.one_time_password };
}

/** A user of the first demo seller with this access, and its token. */
async function userOf(
  access: Access,
): Promise<{ readonly id: number; readonly username: string; readonly token: string }> {
  const body = { username: newName(), password, member_id: 1, access };
  const { id, username } = rowOf(expectOk(await send('POST', '/user', { key: admin, body })), 'user');
  return { id, username, token: await tokenOf(username) };
}

const makeFor = (member_id: number) =>
  send('POST', '/user', { key: manager, body: { username: newName(), member_id } });
const createKey = (body: Row) => send('POST', '/api-key', { key: manager, body });
const put = (id: number, body: Row, key = manager) => send('PUT', `/user?id=${id}`, { key, body });
const statusOf = async (key: string, path = '/member') => (await send('GET', path, { key })).status;

describe('the access of a user of a seller', () => {
  /** What needs at least this access, and what it is answered with where it is permitted. */
  const actions: readonly (readonly [name: string, least: Access, ask: (token: string) => Promise<number>])[] = [
    ['reads tiers', 'viewer', (token) => statusOf(token, '/ym-auction-tier')],
    [
      'makes a ym-profile',
      'editor',
      async (key) => (await send('POST', '/ym-profile', { key, body: { name: newName() } })).status,
    ],
    [
      'runs an auction',
      'editor',
      async (key) => (await send('POST', '/auction', { key, body: { ym_profile_id: 1, bids: [] } })).status,
    ],
    [
      'publishes a draft',
      'publisher',
      async (key) => {
        const { ymProfile } = await newYmProfile(send);
        const { id } = await createDraft(send, ymProfile.id);
        return (await send('POST', `/draft/publish?id=${id}`, { key })).status;
      },
    ],
    [
      'changes a setting',
      'manager',
      async (key) => (await send('PUT', '/member?id=1', { key, body: { timezone: 'UTC' } })).status,
    ],
    [
      'invites a user',
      'manager',
      async (key) => (await send('POST', '/user', { key, body: { username: newName() } })).status,
    ],
    [
      'makes the key of a colleague',
      'manager',
      async (key) => (await send('POST', '/api-key', { key, body: { user_id: 2, scopes: ['read'] } })).status,
    ],
  ];

  test.for(accesses)('%s allows what it and those below it allow, and no more', async (access) => {
    const { token } = await userOf(access);
    const answers: (readonly [string, number])[] = [];
    for (const [name, , ask] of actions) answers.push([name, await ask(token)]);
    const refused = access === 'manager' ? 200 : 403;
    const expected = actions.map(([name, least]) => {
      const isAllowed = accesses.indexOf(access) >= accesses.indexOf(least);
      // A user that may write makes keys, and to it the colleague is one that does not exist.
      if (name === 'makes the key of a colleague' && !isAllowed && access !== 'viewer') return [name, 409];
      return [name, isAllowed ? 200 : refused];
    });
    expect(answers).toEqual(expected);
  });

  test('is manager for the first user of a member, and publisher for those after it unless it is said', async () => {
    const { id: member_id } = rowOf(
      expectOk(await send('POST', '/member', { key: admin, body: { name: 'Roles' } })),
      'member',
    );
    const refused = await send('POST', '/user', {
      key: admin,
      body: { username: newName(), member_id, access: 'viewer' },
    });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['access']]);
    const users = [
      await invite({ member_id }, admin),
      await invite({ member_id }, admin),
      await invite({ member_id, access: 'viewer' }, admin),
    ];
    expect(users.map(({ access }) => access)).toEqual(['manager', 'publisher', 'viewer']);
  });

  test('that is lowered takes the scopes of tokens and keys with it', async () => {
    const { id, username, token } = await userOf('manager');
    const body = { scopes: ['read', 'write', 'manage'], write_publishes: false };
    const { key } = rowOf(expectOk(await send('POST', '/api-key', { key: token, body })), 'api-key');
    expectOk(await put(id, { access: 'viewer' }));
    clock.pass(6000);
    for (const credential of [String(key), await tokenOf(username)]) {
      expect(await statusOf(credential)).toBe(200);
      expect((await send('POST', '/ym-profile', { key: credential, body: { name: 'x' } })).status).toBe(403);
    }
  });

  test('of an administrator is that of a manager', async () => {
    const body = { username: newName(), role: 'admin', access: 'viewer' };
    const refused = await send('POST', '/user', { key: admin, body });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['access']]);
  });
});

describe('a manager', () => {
  test('sees the users and keys of its member, and none of another', async () => {
    const { id, token } = await userOf('editor');
    const own = rowOf(expectOk(await send('POST', '/api-key', { key: token, body: { scopes: ['read'] } })), 'api-key');
    const users = rowsOf(expectOk(await send('GET', '/user?num_elements=100', { key: manager })), 'users');
    expect(users.map((user) => user.id)).toContain(id);
    expect(new Set(users.map(({ member_id: memberId }) => memberId))).toEqual(new Set([1]));
    const keys = rowsOf(expectOk(await send('GET', '/api-key?num_elements=100', { key: manager })), 'api-keys');
    expect(keys.map((key) => key.id)).toContain(own.id);
    const ids = new Set(users.map((user) => user.id));
    expect(keys.filter(({ user_id: userId }) => !ids.has(userId ?? 0))).toEqual([]);
    expectOk(await send('DELETE', `/api-key?id=${own.id}`, { key: manager }));
    const other = await put(id, { access: 'viewer' }, service.people.seller2.api_key);
    const unknown = await put(99_999, { access: 'viewer' }, service.people.seller2.api_key);
    expect([other.status, unknown.status]).toEqual([404, 404]);
  });

  test.for<[string, Row, readonly string[]]>([
    ['an administrator', { role: 'admin' }, ['role']],
    ['a user with a password of its choice', { password }, ['password']],
  ])('does not make %s', async ([, body, paths]) => {
    const refused = await send('POST', '/user', { key: manager, body: { username: newName(), ...body } });
    expect([refused.status, issuePaths(refused)]).toEqual([403, paths]);
    expect(refused.text).not.toContain(password);
  });

  test('does not make a user of another member, whether there is such a member or not', async () => {
    const [there, absent] = [await makeFor(2), await makeFor(999_999)];
    expect([there.status, absent.status]).toEqual([403, 403]);
    expect(there.response.error.replace('2', 'N')).toBe(absent.response.error.replace('999999', 'N'));
  });

  test.for<[string, Row, readonly string[]]>([
    ['access', { access: 'viewer' }, ['access']],
    ['state', { state: 'disabled' }, ['state']],
    ['name', { username: 'renamed' }, ['username']],
  ])('does not change its own %s', async ([, body, paths]) => {
    const { id, token } = await userOf('manager');
    const refused = await put(id, body, token);
    expect([refused.status, issuePaths(refused)]).toEqual([403, paths]);
  });

  test('does not choose the password of a colleague, delete itself or rename another', async () => {
    const [{ id }, self] = [await userOf('editor'), await userOf('manager')];
    expect(issuePaths(await put(id, { password: 'another pass phrase' }))).toEqual(['password']);
    expect((await put(id, { username: newName() })).status).toBe(403);
    expect((await send('DELETE', `/user?id=${self.id}`, { key: self.token })).status).toBe(409);
    expectOk(await send('DELETE', `/user?id=${id}`, { key: self.token }));
  });

  test('needs a credential with the scope manage', async () => {
    const { token } = await userOf('manager');
    const body = { scopes: ['read', 'write', 'publish'] };
    const { key } = rowOf(expectOk(await send('POST', '/api-key', { key: token, body })), 'api-key');
    const refused = await send('POST', '/user', { key: String(key), body: { username: newName() } });
    expect([refused.status, refused.response.error_id]).toEqual([403, 'UNAUTH']);
    expect(rowsOf(expectOk(await send('GET', '/user', { key: String(key) })), 'users')).toHaveLength(1);
  });

  test('does it over tRPC as well', async () => {
    const client = createClient(service.url, manager);
    const user = await client.user.create.mutate({ username: newName(), access: 'viewer' });
    expect(user).toMatchObject({ access: 'viewer', member_id: 1, has_one_time_password: true });
    expect((await client.user.update.mutate({ id: user.id, changes: { access: 'editor' } })).access).toBe('editor');
    const { token } = await userOf('publisher');
    const refused = createClient(service.url, token).user.create.mutate({ username: newName() });
    expect((await failureOf(refused)).data).toMatchObject({ error_id: 'UNAUTH' });
  });
});

describe('a one-time password', () => {
  test('is shown once, opens nothing by itself, and is replaced by the login', async () => {
    const { id, username, one_time_password: once } = await invite();
    const read = expectOk(await send('GET', `/user?id=${id}`, { key: manager }));
    expect(rowOf(read, 'user')).toMatchObject({ one_time_password: null, has_one_time_password: true });
    const log = await send('GET', `/change-log?service=user&resource_id=${id}`, { key: admin });
    expect(`${read.text}${log.text}`).not.toContain(once);
    const alone = await login({ username, password: once });
    expect([alone.status, issuePaths(alone)]).toEqual([400, ['new_password']]);
    const same = await login({ username, password: once, new_password: once });
    expect([same.status, issuePaths(same)]).toEqual([400, ['new_password']]);
    const answer = expectOk(await login({ username, password: once, new_password: password }));
    expect(await statusOf(String(answer.response['token']))).toBe(200);
    expect((await login({ username, password: once, new_password: 'one more pass phrase' })).status).toBe(401);
    await tokenOf(username);
    expect(rowOf(await send('GET', `/user?id=${id}`, { key: manager }), 'user').has_one_time_password).toBe(false);
  });

  test('takes the place of a password, whose tokens end', async () => {
    const { id, username, token } = await userOf('viewer');
    const reset = rowOf(expectOk(await put(id, { reset_password: true })), 'user');
    expect(await statusOf(token)).toBe(401);
    expect((await login({ username, password })).status).toBe(401);
    const next = { username, password: reset.one_time_password, new_password: 'another pass phrase' };
    expectOk(await login(next));
  });

  test('is drawn for others only, and not beside a password', async () => {
    const { id, token } = await userOf('manager');
    expect(issuePaths(await put(id, { reset_password: true }, token))).toEqual(['reset_password']);
    expect(issuePaths(await put(id, { reset_password: true, password }, admin))).toEqual(['reset_password']);
  });

  test('of a create that is sent again is not shown again', async () => {
    const request = { key: manager, body: { username: newName() }, headers: { 'idempotency-key': newName() } };
    const [first, again] = [
      expectOk(await send('POST', '/user', request)),
      expectOk(await send('POST', '/user', request)),
    ];
    expect(rowOf(first, 'user').one_time_password).toEqual(expect.any(String));
    expect(rowOf(again, 'user')).toEqual({ ...rowOf(first, 'user'), one_time_password: null });
  });

  test('a viewer changes its own password at a login', async () => {
    const { username, token } = await userOf('viewer');
    expectOk(await login({ username, password, new_password: 'another pass phrase' }));
    expect(await statusOf(token)).toBe(401);
    await tokenOf(username, 'another pass phrase');
  });

  test.for([
    ['too short', 'short'],
    ['no text', 7],
  ] as const)('is not replaced by one that is %s, which is not repeated', async ([, next]) => {
    const { username, one_time_password: once } = await invite();
    const refused = await login({ username, password: once, new_password: next });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['new_password']]);
    expect(refused.text).not.toContain(`"${next}"`);
  });
});

test('no credential of a disabled user is accepted, until it is enabled again', async () => {
  const { id, username, token } = await userOf('editor');
  const { key } = rowOf(
    expectOk(await send('POST', '/api-key', { key: token, body: { scopes: ['read', 'auction'] } })),
    'api-key',
  );
  const auction = () => send('POST', '/auction', { key: String(key), body: { ym_profile_id: 1, bids: [] } });
  expectOk(await auction());
  expect(rowOf(expectOk(await put(id, { state: 'disabled' })), 'user').state).toBe('disabled');
  clock.pass(5000);
  const answers = [
    await send('GET', '/member', { key: token }),
    await send('GET', '/member', { key: String(key) }),
    await auction(),
  ];
  for (const { status, response } of answers) expect([status, response.error_id]).toEqual([401, 'NOAUTH']);
  const refused = await login({ username, password });
  expect([refused.status, refused.response.error]).toEqual([401, expect.stringContaining('disabled')]);
  expectOk(await put(id, { state: 'enabled' }));
  await tokenOf(username);
  expectOk(await auction());
});

describe('a key', () => {
  test('has the scopes that were asked for, and none without asking', async () => {
    const refused = await createKey({ name: 'K' });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['scopes']]);
    expect(rowOf(expectOk(await createKey({ scopes: ['read'] })), 'api-key').scopes).toEqual(['read']);
  });

  test('ends at its end date', async () => {
    const end_date = dateText(clock.epochMs() + 60_000);
    const row = rowOf(expectOk(await createKey({ scopes: ['read', 'auction'], end_date })), 'api-key');
    expect(row.end_date).toBe(end_date);
    const key = String(row.key);
    const auction = async () => (await send('POST', '/auction', { key, body: { ym_profile_id: 1, bids: [] } })).status;
    expect([await statusOf(key), await auction()]).toEqual([200, 200]);
    clock.pass(61_000);
    const refused = await send('GET', '/member', { key });
    expect([refused.status, refused.response.error_id, await auction()]).toEqual([401, 'NOAUTH', 401]);
    expect(refused.response.error).toContain('ended');
  });

  test.for([
    ['is past', '2020-01-01 00:00:00'],
    ['is no time', 'soon'],
  ] as const)('is not made where its end date %s', async ([, end_date]) => {
    const refused = await createKey({ scopes: ['read'], end_date });
    expect([refused.status, issuePaths(refused)]).toEqual([400, ['end_date']]);
    expect(refused.response.error).toContain(end_date);
  });
});

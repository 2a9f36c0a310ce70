import type { User } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let admin: string;
let made = 0;

beforeAll(async () => {
  admin = await tokenOf('admin', service.people.admin.password);
});

const password = 'a long pass phrase';

async function createUser(body: Row = {}): Promise<User> {
  made += 1;
  const sent = { username: `user-${made}`, member_id: 1, password, ...body };
  return rowOf(expectOk(await send('POST', '/user', { key: admin, body: sent })), 'user');
}

const login = (username: string, secret: string) =>
  send('POST', '/auth', { key: null, body: { username, password: secret } });
const tokenOf = async (username: string, secret = password) =>
  String(expectOk(await login(username, secret)).response['token']);

describe('an administrator', () => {
  test('makes a user that can log in and acts for its member', async () => {
    const { username } = await createUser({ member_id: 2 });
    const answer = expectOk(await send('GET', '/member', { key: await tokenOf(username) }));
    expect(rowsOf(answer, 'members')).toMatchObject([{ id: 2 }]);
  });

  test('makes another administrator', async () => {
    const { username } = await createUser({ role: 'admin', member_id: null });
    const key = await tokenOf(username);
    expect(expectOk(await send('GET', '/member', { key })).response.count).toBeGreaterThan(1);
  });

  test('makes a member, and users for it', async () => {
    const body = { name: 'Third Publisher', revenue_share_pct: 12.5 };
    const member = rowOf(expectOk(await send('POST', '/member', { key: admin, body })), 'member');
    expect(member).toMatchObject(body);
    const { username } = await createUser({ member_id: member.id });
    const answer = expectOk(await send('GET', '/member', { key: await tokenOf(username) }));
    expect(rowsOf(answer, 'members')).toEqual([member]);
  });

  test('sees all users, and those of a member', async () => {
    await createUser({ member_id: 2 });
    const all = rowsOf(expectOk(await send('GET', '/user', { key: admin })), 'users');
    expect(all.map(({ username }) => username)).toEqual(expect.arrayContaining(['admin', 'demo-seller-1']));
    const ofTwo = rowsOf(expectOk(await send('GET', '/user?member_id=2', { key: admin })), 'users');
    expect(ofTwo).toEqual(all.filter(({ member_id: memberId }) => memberId === 2));
    expect(ofTwo.length).toBeGreaterThan(0);
  });

  test('sets a new password; the old one and its tokens end', async () => {
    const { id, username } = await createUser();
    const token = await tokenOf(username);
    expectOk(await send('PUT', `/user?id=${id}`, { key: admin, body: { password: 'another pass phrase' } }));
    expect((await login(username, password)).status).toBe(401);
    expect((await send('GET', '/member', { key: token })).response.error_id).toBe('NOAUTH');
    await tokenOf(username, 'another pass phrase');
  });

  test('renames a user, which then logs in under the new name', async () => {
    const { id, username } = await createUser();
    expectOk(await send('PUT', `/user?id=${id}`, { key: admin, body: { username: `${username}-renamed` } }));
    expect((await login(username, password)).status).toBe(401);
    await tokenOf(`${username}-renamed`);
  });

  test('renames a user to its own name in another case, and not to that of another', async () => {
    const { id, username } = await createUser();
    const rename = (name: string) => send('PUT', `/user?id=${id}`, { key: admin, body: { username: name } });
    const refused = await rename('DEMO-Seller-1');
    expect([refused.status, issuePaths(refused)]).toEqual([409, ['username']]);
    expectOk(await rename(username.toUpperCase()));
  });

  test('deletes a user, whose token is refused from then on', async () => {
    const { id, username } = await createUser();
    const token = await tokenOf(username);
    expectOk(await send('DELETE', `/user?id=${id}`, { key: admin }));
    const answer = await send('GET', '/member', { key: token });
    expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'NOAUTH' });
    expect((await login(username, password)).status).toBe(401);
  });

  test('does not delete a user that has keys, nor itself', async () => {
    const { id, username } = await createUser();
    const key = await tokenOf(username);
    expectOk(await send('POST', '/api-key', { key, body: { scopes: ['read'] } }));
    const inUse = await send('DELETE', `/user?id=${id}`, { key: admin });
    expect(inUse.status).toBe(409);
    expect(inUse.response.error).toMatch(/\b1 api-key\b/);
    const [self] = rowsOf(expectOk(await send('GET', '/user?username=admin', { key: admin })), 'users');
    expect((await send('DELETE', `/user?id=${self?.id}`, { key: admin })).status).toBe(409);
  });

  test.for<[string, Row, number, readonly string[]]>([
    ['a name that is taken', { username: 'demo-seller-1' }, 409, ['username']],
    ['a name that another has in another case', { username: 'DEMO-Seller-1' }, 409, ['username']],
    ['a member that does not exist', { member_id: 999_999 }, 409, ['member_id']],
    ['a seller without a member', { member_id: null }, 400, ['member_id']],
    ['an administrator with a member', { role: 'admin', member_id: 1 }, 400, ['member_id']],
    ['a short password', { password: 'short' }, 400, ['password']],
    ['an unknown role', { role: 'root' }, 400, ['role']],
    ['a hash instead of a password', { password_hash: 'x' }, 400, ['password_hash']],
  ])('is told that a user has %s', async ([, body, status, paths]) => {
    const sent = { username: 'never', member_id: 1, password, ...body };
    const answer = await send('POST', '/user', { key: admin, body: sent });
    expect(answer.status).toBe(status);
    expect(issuePaths(answer)).toEqual(paths);
    expect(answer.text).not.toContain('short');
  });

  test.for<[string, Row]>([
    ['role', { role: 'admin', member_id: null }],
    ['member', { member_id: 2 }],
  ])('does not change the %s of a user', async ([, body]) => {
    const { id } = await createUser();
    const answer = await send('PUT', `/user?id=${id}`, { key: admin, body });
    expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'UNAUTH' });
  });
});

describe('a user of a seller that is no manager', () => {
  test('sees itself and no other user, whether there is one or not', async () => {
    const { id, username } = await createUser({ access: 'editor' });
    const key = await tokenOf(username);
    expect(rowsOf(expectOk(await send('GET', '/user', { key })), 'users')).toMatchObject([{ id, username }]);
    expect(expectOk(await send('GET', '/user?username=admin', { key })).response.count).toBe(0);
    const [other, unknown] = [await send('GET', '/user?id=1', { key }), await send('GET', '/user?id=99999', { key })];
    expect([other.status, unknown.status]).toEqual([404, 404]);
    expect(other.response.error.replace('1', '99999')).toBe(unknown.response.error);
  });

  test('changes its own password with the present one', async () => {
    const { id, username } = await createUser();
    const key = await tokenOf(username);
    const body = { password: 'another pass phrase', current_password: password };
    expectOk(await send('PUT', `/user?id=${id}`, { key, body }));
    await tokenOf(username, 'another pass phrase');
    expect((await send('GET', '/member', { key })).status).toBe(401);
  });

  test.for<[string, Row, number]>([
    ['without the present one', { password: 'another pass phrase' }, 400],
    ['with a wrong one', { password: 'another pass phrase', current_password: 'not my pass phrase' }, 403],
  ])('does not change its password %s, and its token goes on', async ([, body, status]) => {
    const { id, username } = await createUser();
    const key = await tokenOf(username);
    const answer = await send('PUT', `/user?id=${id}`, { key, body });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('pass phrase');
    expectOk(await send('GET', '/member', { key }));
    await tokenOf(username);
  });

  test('is locked out after ten wrong present passwords', async () => {
    const { id, username } = await createUser();
    const key = await tokenOf(username);
    const guess = () =>
      send('PUT', `/user?id=${id}`, {
        key,
        body: { password: 'another pass phrase', current_password: 'not my pass phrase' },
      });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(403);
    expect((await guess()).status).toBe(429);
    expect((await login(username, password)).status).toBe(429);
  });

  test.for<[string, Row]>([
    ['name', { username: 'renamed' }],
    ['role', { role: 'admin', member_id: null }],
    ['member', { member_id: 2 }],
  ])('does not change its own %s', async ([, body]) => {
    const { id, username } = await createUser();
    const answer = await send('PUT', `/user?id=${id}`, { key: await tokenOf(username), body });
    expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'UNAUTH' });
    expectOk(await login(username, password));
  });

  test('neither makes nor deletes users or members, nor changes another', async () => {
    const { id } = await createUser();
    const key = await tokenOf((await createUser({ access: 'publisher' })).username);
    const refused = [
      await send('POST', '/user', { key, body: { username: 'mine', member_id: 1, password } }),
      await send('DELETE', `/user?id=${id}`, { key }),
      await send('POST', '/member', { key, body: { name: 'Mine' } }),
    ];
    for (const { status, response } of refused) expect([status, response.error_id]).toEqual([403, 'UNAUTH']);
    expect((await send('PUT', `/user?id=${id}`, { key, body: { password } })).status).toBe(404);
  });
});

test('passwords and hashes are in no answer and not in the change log, which names each change once', async () => {
  const { id } = await createUser();
  expectOk(await send('PUT', `/user?id=${id}`, { key: admin, body: { password: 'another pass phrase' } }));
  const log = await send('GET', `/change-log?service=user&resource_id=${id}`, { key: admin });
  expect(rowsOf(log, 'change-logs')).toMatchObject([
    { operation: 'update', user: 'admin', member_id: null },
    { operation: 'create', user: 'admin', before: null },
  ]);
  const answers = [
    log,
    await send('GET', `/user?id=${id}`, { key: admin }),
    await send('GET', '/user', { key: admin }),
  ];
  for (const { text } of answers) expect(text).not.toMatch(/argon2|pass phrase|password_hash|current_password/);
  const own = await send('GET', '/change-log?service=user,api-key&num_elements=1000');
  expect(rowsOf(own, 'change-logs')).toContainEqual(expect.objectContaining({ resource_id: id, operation: 'create' }));
  expect(own.text).not.toMatch(/argon2|pass phrase|password_hash|sha256/);
});

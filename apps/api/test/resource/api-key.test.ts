import { type ApiKey, dateText, type Scope } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { CredentialIndex } from '../../src/auth/credential-index.ts';
import { sha256 } from '../../src/auth/secret.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type RequestOptions, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;
let admin: string;

beforeAll(async () => {
  admin = await tokenOf(service, 'admin');
});

const all = ['read', 'write', 'auction', 'publish'];

async function createKey(body: Row = {}, options: RequestOptions = {}): Promise<ApiKey & { readonly key: string }> {
  const row = rowOf(
    expectOk(
      await send('POST', '/api-key', { key: await tokenOf(service), body: { scopes: all, ...body }, ...options }),
    ),
    'api-key',
  );
  if (row.key === null) throw new Error('the answer has no key');
  return { ...row, key: row.key };
}

const idOf = async (username: string) => {
  const [user] = rowsOf(expectOk(await send('GET', `/user?username=${username}`, { key: admin })), 'users');
  return user?.id;
};

test('a new key acts for its maker, with the scopes that were asked for', async () => {
  const { key, prefix, scopes, name } = await createKey({ name: 'Nightly export' });
  expect({ scopes, name }).toEqual({ scopes: ['read', 'write', 'auction', 'publish'], name: 'Nightly export' });
  expect(key.startsWith(prefix)).toBe(true);
  const answer = expectOk(await send('GET', '/member', { key }));
  expect(rowsOf(answer, 'members')).toMatchObject([{ id: 1 }]);
});

test('a key is shown once: lists, reads and the change log have its prefix only', async () => {
  const { id, key, prefix } = await createKey();
  const answers = [
    await send('GET', `/api-key?id=${id}`),
    await send('GET', `/api-key?prefix=${prefix}`),
    await send('GET', `/change-log?service=api-key&resource_id=${id}`, { key: admin }),
  ];
  for (const { text, status } of answers) {
    expect(status).toBe(200);
    expect(text).toContain(prefix);
    expect(text).not.toContain(key);
    expect(text).not.toContain('sha256');
  }
  expect(rowsOf(answers[1]!, 'api-keys')).toMatchObject([{ id, prefix, key: null }]);
});

test('a revoked key is refused at once, and its record is deleted', async () => {
  const { id, key } = await createKey();
  expectOk(await send('GET', '/member', { key }));
  expectOk(await send('DELETE', `/api-key?id=${id}`));
  expect((await send('GET', '/member', { key })).response.error_id).toBe('NOAUTH');
  expect((await send('GET', `/api-key?id=${id}`)).status).toBe(404);
});

test('a key revokes itself', async () => {
  const { id, key } = await createKey();
  expectOk(await send('DELETE', `/api-key?id=${id}`, { key }));
  expect((await send('GET', '/member', { key })).status).toBe(401);
});

describe('scopes', () => {
  test('limit what a key may do', async () => {
    const { key, scopes } = await createKey({ scopes: ['read', 'read'] });
    expect(scopes).toEqual(['read']);
    expectOk(await send('GET', '/ym-auction-tier', { key }));
  });

  test.for<[string, unknown, number]>([
    ['a scope that a seller has not', ['admin'], 403],
    ['no scope', [], 400],
    ['an unknown scope', ['everything'], 400],
    ['a text', 'read', 400],
  ])('that are %s are refused', async ([, scopes, status]) => {
    const answer = await send('POST', '/api-key', { key: await tokenOf(service), body: { scopes } });
    expect(answer.status).toBe(status);
  });

  test('of an administrator are its own, and may be those of a seller for a seller', async () => {
    const own = await createKey({ scopes: [...all, 'manage', 'admin'] }, { key: admin });
    expect(own.scopes).toEqual([...all, 'manage', 'admin']);
    const scopes: Scope[] = ['auction'];
    const { key } = await createKey({ user_id: await idOf('demo-seller-2'), scopes }, { key: admin });
    expect((await send('GET', '/member', { key })).status).toBe(403);
    const auction = await send('POST', '/auction', { key, body: { ym_profile_id: 2, bids: [] } });
    expectOk(auction);
  });
});

describe('a key makes no credential', () => {
  const byLogIn = expect.stringContaining('made by a log-in');

  test.for<[string, 'POST' | 'PUT', string, Row]>([
    ['a key', 'POST', '/api-key', { scopes: ['read'] }],
    ['a user with a one-time password', 'POST', '/user', { username: 'by-key' }],
    ['a one-time password of another', 'PUT', '/user?id=4', { reset_password: true }],
  ])('over REST: %s', async ([, method, path, body]) => {
    const { id } = await newColleaguesKey(service, `beside-${path.length}`);
    const { status, response } = await send(method, path.replace('4', String(id)), {
      key: service.people.seller1.api_key,
      body,
    });
    expect([status, response.error_id, response.error]).toEqual([403, 'UNAUTH', byLogIn]);
  });

  test('over tRPC', async () => {
    const client = createClient(service.url, service.people.seller1.api_key);
    const { id } = await newColleaguesKey(service, 'beside-trpc');
    const refused = [
      client.apiKey.create.mutate({ scopes: ['read'] }),
      client.user.create.mutate({ username: 'by-key' }),
      client.user.update.mutate({ id, changes: { reset_password: true } }),
    ];
    for (const one of refused)
      expect(await failureOf(one)).toMatchObject({ message: byLogIn, data: { httpStatus: 403, error_id: 'UNAUTH' } });
  });

  test.for<[string, string, Row]>([
    ['a password of another', '', { password: 'another pass phrase' }],
    ['a user with a password', '', { username: 'by-key', member_id: 1, password: 'a long pass phrase' }],
  ])("with an administrator's key: %s", async ([, , body]) => {
    const { id } = await newColleaguesKey(service, `for-admin-${Object.keys(body).length}`);
    const ask = { key: service.people.admin.api_key, body };
    const answer = 'username' in body ? await send('POST', '/user', ask) : await send('PUT', `/user?id=${id}`, ask);
    expect([answer.status, answer.response.error_id, answer.response.error]).toEqual([403, 'UNAUTH', byLogIn]);
  });

  test('with the present password of its user either, which opens a log-in', async () => {
    const id = await idOf('demo-seller-1');
    const { password } = service.people.seller1;
    const body = { password: 'another pass phrase', current_password: password };
    const refused = await send('PUT', `/user?id=${id}`, { key: service.people.seller1.api_key, body });
    expect([refused.status, refused.response.error]).toEqual([403, byLogIn]);
    expect(await tokenOf(service)).toEqual(expect.any(String));
  });
});

describe('a key that one user makes for another', () => {
  const makers = ['seller1', 'admin'] as const;

  test.for(makers)('publishes nothing, made by %s', async (maker) => {
    const { id } = await newColleaguesKey(service, `helped-by-${maker}`);
    const made = await createKey(
      { user_id: id, scopes: ['read', 'write', 'draft'] },
      { key: await tokenOf(service, maker) },
    );
    expect([made.scopes, made.write_publishes]).toEqual([['read', 'write', 'draft'], false]);
    const { key } = made;
    const draft = expectOk(await send('POST', '/draft?from=1', { key, body: {} })).response.id;
    const refused = await send('POST', `/draft/publish?id=${draft}`, { key, body: {} });
    expect([refused.status, refused.response.error_id]).toEqual([403, 'UNAUTH']);
  });

  test.for(makers)('is not given publish, asked by %s', async (maker) => {
    const { id } = await newColleaguesKey(service, `lent-by-${maker}`);
    const ask = async (body: Row) => {
      const asked = { key: await tokenOf(service, maker), body: { user_id: id, ...body } };
      const { status, response, ...answer } = await send('POST', '/api-key', asked);
      return [status, response.error_id, issuePaths({ response, ...answer } as never)];
    };
    expect(await ask({ scopes: ['read', 'publish'] })).toEqual([403, 'UNAUTH', ['scopes']]);
    expect(await ask({ scopes: ['write'], write_publishes: true })).toEqual([403, 'UNAUTH', ['write_publishes']]);
  });
});

describe("another's key", () => {
  test('is a 404 except for an administrator', async () => {
    const { id } = await createKey({}, { key: await tokenOf(service, 'seller2') });
    expect((await send('GET', `/api-key?id=${id}`)).status).toBe(404);
    expect((await send('DELETE', `/api-key?id=${id}`)).status).toBe(404);
    expect(rowsOf(await send('GET', '/api-key'), 'api-keys').some((row) => row.id === id)).toBe(false);
    expectOk(await send('DELETE', `/api-key?id=${id}`, { key: admin }));
  });

  test('is not made by a seller, whether there is such a user or not', async () => {
    const refusals = await Promise.all(
      [await idOf('demo-seller-2'), 99_999].map(async (userId) =>
        send('POST', '/api-key', { key: await tokenOf(service), body: { user_id: userId, scopes: all } }),
      ),
    );
    for (const refused of refusals) {
      expect(refused.status).toBe(409);
      expect(issuePaths(refused)).toEqual(['user_id']);
    }
  });
});

test('a key has no update', async () => {
  const { id } = await createKey();
  const answer = await send('PUT', `/api-key?id=${id}`, { body: { name: 'x' } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE, OPTIONS']);
});

const lastUseOf = async (id: number) => rowOf(expectOk(await send('GET', `/api-key?id=${id}`)), 'api-key').last_used_on;

describe('the last use of a key', () => {
  test('is null until it is used, and then the time, in reads and lists', async () => {
    const { id, key, last_used_on: atFirst } = await createKey();
    expect([atFirst, await lastUseOf(id)]).toEqual([null, null]);
    const before = dateText(Date.now());
    expectOk(await send('GET', '/member', { key }));
    await expect.poll(() => lastUseOf(id)).not.toBeNull();
    const used = (await lastUseOf(id)) ?? '';
    expect(used >= before && used <= dateText(Date.now())).toBe(true);
    const listed = rowsOf(expectOk(await send('GET', '/api-key')), 'api-keys').find((row) => row.id === id);
    expect(listed?.last_used_on).toBe(used);
  });

  test('by an auction counts as well', async () => {
    const { id, key } = await createKey({ scopes: ['auction'] });
    expectOk(await send('POST', '/auction', { key, body: { ym_profile_id: 1, bids: [] } }));
    await expect.poll(() => lastUseOf(id)).not.toBeNull();
  });

  test('changes neither the state of the key nor the change log', async () => {
    const { id, key } = await createKey();
    const tag = async () => (await send('GET', `/api-key?id=${id}`)).headers.get('etag') ?? '';
    const before = await tag();
    expectOk(await send('GET', '/member', { key }));
    await expect.poll(() => lastUseOf(id)).not.toBeNull();
    expect(await tag()).toBe(before);
    const log = await send('GET', `/change-log?service=api-key&resource_id=${id}`, { key: admin });
    expect(expectOk(log).response.count).toBe(1);
    expectOk(await send('DELETE', `/api-key?id=${id}`, { headers: { 'if-match': before } }));
  });

  test('is nothing to filter or sort by', async () => {
    for (const query of ['last_used_on=2026-11-22', 'null_last_used_on=true', 'sort=last_used_on.asc']) {
      expect((await send('GET', `/api-key?${query}`)).status).toBe(400);
    }
  });

  test('is noted once an hour by each process, however often the key is used', async () => {
    const notedMs: number[] = [];
    const clock = new TestClock();
    const { store, mirror, follower, log } = service.opened;
    const { key } = await createKey();
    const credentials = {
      ...store.credentials,
      noteKeyUse: async (hash: string, timeMs: number) => {
        if (hash === sha256(key)) notedMs.push(timeMs - clock.epochMs());
      },
    };
    const index = new CredentialIndex({ store: { ...store, credentials }, mirror, follower, clock, log });
    for (const passMs of [0, 1000, 3_598_999, 1, 1]) {
      clock.pass(passMs);
      await index.authenticate(key);
      await index.follow();
    }
    expect(notedMs).toEqual([0, 0]);
  });
});

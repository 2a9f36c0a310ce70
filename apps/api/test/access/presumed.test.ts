import { randomUUID } from 'node:crypto';
import { restOperations } from '@auction-tiers/contract';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { IdleConnection } from '../fixture/idle-connection.ts';
import type { Method, Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

// A create does not look its caller up: the store checks, as it writes, that no user and no key has changed since the key
// was read. What ends or changes the caller comes here between the head of a create and its body.

const service = useService();
const { send } = service;
const presumed = restOperations.filter(({ isCallerPresumed }) => isCallerPresumed).map(({ rest }) => rest.path);
let ymProfileId: number;
let user: { readonly id: number; readonly username: string };
let keyId: number;
let key: string;

beforeAll(async () => {
  ymProfileId = (await demoYmProfile(send)).id;
});
beforeEach(async () => {
  const username = randomUUID();
  const { id } = await asAdmin('POST', '/user', { username, password: 'a long pass phrase', member_id: 1 });
  user = { id, username };
  const made = await asAdmin('POST', '/api-key', { user_id: id, name: 'K', scopes: ['read', 'write'] });
  keyId = made.id;
  key = String((made['api-key'] as Row)['key']);
});

const asAdmin = async (method: Method, path: string, body?: Row) =>
  expectOk(await send(method, path, { key: service.people.admin.api_key, body })).response;
const revoke = () => asAdmin('DELETE', `/api-key?id=${keyId}`);
const addUser = () =>
  asAdmin('POST', '/user', { username: randomUUID(), password: 'a long pass phrase', member_id: 1 });
const rename = () => asAdmin('PUT', `/user?id=${user.id}`, { username: randomUUID() });

const bodyOf = (name: string): Row => ({ name, ym_profile_id: ymProfileId, buyer_members: [{ id: 107 }] });
const countOf = async (path: string): Promise<number> =>
  expectOk(await send('GET', `${path}?num_elements=1`)).response.count;

/** Sends the head of a create, does something, and sends the body. */
async function createAfter(
  act: () => Promise<unknown>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  // The key is read by this one.
  expectOk(await send('GET', path, { key }));
  const connection = new IdleConnection(service.url);
  onTestFinished(() => connection.close());
  const sendBody = await connection.beginBody({ method: 'POST', path, key, body, headers });
  await act();
  return sendBody();
}

test('there are such operations', () => {
  expect(presumed.toSorted()).toEqual(['/profile', '/ym-auction-tier', '/ym-profile']);
});

test.for(presumed)(
  'POST %s with a key that is revoked before its body writes nothing, and is answered 401',
  async (path) => {
    const before = await countOf(path);
    const body = path === '/ym-auction-tier' ? bodyOf('Revoked') : { name: 'Revoked' };
    const { status, json } = await createAfter(revoke, path, body);
    expect([status, json['response']]).toMatchObject([401, { error_id: 'NOAUTH' }]);
    expect(await countOf(path)).toBe(before);
  },
);

test.for([
  ['of the wrong type', { name: 7 }],
  ['that names what does not exist', { ...bodyOf('Dangling'), ym_profile_id: 999_999 }],
] as const)('with a revoked key a body %s is answered 401 all the same', async ([, body]) => {
  expect((await createAfter(revoke, '/ym-auction-tier', body)).status).toBe(401);
});

test('with a revoked key a create that was done before does not tell its result', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const path = '/ym-auction-tier';
  const first = await createAfter(async () => {}, path, bodyOf('Once'), headers);
  const again = await createAfter(async () => {}, path, bodyOf('Once'), headers);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect((again.json['response'] as Row)['id']).toBe((first.json['response'] as Row)['id']);
  const { status, json } = await createAfter(revoke, path, bodyOf('Once'), headers);
  expect([status, (json['response'] as Row)['id']]).toEqual([401, undefined]);
});

test('a change of another user meanwhile costs a look-up, and the object is made once', async () => {
  const before = await countOf('/ym-auction-tier');
  const { status, json } = await createAfter(addUser, '/ym-auction-tier', { ...bodyOf('Once'), id: 5 });
  expect(status).toBe(200);
  // The warning is not repeated either.
  expect(JSON.stringify(json).split('read-only').length).toBe(2);
  expect(await countOf('/ym-auction-tier')).toBe(before + 1);
});

test('a caller whose user is changed meanwhile is told to send it again, and can', async () => {
  const before = await countOf('/ym-auction-tier');
  const { status, json } = await createAfter(rename, '/ym-auction-tier', bodyOf('Renamed'));
  expect([status, json['response']]).toMatchObject([409, { error: expect.stringContaining('nothing was written') }]);
  expect(await countOf('/ym-auction-tier')).toBe(before);
  expectOk(await send('POST', '/ym-auction-tier', { key, body: { 'ym-auction-tier': bodyOf('Renamed') } }));
});

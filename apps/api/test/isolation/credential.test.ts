import { type Scope, scopes, withCarried } from '@auction-tiers/contract';
import { someOf } from '@auction-tiers/tools/long';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/auth/secret.ts';
import { operations } from '../fixture/api-document.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { tokenOf } from '../fixture/log-in.ts';
import { logOut } from '../fixture/page-session.ts';
import { type Answer, createSend, type Method, type Row } from '../fixture/request.ts';
import { type Ask, everyAsk, operationOf, rowOf } from './ask.ts';
import { adminsOnly } from './attempt.ts';
import { canariesIn, leaksOf } from './canary.ts';
import { doors } from './door.ts';
import { groups } from './group.ts';
import { askAt, byLogIn } from './judge.ts';
import { createKey, partyOf, stateOf, useWorld } from './world.ts';

const world = useWorld();

const basic = Buffer.from('kestrel-user:kestrel-password').toString('base64');
/** Values of Authorization that are no valid credential. */
const headers: readonly { readonly name: string; of(key: string): unknown }[] = [
  { name: 'no credential', of: () => null },
  { name: 'garbage', of: () => 'garbage' },
  { name: 'the word undefined', of: () => 'undefined' },
  { name: 'an empty Bearer', of: () => 'Bearer ' },
  { name: 'an unknown key', of: (key) => `${key.slice(0, -4)}AAAA` },
  { name: 'the shown prefix of a key', of: () => rowOf(world.victim, 'api-key')['prefix'] },
  { name: 'the hash of a key', of: (key) => sha256(key) },
  { name: 'a username and password', of: () => `Basic ${basic}` },
  { name: 'a revoked key', of: () => revokedKey() },
  { name: 'a token that has ended', of: () => endedToken() },
];

async function revokedKey(): Promise<string> {
  const { service, victim } = world;
  const key = await createKey(service, victim.token, 'revoked', ['read', 'write', 'auction']);
  const [row] = expectOk(await victim.send('GET', '/api-key?name=revoked')).response['api-keys'] as readonly Row[];
  expectOk(await victim.send('DELETE', `/api-key?id=${String(row?.['id'])}`));
  return key;
}

/** A token whose user has logged out. */
async function endedToken(): Promise<string> {
  const { send, url } = world.service;
  const login = { username: 'kestrel-user', password: 'kestrel-password' };
  const token = String(expectOk(await send('POST', '/auth', { key: null, body: login })).response['token']);
  await logOut(url, token);
  return token;
}

const shownIn = (answer: Answer) => canariesIn(`${JSON.stringify([...answer.headers])} ${answer.text}`);

/** What WWW-Authenticate says to a request with this header. */
const challengeTo = (header: string | null): string =>
  `Bearer realm="auction-tiers"${header === null || header === 'Bearer ' ? '' : ', error="invalid_token"'}`;

describe.for(doors)('$name', (door) => {
  test.for(headers)('every operation refuses $name, and its answer shows nothing of the victim', async (given) => {
    const { victim } = world;
    const header = (await given.of(victim.key)) as string | null;
    const before = await stateOf(victim);
    const wrong: unknown[] = [];
    for (const ask of everyAsk(victim)) {
      const answer = await askAt(door, victim, ask, header);
      if (answer === null) continue;
      const said = door.read(answer);
      const challenge = answer.headers.get('www-authenticate');
      const isRefused = answer.status === 401 && said.errorId === 'NOAUTH' && challenge === challengeTo(header);
      if (!isRefused || shownIn(answer).length > 0)
        wrong.push([ask.service, ask.action, said, challenge, shownIn(answer)]);
    }
    expect(wrong).toEqual([]);
    expect(await stateOf(victim)).toEqual(before);
  });
});

test('what needs no credential shows nothing of a member', async () => {
  const open = operations.filter(({ scope }) => scope === null).map(({ method, path }) => `${method} ${path}`);
  for (const place of [...open, 'GET /', 'GET /openapi.json', 'GET /docs', 'GET /app/']) {
    const [method, path = '/'] = place.split(' ');
    const body = method === 'POST' ? { username: 'kestrel-user', password: 'a guess' } : undefined;
    const answer = await world.service.send(method as Method, path, { key: null, body });
    expect([place, shownIn(answer)]).toEqual([place, []]);
  }
  const scrape = createSend(world.service.metricsUrl, '');
  expect(shownIn(await scrape('GET', '/metrics', { key: null }))).toEqual([]);
});

const sellersScopes = scopes.filter((scope) => scope !== 'admin');
/** Every set of a seller's scopes, the empty one first. */
const grants: readonly (readonly Scope[])[] = sellersScopes.reduce<readonly (readonly Scope[])[]>(
  (sets, scope) => [...sets, ...sets.map((set) => [...set, scope])],
  [[]],
);

/** Each scope alone, and sets of several. */
const cases = [
  ...grants.filter(({ length }) => length === 1),
  ...someOf(
    grants.filter(({ length }) => length > 1),
    4,
  ),
].flatMap((grant) => {
  const name = grant.join(' and ');
  const own = { grant, name, isLent: false };
  // A key that one user makes for another never has the scope `publish`.
  return grant.includes('publish')
    ? [own]
    : [own, { grant, name: `${name}, made by a manager for a user of its making,`, isLent: true }];
});

/** A key with these scopes, of the victim's user or lent to another user of the member. */
async function keyOf({ grant, name, isLent }: (typeof cases)[number], what: string): Promise<string> {
  const { service, victim } = world;
  return createKey(service, victim.token, `${what} ${name}`, grant, isLent ? await borrower() : undefined);
}

let borrowing: Promise<number> | undefined;
/** A user that the victim has made: a manager, so that its key has every scope that it was given. */
function borrower(): Promise<number> {
  const { service, victim } = world;
  borrowing ??= service
    .send('POST', '/user', { key: victim.token, body: { username: 'borrower', access: 'manager' } })
    .then((made) => expectOk(made).response.id);
  return borrowing;
}

test.for(cases)('a key with the scopes $name is refused by every other operation on its own objects', async (given) => {
  const { victim } = world;
  const { grant } = given;
  const key = await keyOf(given, 'only');
  const before = await stateOf(victim);
  const wrong: unknown[] = [];
  for (const ask of everyAsk(victim).filter((one) => !withCarried(grant).includes(operationOf(one).scope as Scope))) {
    for (const door of doors) {
      const answer = await askAt(door, victim, ask, key);
      if (answer === null) continue;
      const said = door.read(answer);
      // The answer may name its caller.
      const leaks = leaksOf(answer, ask, victim).filter((canary) => canary !== 'kestrel-user');
      const isRefused = said.status === 403 && said.errorId === 'UNAUTH';
      if (!isRefused || leaks.length > 0)
        wrong.push([door.requestOf(ask)?.operation, said.status, said.errorId, leaks]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await stateOf(victim)).toEqual(before);
});

/** The same call with a body that every operation refuses, so that a call that is permitted changes nothing. */
const harmless = (ask: Ask): Ask => (ask.body === undefined ? ask : { ...ask, body: { nonsense: true } });

test.for(cases)('a key with the scopes $name is permitted by every operation that needs no others', async (given) => {
  const { victim, absent } = world;
  const { grant } = given;
  const key = await keyOf(given, 'all of');
  const wrong: unknown[] = [];
  for (const ask of everyAsk(absent).filter(
    (one) => grant.includes(operationOf(one).scope as Scope) && operationOf(one).type !== 'subscription',
  )) {
    for (const door of doors) {
      const answer = await askAt(door, victim, harmless(ask), key);
      if (answer === null) continue;
      const { status } = door.read(answer);
      const isOfAdmins = status === 403 && answer.text.includes('administrator');
      if (![200, 400, 404].includes(status) && !isOfAdmins) wrong.push([door.requestOf(ask)?.operation, answer.text]);
    }
  }
  expect(wrong).toEqual([]);
});

test('a key with every scope of its user makes no credential, and nothing stays of the attempt', async () => {
  const { service, victim } = world;
  const key = await createKey(service, victim.token, 'all', sellersScopes);
  const { id } = (await partyOf(service, victim.memberId, 'helper')).rows['user'] ?? {};
  const before = await stateOf(victim);
  const wrong: unknown[] = [];
  const made = everyAsk(victim).filter((ask) => byLogIn.has(operationOf(ask).procedure));
  const reset: Ask = { service: 'user', action: 'update', id: Number(id), body: { reset_password: true } };
  for (const ask of [...made, reset]) {
    for (const door of doors) {
      const answer = await askAt(door, victim, ask, key);
      if (answer === null) continue;
      const { status, errorId } = door.read(answer);
      if (status !== 403 || errorId !== 'UNAUTH' || !answer.text.includes('log-in'))
        wrong.push([door.name, ask, answer.text]);
    }
  }
  expect(made).toHaveLength(byLogIn.size);
  expect(wrong).toEqual([]);
  expect(await stateOf(victim)).toEqual(before);
});

test("an administrator's key without the scope admin is refused what only administrators may do", async () => {
  const { service, victim } = world;
  const { users } = expectOk(await service.send('GET', '/user', { key: service.people.admin.api_key })).response;
  const administrator = (users as readonly Row[]).find(({ role }) => role === 'admin');
  const key = await createKey(service, await tokenOf(service, 'admin'), 'all but admin', sellersScopes);
  const asks = groups.flatMap(({ attempts }) => attempts.map(({ ask }) => ask(victim, victim)));
  const aimed = asks.filter(({ service: name, action }) => adminsOnly.has(`${name}.${action}`));
  expect(aimed.length).toBeGreaterThan(adminsOnly.size);
  const before = await stateOf(victim);
  const wrong: unknown[] = [];
  for (const ask of aimed) {
    for (const door of doors) {
      const answer = await askAt(door, victim, ask, key);
      if (answer !== null && door.read(answer).status !== 403) wrong.push([door.name, ask, answer.text]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await stateOf(victim)).toEqual(before);
  const seen = expectOk(await service.send('GET', '/user', { key })).response['users'] as readonly Row[];
  expect(seen.map(({ id }) => id)).toEqual([administrator?.['id']]);
});

import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/auth/secret.ts';
import { revocationMs } from '../../src/auth/token-life.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { openRaw, rawRequest, sendRaw } from '../fixture/raw.ts';
import { readEvents } from '../fixture/server-events.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { failureOf } from '../fixture/trpc-client.ts';
import { BrowserSession, cookieName, cookieOf, openSession, ownPage } from './browser-session.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const { send } = service;
let redis: ReturnType<typeof connectRedis>;
let other: Instance;
/** Of the first demo seller, logged in for all tests that only use the session. */
let browser: BrowserSession;

beforeAll(async () => {
  redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  other = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir }, { clock });
  browser = await openSession(service, clock, 'demo-seller-1');
});
afterAll(async () => {
  redis.destroy();
  await other.close();
});

/** A request on a connection that it keeps or closes. */
const sessionRequest = (token: string, line: string) =>
  `GET /app/session HTTP/1.1\r\nhost: x\r\nconnection: ${line}\r\ncookie: ${cookieName}=${token}\r\n\r\n`;

const unauthenticated = { status: 401, response: { status: 'ERROR', error_id: 'NOAUTH' } };
const forbidden = { status: 403, response: { status: 'ERROR', error_id: 'UNAUTH' } };

describe('a login of the page', () => {
  test('says who logged in, and gives the token in a cookie that no script reads', async () => {
    const own = new BrowserSession(service.url);
    const answer = expectOk(await own.logIn(service.people.seller1));
    const session = {
      username: 'demo-seller-1',
      role: 'seller',
      member_id: 1,
      scopes: ['read', 'draft', 'write', 'auction', 'publish', 'manage'],
    };
    expect(answer.response['session']).toMatchObject(session);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    const attributes = String(cookies[0]).split('; ');
    expect(attributes[0]).toBe(`${cookieName}=${own.token}`);
    expect(attributes.slice(1).toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    expect(answer.text).not.toContain(own.token);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(expectOk(await own.send('GET', '/app/session')).response['session']).toEqual(answer.response['session']);
    // The token is a usual one: it is stored as its hash, and a client may send it as Authorization.
    expect(await redis.exists(`at:token:${sha256(own.token)}`)).toBe(1);
    expectOk(await send('GET', '/member', { key: own.token }));
  });

  test.for<[string, Readonly<Record<string, string>>]>([
    ['the last of its proxies says so', { 'x-forwarded-proto': 'http, https' }],
    ['the browser names an origin with it', { origin: 'https://tiers.example', host: 'tiers.example' }],
  ])('makes the cookie Secure where it came by https: %s', async ([, headers]) => {
    const { username, password } = service.people.seller2;
    const body = JSON.stringify({ session: { username, password } });
    const answer = await sendRaw(service.url, rawRequest('POST /app/session', headers, body));
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, expect.stringMatching(/; Secure(?:;|$)/)]);
  });

  test('fails as /auth does, and sets no cookie', async () => {
    const { username } = service.people.seller2;
    for (const [credentials, status] of [
      [{ username, password: 'wrong' }, 401],
      [{ username }, 400],
      [{ username, password: 7 }, 400],
      [{}, 400],
    ] as const) {
      const [own, usual] = [
        await send('POST', '/app/session', { key: null, body: { session: credentials } }),
        await send('POST', '/auth', { key: null, body: { auth: credentials } }),
      ];
      expect([own.status, own.response.error, own.response.error_id]).toEqual([
        status,
        usual.response.error,
        usual.response.error_id,
      ]);
      expect(own.headers.getSetCookie()).toEqual([]);
    }
  });

  test('shares the lock-out of a username with /auth', async () => {
    const body = { username: 'guessed', password: 'wrong' };
    const { credentials } = service.opened.store;
    for (let failure = 1; failure < 10; failure++) await credentials.countFailure('127.0.0.1 guessed', 60_000);
    const ask = () => send('POST', '/app/session', { key: null, body: { session: body } });
    expect(await ask()).toMatchObject(unauthenticated);
    for (const locked of [await ask(), await send('POST', '/auth', { key: null, body: { auth: body } })]) {
      expect([locked.status, locked.response.error_code]).toEqual([429, 'RATE_EXCEEDED']);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('ends the session that the browser had before', async () => {
    const own = await openSession(service, clock, 'demo-seller-1');
    const before = own.token;
    expectOk(await own.logIn(service.people.seller2));
    expect(await redis.exists(`at:token:${sha256(before)}`)).toBe(0);
    expect(expectOk(await own.send('GET', '/app/session')).response['session']).toMatchObject({ member_id: 2 });
  });

  test.for([
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused to a page of another origin: %j', async (headers) => {
    const answer = await new BrowserSession(service.url).logIn(service.people.seller1, headers);
    expect(answer).toMatchObject(forbidden);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('the session', () => {
  test('answers the page over tRPC, reads and writes', async () => {
    const client = browser.client();
    const [tiers, members] = await Promise.all([client.tier.list.query({}), client.member.list.query({})]);
    expect(tiers.items.length).toBeGreaterThan(5);
    expect(members.items).toMatchObject([{ id: 1 }]);
    const { id } = await client.ymProfile.create.mutate({ name: 'From the page' });
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
  });

  test('is needed: without it everything is a 401, but for the question who is signed in', async () => {
    const nobody = new BrowserSession(service.url);
    expect(expectOk(await nobody.send('GET', '/app/session')).response['session']).toBeNull();
    expect((await failureOf(nobody.client().tier.list.query({}))).data).toMatchObject({ httpStatus: 401 });
  });

  test('works nowhere but below /app and /trpc and for a read of /report', async () => {
    const { id: ym_profile_id } = await demoYmProfile(send);
    const auction = { ym_profile_id, bids: [] };
    for (const [method, path, body] of [
      ['GET', '/ym-auction-tier'],
      ['GET', '/v1/ym-auction-tier'],
      ['GET', '/member'],
      ['GET', '/mirror'],
      ['GET', '/report/meta'],
      ['POST', '/auction', auction],
      ['POST', '/auction/batch', { auctions: [auction] }],
      ['POST', '/ym-profile', { name: 'No' }],
    ] as const) {
      const answer = await browser.send(method, path, { body, headers: ownPage });
      expect([path, answer.status]).toEqual([path, path === '/report/meta' ? 404 : 401]);
    }
  });

  test('decides auctions for the page over tRPC only', async () => {
    const { id: ym_profile_id } = await demoYmProfile(send);
    const answer = await browser.client().auction.run.mutate({ ym_profile_id, bids: [] });
    expect(answer).toMatchObject({ ym_profile_id, winner: null });
  });

  test('follows changes by EventSource, and ends what it follows with the session', async () => {
    const own = await openSession(service, clock, 'demo-seller-1');
    const answer = await fetch(`${service.url}/trpc/changeLog.follow`, {
      headers: { ...cookieOf(own.token), accept: 'text/event-stream' },
    });
    expect(answer.status).toBe(200);
    const events = readEvents(answer.body!);
    // Of a connection that is dropped silently a client knows nothing else.
    const after = expect.stringMatching(/^\{"reconnectAfterInactivityMs":\d{5}\}$/) as unknown;
    expect((await events.next()).value).toMatchObject({ event: 'connected', data: after });
    const { id } = await own.client().ymProfile.create.mutate({ name: 'Followed' });
    expect((await events.next()).value).toMatchObject({ event: 'message', data: expect.stringContaining('Followed') });
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
    expect((await events.next()).value).toMatchObject({ event: 'message' });
    expectOk(await own.send('DELETE', '/app/session', { headers: ownPage }));
    expect((await events.next()).value).toMatchObject({ event: 'serialized-error' });
    const refused = await fetch(`${service.url}/trpc/changeLog.follow`, { headers: cookieOf(own.token) });
    expect(refused.status).toBe(401);
  });

  test('gives a report as JSON to the page, and as a file to a link', async () => {
    const { id } = await demoYmProfile(send);
    const path = `/report?ym_profile_id=${id}&group_by=tier`;
    const rows = expectOk(await browser.send('GET', path));
    expect(rows.response['report-rows']).toBeInstanceOf(Array);
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const file = await browser.send('GET', `/v1${path}`, { headers: { accept } });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    const nobody = await new BrowserSession(service.url).send('GET', path, { headers: { accept } });
    expect(nobody.status).toBe(401);
  });

  test('of two users in two browsers is each its own, on one connection too', async () => {
    const second = await openSession(service, clock, 'demo-seller-2');
    const asked = [browser, second, browser, second].map(
      async (one) => (await one.client().member.list.query({})).items,
    );
    expect((await Promise.all(asked)).map(([member]) => member?.id)).toEqual([1, 2, 1, 2]);
    const { answers } = await openRaw(
      service.url,
      sessionRequest(browser.token, 'keep-alive') +
        sessionRequest(second.token, 'keep-alive') +
        sessionRequest('at_none', 'close'),
    );
    const [one, two, none] = await answers;
    expect([one?.text, two?.text]).toEqual([
      expect.stringContaining('"demo-seller-1"'),
      expect.stringContaining('"demo-seller-2"'),
    ]);
    expect(none?.status).toBe(401);
  });
});

describe('the end of a session', () => {
  test('is seen by every replica within the bound of revocation', async () => {
    const own = await openSession(service, clock, 'demo-seller-1');
    const { token } = own;
    const there = own.client(other.url);
    await there.dma.list.query({});
    const answer = expectOk(await own.send('DELETE', '/app/session', { headers: ownPage }));
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^${cookieName}=; (?=.*Max-Age=0)(?=.*Path=/)(?=.*HttpOnly)(?=.*SameSite=Strict)`),
      ),
    ]);
    expect(await redis.exists(`at:token:${sha256(token)}`)).toBe(0);
    own.token = token;
    // At once where it was ended, on the path that answers from memory too.
    expect(await own.send('GET', '/app/session')).toMatchObject(unauthenticated);
    expect((await own.send('GET', '/trpc/dma.list')).status).toBe(401);
    clock.pass(revocationMs);
    expect((await failureOf(there.dma.list.query({}))).data).toMatchObject({ httpStatus: 401 });
  });

  test('clears the cookie of one that has ended already, or that never was', async () => {
    for (const token of ['', 'at_unknown', `at_${'x'.repeat(43)}`]) {
      const own = new BrowserSession(service.url);
      own.token = token;
      const answer = expectOk(await own.send('DELETE', '/app/session', { headers: ownPage }));
      expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
    }
  });
});

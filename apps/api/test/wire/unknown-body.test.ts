import { findHaproxy, startHaproxy } from '@auction-tiers/tools/haproxy';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openRaw, type RawConnection, rawRequest, sendRaw } from '../fixture/raw.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
const most = 16 * 1024;
const open: RawConnection[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

const logins = ['/auth', '/v1/auth', '/app/session', '/trpc/auth.login', '/trpc/auth.login?batch=1'];
const others = [
  '/auction',
  '/v1/auction/batch',
  '/openrtb2/auction',
  '/ym-profile/import?id=1',
  '/trpc/auction.run',
  '/trpc/tier.create,draft.create?batch=1',
];
const unknownKey = `atk_${'x'.repeat(43)}`;
const credentials = [
  { name: 'no credential', headers: {} },
  { name: 'an unknown key', headers: { authorization: unknownKey } },
  { name: 'an unknown cookie', headers: { cookie: `auction_tiers_session=at_${'x'.repeat(43)}` } },
];
const json = { 'content-type': 'application/json' };

describe.for(credentials)('with $name', ({ headers }) => {
  test.for(logins)('%s takes 16 KiB and no more', async (path) => {
    const login = { username: 'nobody', password: 'x' };
    const body = path.startsWith('/app') ? login : path.startsWith('/trpc') ? login : { auth: login };
    const text = JSON.stringify(path.includes('batch') ? { 0: body } : body);
    const own = { ...json, ...headers, origin: service.url };
    const status = async (length: number) =>
      (await sendRaw(service.url, rawRequest(`POST ${path}`, own, text.padEnd(length)))).status;
    expect(await status(most)).not.toBe(413);
    expect(await status(most + 1)).toBe(413);
    expect(await status(1024 * 1024)).toBe(413);
    // Its length is not known beforehand.
    const chunk = `${(most + 1).toString(16)}\r\n${' '.repeat(most + 1)}\r\n0\r\n\r\n`;
    const chunked = { host: 'localhost', connection: 'close', 'transfer-encoding': 'chunked', ...own };
    const head = Object.entries(chunked).map(([name, value]) => `${name}: ${value}\r\n`);
    expect((await sendRaw(service.url, `POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${chunk}`)).status).toBe(413);
  });

  test.for(others)('%s is refused for the credential, however large its body is', async (path) => {
    for (const length of [100, most + 1, 900 * 1024]) {
      const request = rawRequest(`POST ${path}`, { ...json, ...headers }, '{}'.padEnd(length));
      // tRPC refuses a cookie without the header of the page by 403.
      expect([401, 403]).toContain((await sendRaw(service.url, request)).status);
    }
  });
});

const slow = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Buffer.concat([
    rawRequest(`POST ${path}`, { ...json, 'content-length': '9000', ...headers }),
    Buffer.from('{"auth"'),
  ]);

test('a body of an unknown caller that does not arrive within ten seconds is cut off, whatever the path', async () => {
  const paths = [...logins, ...others].flatMap((path) => [
    { path, headers: {} },
    { path, headers: { authorization: unknownKey } },
  ]);
  const answers = await Promise.all(
    paths.map(async ({ path, headers }) => {
      const { socket, answers: all } = await openRaw(service.url, slow(path, headers));
      // Each byte restarts the time for which a connection may be idle.
      const trickle = setInterval(() => socket.write(' '), 500);
      onTestFinished(() => clearInterval(trickle));
      return (await all).map(({ status }) => status);
    }),
  );
  expect(answers.map(([status]) => status)).toEqual(
    paths.map(({ path }) => (logins.includes(path) || path.startsWith('/trpc') ? 408 : 401)),
  );
});

test('beyond 200 unfinished bodies of unknown callers logins get 503, known callers go on, and all recovers', async () => {
  for (let at = 0; at < 200; at++) open.push(await openRaw(service.url, slow(logins[at % logins.length]!)));
  const { seller1 } = service.people;
  const login = { auth: { username: seller1.username, password: seller1.password } };
  const refused = await send('POST', '/auth', { key: null, body: login });
  expect([refused.status, refused.response.error_id, refused.headers.get('retry-after')]).toEqual([503, 'SYSTEM', '1']);
  const request = rawRequest('POST /trpc/auth.login', json, JSON.stringify(login.auth));
  const ofTrpc = await sendRaw(service.url, request);
  expect([ofTrpc.status, ofTrpc.headers['retry-after']]).toEqual([503, '1']);

  const ymProfile = await demoYmProfile(send);
  const auction = { ym_profile_id: ymProfile.id, bids: [bid('a', 101, 3)] };
  expectOk(await send('POST', '/auction', { body: auction }));
  expectOk(await send('PUT', `/ym-profile?id=${ymProfile.id}`, { body: { description: 'changed meanwhile' } }));

  for (const { socket } of open.splice(0)) socket.destroy();
  await expect.poll(async () => (await send('POST', '/auth', { key: null, body: login })).status).toBe(200);
});

const haproxy = findHaproxy();
if (haproxy === undefined) process.stderr.write('haproxy is not installed: slow bodies through it are NOT tested\n');

test.skipIf(haproxy === undefined)(
  'through the supplied HAProxy 500 bodies that do not arrive reach no replica, whatever length they claim',
  { timeout: 60_000 },
  async () => {
    const balancer = await startHaproxy(haproxy ?? '', [new URL(service.url).host], { connections: 700 });
    onTestFinished(() => balancer.stop());
    const url = `http://127.0.0.1:${balancer.port}`;
    const bodies: RawConnection[] = [];
    for (let at = 0; at < 500; at++) {
      const headers = { 'content-length': at % 2 === 0 ? '9000' : String(1024 * 1024) };
      bodies.push(await openRaw(url, slow('/trpc/auth.login', headers)));
    }
    open.push(...bodies);
    // Beyond 200 of them at the service a log-in would be a 503.
    const { seller1 } = service.people;
    const login = { auth: { username: seller1.username, password: seller1.password } };
    for (const to of [url, service.url]) {
      const answer = await sendRaw(to, rawRequest('POST /auth', json, JSON.stringify(login)));
      expect([to, answer.status]).toEqual([to, 200]);
    }
    const answered = await Promise.all(bodies.map(async ({ answers }) => (await answers)[0]));
    expect(new Set(answered.map((answer) => answer?.status))).toEqual(new Set([408]));
    // Each answer of the service has that of its request.
    for (const answer of answered) expect(answer?.head).not.toMatch(/x-request-id/i);
  },
);

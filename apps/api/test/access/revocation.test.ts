import { randomUUID } from 'node:crypto';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { markOf } from '../../src/auth/password.ts';
import { createToken, sha256 } from '../../src/auth/secret.ts';
import { fullTtlMs, idleMs } from '../../src/auth/token-life.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { IdleConnection } from '../fixture/idle-connection.ts';
import type { Method, Row } from '../fixture/request.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { tokenOf } from '../fixture/log-in.ts';

const clock = new TestClock();
const service = useService({}, { clock });
const { send } = service;
const password = 'a long pass phrase';
let auction: Row;
let redis: ReturnType<typeof connectRedis>;

beforeAll(async () => {
  auction = { ym_profile_id: (await demoYmProfile(send)).id, bids: [] };
  redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
});
afterAll(() => redis.destroy());

const asAdmin = async (method: Method, path: string, body?: Row) =>
  expectOk(await send(method, path, { key: await tokenOf(service, 'admin'), body })).response;

async function createUser(): Promise<Row & { readonly id: number; readonly username: string }> {
  const username = randomUUID();
  const made = await asAdmin('POST', '/user', { username, password, member_id: 1 });
  return { username, id: made.id };
}

/** A token as a login issues it, without checking the password again, which takes long on purpose. */
async function issueToken(username: string): Promise<string> {
  const { credentials } = service.opened.store;
  const user = await credentials.findUser(username);
  if (user === null) throw new Error(`there is no user ${username}`);
  const token = createToken();
  const stored = { userId: user.id, createdMs: clock.epochMs(), passwordMark: markOf(user.passwordHash) };
  await credentials.putToken(sha256(token), stored, fullTtlMs);
  return token;
}

/** Credentials that work, and what ends them all. */
interface Issued {
  readonly credentials: readonly string[];
  readonly end: () => Promise<void>;
}

interface Ending {
  readonly name: string;
  readonly issue: (count: number) => Promise<Issued>;
}

/** The tokens of one user, and what ends them. */
const tokens =
  (end: (user: { readonly id: number }, all: readonly string[]) => unknown): Ending['issue'] =>
  async (count) => {
    const user = await createUser();
    const credentials: string[] = [];
    while (credentials.length < count) credentials.push(await issueToken(user.username));
    return { credentials, end: async () => void (await end(user, credentials)) };
  };

const endings: readonly Ending[] = [
  {
    name: 'a key that is revoked',
    async issue(count) {
      const { id: user_id } = await createUser();
      const makeKey = () => asAdmin('POST', '/api-key', { user_id, name: 'K', scopes: ['read', 'write', 'auction'] });
      const made = await Promise.all(Array.from({ length: count }, makeKey));
      return {
        credentials: made.map((one) => String((one['api-key'] as Row)['key'])),
        end: async () => void (await Promise.all(made.map(({ id }) => asAdmin('DELETE', `/api-key?id=${id}`)))),
      };
    },
  },
  {
    name: 'a token whose password was changed',
    issue: tokens(({ id }) => asAdmin('PUT', `/user?id=${id}`, { password: 'another pass phrase' })),
  },
  { name: 'a token whose user was deleted', issue: tokens(({ id }) => asAdmin('DELETE', `/user?id=${id}`)) },
  { name: 'a token that is 24 hours old', issue: tokens(() => clock.pass(24 * 60 * 60 * 1000)) },
  {
    name: 'a token that was not used for two hours',
    issue: tokens(async (_user, all) => {
      clock.pass(idleMs);
      await redis.del(all.map((token) => `at:token:${sha256(token)}`));
    }),
  },
];

interface Path {
  readonly method: Method;
  readonly path: string;
  readonly body?: () => unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const plain = { accept: 'application/json' };
/** Of every way through the service, at least one. */
const paths: readonly Path[] = [
  { method: 'POST', path: '/auction', body: () => auction, headers: plain },
  { method: 'POST', path: '/v1/auction/batch', body: () => ({ auctions: [auction] }), headers: plain },
  { method: 'POST', path: '/trpc/auction.run', body: () => auction, headers: plain },
  { method: 'POST', path: '/trpc/auction.explain', body: () => auction },
  { method: 'POST', path: '/auction/explain', body: () => auction },
  { method: 'POST', path: '/openrtb2/auction', body: () => ({ bid_request: { id: 'r', imp: [] } }) },
  { method: 'GET', path: '/dma?id=501' },
  { method: 'GET', path: '/country?code=US' },
  { method: 'GET', path: '/trpc/dma.list' },
  { method: 'GET', path: '/dma/meta' },
  { method: 'GET', path: '/ym-auction-tier?id=1,2' },
  { method: 'GET', path: '/trpc/tier.list' },
  { method: 'PUT', path: '/ym-profile?id=1', body: () => ({ description: 'changed' }) },
];

/** Counts the requests whose callers the service has recognised from now on, until the test ends. */
function countRecognised(): () => number {
  const call = vi.spyOn(service.opened.credentialIndex, 'authenticate');
  onTestFinished(() => call.mockRestore());
  return () => call.mock.settledResults.filter(({ type }) => type === 'fulfilled').length;
}

const isNoAuth = (answer: Row) => JSON.stringify(answer).includes('"error_id":"NOAUTH"');

describe.for(endings)('$name', ({ issue }) => {
  test('is refused at the first request of a connection that was idle, on every path', async () => {
    const { credentials, end } = await issue(paths.length);
    const lines = paths.map((path, index) => ({
      asked: { ...path, body: path.body?.(), key: credentials[index] ?? '' },
      connection: new IdleConnection(service.url),
    }));
    for (const { asked, connection } of lines) {
      const { status, json } = await connection.send(asked);
      // A bid request without impressions is wrong, and its caller known.
      expect([asked.path, status, json]).toEqual([asked.path, expect.toBeOneOf([200, 400]), json]);
      expect(isNoAuth(json)).toBe(false);
    }
    await end();
    for (const { asked, connection } of lines) {
      const { status, json, isReused } = await connection.send(asked);
      expect([asked.path, status, isNoAuth(json), isReused]).toEqual([asked.path, 401, true, true]);
      connection.close();
    }
  });

  test('ends what is open: subscriptions', async () => {
    const { credentials, end } = await issue(1);
    const follower = await ChangeFollower.open(service.url, credentials[0] ?? '');
    await end();
    await expect(follower.ended()).rejects.toThrow(/NOAUTH/);
    await expect(follower.next()).rejects.toThrow('the stream has ended');
  });

  test('is refused once the body of a request that began before is there', async () => {
    const late: readonly Required<Omit<Path, 'headers'>>[] = [
      { method: 'POST', path: '/ym-profile', body: () => ({ name: 'Too late' }) },
      { method: 'POST', path: '/trpc/ymProfile.create', body: () => ({ name: 'Too late' }) },
      { method: 'POST', path: '/auction/explain', body: () => auction },
    ];
    const { credentials, end } = await issue(late.length);
    const recognised = countRecognised();
    const begun = late.map(async ({ body, ...asked }, index) => {
      const key = credentials[index] ?? '';
      const connection = new IdleConnection(service.url);
      await connection.send({ method: 'GET', path: '/dma?id=501', key });
      return { connection, path: asked.path, finish: await connection.beginBody({ ...asked, key, body: body() }) };
    });
    const requests = await Promise.all(begun);
    // Node continues a request before the service looks up its credential: one that ended earlier is refused without a body.
    // A credential that is not in memory, a token, is looked up once more: how large a body may be depends on its caller.
    const isInMemory = service.opened.credentialIndex.knows(credentials[0]);
    await expect.poll(recognised).toBe((isInMemory ? 2 : 3) * late.length);
    await end();
    for (const { connection, path, finish } of requests) {
      const { status, json } = await finish();
      expect([path, status, isNoAuth(json)]).toEqual([path, 401, true]);
      connection.close();
    }
    expect(expectOk(await send('GET', '/ym-profile?name=Too late')).response.count).toBe(0);
  });
});

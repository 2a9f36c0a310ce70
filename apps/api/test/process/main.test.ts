import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { someOf } from '@auction-tiers/tools/long';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { createClient as connectRedis } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTier, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { putFirstStart } from '../fixture/first-start.ts';
import { type Environment, readPeople } from '../fixture/instance.ts';
import { MainProcess } from './main-process.ts';
import { IdleConnection } from '../fixture/idle-connection.ts';
import { createSend, rowOf } from '../fixture/request.ts';

let redis: Awaited<ReturnType<typeof startTemporaryRedis>>;
let dataDir: string;
const processes: MainProcess[] = [];
/** Every test has a database of its own, by its number. */
let database = 0;

beforeAll(async () => {
  redis = await startTemporaryRedis();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-main-'));
  database += 1;
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

const databaseUrl = () => `${redis.url}/${database}`;

function start(environment: Environment = {}): MainProcess {
  const started = new MainProcess({ REDIS_URL: databaseUrl(), DATA_DIR: dataDir, ...environment });
  processes.push(started);
  return started;
}

test('it prints its address once it serves', async () => {
  await putFirstStart(databaseUrl(), dataDir);
  const url = await start().ready();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' });
});

test('the first start makes an administrator and two sellers, for their owner to read only', async () => {
  const started = start({ LOG_LEVEL: 'trace' });
  const url = await started.ready();
  const file = join(dataDir, 'credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { admin, seller1, seller2 } = await readPeople(dataDir);
  expect([admin.role, seller1.role, seller2.role]).toEqual(['admin', 'seller', 'seller']);
  expect([admin.member_id, seller1.member_id, seller2.member_id]).toEqual([undefined, 1, 2]);
  for (const { api_key: key, username, password } of [admin, seller1, seller2]) {
    const send = createSend(url, key);
    expectOk(await send('GET', '/dma?id=501'));
    expectOk(await send('POST', '/auth', { key: null, body: { username, password } }));
  }
  const { stdout, stderr } = await started.stop();
  // It is no terminal: who collects the log reads every line as JSON.
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
  expect(stderr).toMatch(/^\{/);
  for (const { password, api_key } of [admin, seller1, seller2]) {
    for (const secret of [password, api_key]) expect(stdout + stderr).not.toContain(secret);
  }
});

test('the request that it prints works when it is pasted', async () => {
  const started = start();
  await started.ready();
  const text = await started.printed(/-d '.*'\n/s);
  const command = /^curl .*/ms.exec(text)?.[0] ?? '';
  const isCurlThere = spawnSync('curl', ['--version']).error === undefined;
  if (!isCurlThere) console.warn('SKIPPED: there is no curl here; the printed request is sent in another way');
  const answer = isCurlThere
    ? spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout
    : await sendPrinted(command);
  expect(JSON.parse(answer)).toMatchObject({
    response: { status: 'OK', auction: { winner: { bid_id: 'b' }, bids: [{ tier_id: null }, {}, {}] } },
  });
});

async function sendPrinted(command: string): Promise<string> {
  const url = /(http\S+)/.exec(command)?.[1] ?? '';
  const body = /-d '(.*)'/s.exec(command)?.[1] ?? '';
  const { seller1 } = await readPeople(dataDir);
  const headers = { 'content-type': 'application/json', authorization: seller1.api_key };
  return (await fetch(url, { method: 'POST', headers, body })).text();
}

test('a second start keeps the data and leaves the credentials as they are', async () => {
  const first = start();
  let send = createSend(await first.ready(), (await readPeople(dataDir)).seller1.api_key);
  const tier = await createTier(send, { name: 'Kept', ym_profile_id: (await demoYmProfile(send)).id });
  const tiers = expectOk(await send('GET', '/ym-auction-tier')).response['ym-auction-tiers'];
  const before = await readFile(join(dataDir, 'credentials.json'), 'utf8');
  expect((await first.stop()).code).toBe(0);

  const second = start();
  send = createSend(await second.ready(), (await readPeople(dataDir)).seller1.api_key);
  expect(rowOf(await send('GET', `/ym-auction-tier?id=${tier.id}`), 'ym-auction-tier')).toEqual(tier);
  expect(expectOk(await send('GET', '/ym-auction-tier')).response['ym-auction-tiers']).toEqual(tiers);
  expect(await readFile(join(dataDir, 'credentials.json'), 'utf8')).toBe(before);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('credentials'))).toEqual(['credentials.json']);
});

test('a service that is killed starts again with its data', async () => {
  await putFirstStart(databaseUrl(), dataDir);
  const first = start();
  await first.ready();
  first.kill('SIGKILL');
  await first.ended;
  const send = createSend(await start().ready(), (await readPeople(dataDir)).seller1.api_key);
  expect(expectOk(await send('GET', '/ym-auction-tier')).response.count).toBe(12);
});

const openDatabase = () => connectRedis({ url: redis.url, database });

const moments: readonly (readonly [string, (client: ReturnType<typeof openDatabase>) => Promise<boolean>])[] = [
  ['some buyers', async (client) => (await client.sCard('at:{p0}:shared:platform-member')) >= 5],
  ['some tiers', async (client) => Number(await client.get('at:counter:ym-auction-tier')) >= 5],
  ['one of the users', async (client) => (await client.sCard('at:{p0}:shared:user')) >= 1],
  ['one of the keys', async (client) => (await client.sCard('at:{p0}:shared:api-key')) >= 1],
];

test.for(someOf(moments, 1))(
  'a first start that is killed after it made %s is completed by the next one',
  async ([, isReached]) => {
    const client = openDatabase();
    await client.connect();
    const first = start();
    await expect.poll(() => isReached(client), { interval: 1, timeout: 60_000 }).toBe(true);
    first.kill('SIGKILL');
    await first.ended;
    client.destroy();

    const url = await start().ready();
    const { admin, seller1, seller2 } = await readPeople(dataDir);
    for (const { api_key: key, username, password } of [admin, seller1, seller2]) {
      const send = createSend(url, key);
      expect(expectOk(await send('GET', '/platform-member')).response.count).toBe(20);
      expectOk(await send('POST', '/auth', { key: null, body: { username, password } }));
    }
    expect(expectOk(await createSend(url, seller1.api_key)('GET', '/ym-auction-tier')).response.count).toBe(12);
    expect(expectOk(await createSend(url, seller2.api_key)('GET', '/ym-auction-tier')).response.count).toBe(1);
  },
);

test('without the demo there is an administrator and nothing else', async () => {
  const url = await start({ DEMO: '0' }).ready();
  const people = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as {
    role: string;
    api_key: string;
  }[];
  expect(people.map(({ role }) => role)).toEqual(['admin']);
  const answer = await createSend(url, people[0]?.api_key ?? '')('GET', '/platform-member');
  expect(expectOk(answer).response.count).toBe(0);
  const client = openDatabase();
  await client.connect();
  const hash = await client.hGet('at:{p0}:user:1', '_password_hash');
  client.destroy();
  expect(hash, 'its password is hashed at the full cost').toMatch(/^\$argon2id\$v=19\$m=65536,/);
});

test.for(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it in order: requests under way are answered first',
  async (signal) => {
    await putFirstStart(databaseUrl(), dataDir);
    const started = start({ LOG_LEVEL: 'info', DRAIN_MS: '0' });
    const url = await started.ready();
    const { api_key: key } = (await readPeople(dataDir)).seller1;
    const { id: ym_profile_id } = await demoYmProfile(createSend(url, key));
    const begun = request(`${url}/auction`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json', expect: '100-continue' },
    });
    const answered = once(begun, 'response') as Promise<[IncomingMessage]>;
    const isRead = once(begun, 'continue');
    begun.flushHeaders();
    await isRead;
    started.kill(signal);
    await started.logged(/stopping/);
    const outcomes: string[] = [];
    const sendNew = async () => {
      const added = new IdleConnection(url);
      outcomes.push(await added.send({ method: 'GET', path: '/healthz', key }).then(() => 'answered', String));
      added.close();
      return outcomes.at(-1);
    };
    // A connection that the system has accepted for the service, while that ceased to listen, is reset.
    await expect.poll(sendNew).toMatch(/ECONNREFUSED/);
    // It listens for a moment after it has said that it stops, and then no more.
    const firstRefused = outcomes.findIndex((outcome) => outcome !== 'answered');
    expect(outcomes.slice(firstRefused)).not.toContain('answered');
    begun.end(JSON.stringify({ ym_profile_id, seed: 'begun before', bids: [] }));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    expect(await json(answer)).toMatchObject({ response: { auction: { seed: 'begun before' } } });
    expect(await started.ended).toMatchObject({ code: 0, signal: null });
  },
);

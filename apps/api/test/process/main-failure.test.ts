import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings, settingRows } from '../../src/settings/settings.ts';
import type { Environment } from '../fixture/instance.ts';
import { type Ended, MainProcess } from './main-process.ts';

let redis: Awaited<ReturnType<typeof startTemporaryRedis>>;
let dataDir: string;

beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
  dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-main-'));
});
afterAll(async () => {
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (environment: Environment): Promise<Ended> =>
  new MainProcess({ PORT: '0', METRICS_PORT: '0', REDIS_URL: redis.url, DATA_DIR: dataDir, ...environment }).ended;

/** A failure is told in a sentence or two, on standard error alone. */
function expectPlain({ stdout, stderr }: Ended): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/\S/);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr).not.toContain('node_modules');
}

test('all wrong settings are listed at once, each with the value seen', async () => {
  const wrong = {
    PORT: 'high',
    METRICS_PORT: 'low',
    REDIS_URL: 'http://localhost',
    DEMO: 'perhaps',
    DEMO_DAYS: '29',
    WORKERS: '-1',
    REQUIRE_DURABLE: 'yes',
    INACTIVE_DMAS: '501,999',
    LOG_LEVEL: 'loud',
  };
  const ended = await run(wrong);
  expect(ended.code).toBe(2);
  expectPlain(ended);
  for (const name of Object.keys(wrong)) expect(ended.stderr).toMatch(new RegExp(`^\\s*${name} `, 'm'));
  for (const value of ['high', 'low', 'perhaps', '-1', 'yes', '999', 'loud']) expect(ended.stderr).toContain(value);
});

test('a folder for data that cannot be made ends the process with status 2', async () => {
  const ended = await run({ DATA_DIR: '/dev/null/data' });
  expect(ended.code).toBe(2);
  expectPlain(ended);
  expect(ended.stderr).toContain('DATA_DIR');
});

const problemsOf = (environment: Environment): string => {
  const result = readSettings({ REDIS_URL: 'redis://localhost', ...environment });
  return result.ok ? '' : result.problems.join('\n');
};

test.for<[string, Environment]>([
  ['PORT is ', { PORT: '65536' }],
  ['PORT is "-1"', { PORT: '-1' }],
  ['PORT is "80.5"', { PORT: '80.5' }],
  ['REDIS_URL is "localhost:6379"', { REDIS_URL: 'localhost:6379' }],
  ['REDIS_URL is required', { REDIS_URL: '' }],
  ['INACTIVE_DMAS is "New York"', { INACTIVE_DMAS: 'New York' }],
  ...['-1', '1.1', '1e-2', 'half', '0.0000001'].map((RECORD_AUCTIONS): [string, Environment] => [
    'RECORD_AUCTIONS is ',
    { RECORD_AUCTIONS },
  ]),
  ['REQUIRE_DURABEL is no setting, allowed: REQUIRE_DURABLE', { REQUIRE_DURABEL: '1' }],
  ['RECORD_DAY is no setting, allowed: RECORD_DAYS', { RECORD_DAY: '3', LOG_LEVELS: 'x' }],
  ['REDIS_URI is no setting, allowed: REDIS_URL', { REDIS_URI: 'redis://localhost' }],
  ['HOST is "127.0.0.1 ", allowed', { HOST: '127.0.0.1 ' }],
  ['INSTALL_REDIS is "no", allowed: 0 or 1', { INSTALL_REDIS: 'no' }],
  ['percent-encoded', { REDIS_URL: 'redis://user:pass/word@localhost' }],
  ['AWS_SECRET_ACCESS_KEY is not set', { RECORD_URL: 's3://auctions/records', AWS_ACCESS_KEY_ID: 'key' }],
  ['RECORD_URL is "auctions", allowed: file:///folder or s3://bucket/prefix', { RECORD_URL: 'auctions' }],
  ['RECORD_SEAL_SECONDS is 0, allowed: a whole number from 1 to 3600', { RECORD_SEAL_SECONDS: '0' }],
])('a wrong setting is named with what is allowed: %s, %j', ([text, environment]) => {
  const problems = problemsOf(environment);
  expect(problems).toContain(text);
  expect(problems).not.toContain('word@');
});

test('names of other programs are no settings of the service', () => {
  const others = {
    PATH: '/bin',
    HOSTNAME: 'a',
    PORTS: '1',
    REDIS_PORT: '6379',
    AWS_REGION: 'x',
    OTEL_SERVICE_NAMES: 'x',
  };
  expect(problemsOf({ ...others, S3_ENDPOINT: 'http://localhost', HOST: '::1' })).toBe('');
});

/** A server that takes a port and does nothing with it. */
async function takePort(answer?: string): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (answer !== undefined) socket.on('data', () => socket.write(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

test.for<readonly [string, Environment]>([
  ['PORT', {}],
  ['METRICS_PORT', {}],
  ['METRICS_PORT', { WORKERS: '2' }],
])('a port that is taken is named: %s %j', async ([name, environment]) => {
  const taken = await takePort();
  const ended = await run({ [name]: String(taken.port), ...environment });
  await taken.close();
  expect(ended.code).toBe(1);
  expectPlain(ended);
  expect(ended.stderr).toMatch(new RegExp(`^${name}.*${taken.port}`, 'm'));
});

test('one port for requests and scrapes is a wrong setting', async () => {
  const ended = await run({ PORT: '3999', METRICS_PORT: '3999' });
  expect(ended.code).toBe(2);
  expectPlain(ended);
  expect(ended.stderr).toContain('METRICS_PORT is 3999');
});

test('a Redis that cannot be reached is named, with the setting to change', async () => {
  const free = await takePort();
  await free.close();
  const ended = await run({ REDIS_URL: `redis://127.0.0.1:${free.port}` });
  expect(ended.code).toBe(1);
  expectPlain(ended);
  expect(ended.stderr).toContain(`127.0.0.1:${free.port}`);
  expect(ended.stderr).toContain('REDIS_URL');
});

test('a server that answers and is not Redis is named as such', async () => {
  const other = await takePort('HTTP/1.1 400 Bad Request\r\n\r\n');
  const ended = await run({ REDIS_URL: `redis://127.0.0.1:${other.port}` });
  expect(ended.code).toBe(1);
  expectPlain(ended);
  expect(ended.stderr).toContain('not Redis');
  await other.close();
});

test('a wrong password of Redis is reported and not shown', async () => {
  const ended = await run({ REDIS_URL: redis.url.replace(/:[^:@]*@/, ':not-the-password@') });
  expect(ended.code).toBe(1);
  expectPlain(ended);
  expect(ended.stderr).toMatch(/login|password/);
  expect(ended.stderr).not.toContain('not-the-password');
});

test('with REQUIRE_DURABLE=1 a Redis that may lose acknowledged writes is refused', async () => {
  const ended = await run({ REQUIRE_DURABLE: '1' });
  expect(ended.code).toBe(1);
  expectPlain(ended);
  expect(ended.stderr).toMatch(/appendonly|durable/i);
});

test('with DEBUG=1 the error is printed with its stack', async () => {
  const free = await takePort();
  await free.close();
  const ended = await run({ REDIS_URL: `redis://127.0.0.1:${free.port}`, DEBUG: '1' });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^\s+at /m);
});

const required = { REDIS_URL: 'redis://localhost' };

test('reads and writes have a limit of 1000 a minute, auctions none', () => {
  expect(readSettings(required)).toMatchObject({
    ok: true,
    settings: { RATE_LIMIT_READS: 1000, RATE_LIMIT_WRITES: 1000, RATE_LIMIT_AUCTIONS: 0 },
  });
});

test.for(['RATE_LIMIT_READS', 'RATE_LIMIT_WRITES', 'RATE_LIMIT_AUCTIONS'])('%s is a whole number', (name) => {
  expect(readSettings({ ...required, [name]: '0' })).toMatchObject({ ok: true, settings: { [name]: 0 } });
  expect(readSettings({ ...required, [name]: '60' })).toMatchObject({ ok: true, settings: { [name]: 60 } });
  for (const wrong of ['-1', '1.5', 'many', '1000001']) {
    const result = readSettings({ ...required, [name]: wrong });
    expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(new RegExp(`^${name} .*allowed`))] });
  }
});

test.for(['DEMO', 'LOG_LEVEL'])('the error of %s names the value and what is allowed', (name) => {
  const { allowed } = settingRows().find((row) => row.name === name)!;
  expect(readSettings({ ...required, [name]: 'maybe' })).toEqual({
    ok: false,
    problems: [`${name} is "maybe", allowed: ${allowed}`],
  });
});

test('every setting has words for the documents, and an initial value that the service takes', () => {
  const rows = settingRows();
  expect(rows.filter(({ description, allowed }) => description === '' || allowed === '')).toEqual([]);
  const initials = rows.flatMap(({ name, initial }) => (initial === null ? [] : [[name, initial]]));
  expect(readSettings({ ...required, ...Object.fromEntries(initials) })).toEqual(readSettings(required));
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTemporaryRedis, type TemporaryRedis } from '@auction-tiers/tools/redis';
import { someOf } from '@auction-tiers/tools/long';
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext } from 'vitest';
import { readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { MainProcess } from './main-process.ts';

const root = resolve(import.meta.dirname, '../../../..');
const guessed = 'geheim-3f9a';

let redis: TemporaryRedis;
beforeAll(async () => {
  redis = await startTemporaryRedis({ durable: false });
});
afterAll(() => redis.stop());

async function createDataDir(context: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-password-'));
  context.onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Fails where one of the texts, or a file of the data folder, has the password. */
async function expectNoPassword(password: string, dataDir: string, ...texts: readonly string[]): Promise<void> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  for (const text of [...texts, ...contents]) {
    expect(text).not.toContain(password);
  }
}

/** The arguments of a process and of all that it has started, as `ps` shows them to every user. */
async function argumentsOf(pid: number): Promise<readonly string[]> {
  const own = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8')));
  const children = lists.flatMap((list) => list.split(' ')).filter((id) => id.trim() !== '');
  return [own, ...(await Promise.all(children.map((child) => argumentsOf(Number(child))))).flat()];
}

const mostSaid = { LOG_LEVEL: 'trace', DEBUG: '1' };

test('a service that starts, simulates, loses its Redis and ends says its password nowhere', async () => {
  const own = await startTemporaryRedis({ durable: false });
  const { password } = new URL(own.url);
  const dataDir = await createDataDir({ onTestFinished });
  const service = new MainProcess({ REDIS_URL: own.url, DATA_DIR: dataDir, ...mostSaid });
  try {
    const url = await service.ready();
    const send = createSend(url, (await readPeople(dataDir)).seller1.api_key);
    const log = { kind: 'synthetic', auctions: 2000, bids: 5, seed: 's' };
    const started = await send('POST', '/simulation', { body: { ym_profile_id: 1, draft: { tiers: [] }, log } });
    expect(started.status, started.text).toBeLessThan(300);
    await service.logged(/simulation worker.*ready|ready.*simulation worker/);
    if (process.platform === 'linux') {
      const all = await argumentsOf(service.pid);
      expect(all.join('\n')).toContain('simulator');
      expect(all.join('\n')).not.toContain(password);
    }
    await own.stop();
    expect((await send('GET', '/ym-profile')).status).toBe(503);
    await service.logged(/Redis/);
  } finally {
    const { stdout, stderr } = await service.stop();
    await own.stop();
    await expectNoPassword(password, dataDir, stdout, stderr);
  }
});

/** `all`: the simulation worker and the admin commands are tried as well; each case of them takes other code. */
const places: readonly [string, 'service' | 'all', () => string][] = [
  ['with a wrong password', 'all', () => `redis://:${guessed}@127.0.0.1:${redis.port}`],
  ['out of reach', 'service', () => `redis://ann:${guessed}@127.0.0.1:1`],
  ['over TLS, which it does not have', 'service', () => `rediss://:${guessed}@127.0.0.1:${redis.port}`],
  ['behind sentinels out of reach', 'all', () => `redis+sentinel://ann:${guessed}@127.0.0.1:1,127.0.0.1:2/main`],
  ['behind a sentinel that is none', 'service', () => `redis+sentinel://:${guessed}@127.0.0.1:${redis.port}/main`],
  ['of a cluster that is none', 'service', () => `redis+cluster://:${guessed}@127.0.0.1:${redis.port}`],
  ['at a socket that is not there', 'service', () => `unix://:${guessed}@/nowhere/redis.sock`],
  ['without the @', 'all', () => `redis://ann:${guessed}`],
  ['of another kind', 'service', () => `http://ann:${guessed}@127.0.0.1`],
  ['that is nothing but a password', 'service', () => `:${guessed}@`],
];

test.concurrent.for(someOf(places, 4))(
  'a Redis %s: what is started ends without its password',
  async ([, which, address], context) => {
    const dataDir = await createDataDir(context);
    const settings = { REDIS_URL: address(), DATA_DIR: dataDir, ...mostSaid };
    const others = () => [
      run('apps/simulator/src/main.ts', ['worker'], settings),
      run('apps/api/src/admin/main.ts', ['create-member', '--name', 'M'], settings),
    ];
    const all = await Promise.all([new MainProcess(settings).ended, ...(which === 'all' ? others() : [])]);
    for (const { code, stdout, stderr } of all) {
      expect(code).toBeGreaterThan(0);
      expect(stderr).toMatch(/\S/);
      await expectNoPassword(guessed, dataDir, stdout, stderr);
    }
  },
);

async function run(program: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];
  const child = spawn(process.execPath, [...flags, join(root, program), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += String(text)));
  child.stderr.on('data', (text: Buffer) => (stderr += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

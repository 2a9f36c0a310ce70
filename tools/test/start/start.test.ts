import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../redis/ask.ts';
import type { Program } from '../fixture/process.ts';
import { connectionClosed, isRunning, run } from '../fixture/process.ts';

type Given = { readonly pid: number; readonly redisUrl: string; readonly ownRedis?: string };
type Started = Program & { readonly url: string; readonly given: Given };

const program = join(import.meta.dirname, '../fixture/start.ts');

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-start-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Starts the small service as `npm start` starts the real one, and waits until it is ready. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const started = run(program, [], { ...process.env, REDIS_URL: '', DATA_DIR: dir, ...env });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.exitCode;
  });
  const url = (await started.said(/ready (http:\S+)/))[1] ?? '';
  const given = (await (await fetch(url)).json()) as Given;
  return { ...started, url, given };
}

/** Signals the whole group, as a terminal does at Ctrl-C and when it is closed. */
function signalGroup({ child }: Program, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, signal);
}

function redisPid(url: string): Promise<number> {
  return ask(
    { socket: fileURLToPath(url.replace(/^unix:/, 'file:')) },
    'INFO server',
    AbortSignal.timeout(10_000),
  ).then((text) => Number(/process_id:(\d+)/.exec(text ?? '')?.[1]));
}

test.for([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGHUP', 'SIGINT'],
] as const)(
  '%s reaches the service as %s: it answers what it has accepted and ends, then Redis',
  async ([signal, received]) => {
    const started = await start();
    const redis = await redisPid(started.given.redisUrl);
    const slow = fetch(`${started.url}/slow`).then((response) => response.text());
    await started.said(/asked for \/slow/);

    signalGroup(started, signal);
    expect(await slow).toBe('answered');
    expect(await started.exitCode).toBe(0);
    expect(started.output()).toContain(`service stopping: ${received}`);
    expect(started.output()).toContain('service stopped');
    expect([started.given.pid, redis].filter(isRunning)).toEqual([]);
  },
);

test('a Ctrl-C that npm repeats does not interrupt requests', async () => {
  const started = await start();
  const slow = fetch(`${started.url}/slow`).then((response) => response.text());
  await started.said(/asked for \/slow/);
  signalGroup(started, 'SIGINT');
  started.child.kill('SIGINT');
  expect(await slow).toBe('answered');
  expect(await started.exitCode).toBe(0);
});

test('a second Ctrl-C ends a service that still waits, and Redis', async () => {
  const started = await start();
  const redis = await redisPid(started.given.redisUrl);
  const stuck = fetch(`${started.url}/stuck`);
  stuck.catch(() => undefined);
  await started.said(/asked for \/stuck/);

  signalGroup(started, 'SIGINT');
  await started.said(/service stopping/);
  const again = setInterval(() => signalGroup(started, 'SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  // No further Ctrl-C here: it could arrive when Node has already removed its signal handlers.
  await expect(stuck).rejects.toThrow();
  clearInterval(again);
  expect(await started.exitCode).toBe(128 + 9);
  expect([started.given.pid, redis].filter(isRunning)).toEqual([]);
});

test('a service that ends by itself gives its exit code, and Redis ends too', async () => {
  const started = await start();
  const redis = await redisPid(started.given.redisUrl);
  await expect(fetch(`${started.url}/exit`)).rejects.toThrow();
  expect(await started.exitCode).toBe(7);
  expect(isRunning(redis)).toBe(false);
});

test('no process is left when it is killed', async () => {
  const started = await start();
  const closed = [connectionClosed(started.url), connectionClosed(started.given.redisUrl)];
  started.child.kill('SIGKILL');
  await Promise.all(closed);
  await started.said(/service stopped/);
});

test('a Redis that ends by itself is restarted at the same address, with one line of output', async () => {
  const started = await start();
  const { redisUrl } = started.given;
  process.kill(await redisPid(redisUrl), 'SIGKILL');
  await started.said(/^Redis ended unexpectedly \(ended by SIGKILL\); starting it again\.$/m);
  await expect.poll(() => redisPid(redisUrl), { timeout: 60_000 }).toBeGreaterThan(0);
});

test('a Redis that keeps ending is started again and again, after longer and longer waits, and the service goes on', async () => {
  const started = await start();
  const killed = new Set<number>();
  let pid = 0;
  const isNext = async () => {
    pid = await redisPid(started.given.redisUrl);
    return pid > 0 && !killed.has(pid);
  };
  for (let kill = 0; kill < 6; kill++) {
    await expect.poll(isNext, { timeout: 60_000 }).toBe(true);
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
  }
  await expect.poll(isNext, { timeout: 60_000 }).toBe(true);
  const waits = [...started.output().matchAll(/Redis ended .*starting it again in (\S+) s/g)].map(([, s]) => Number(s));
  expect(waits).toEqual([0.5, 1, 2, 4, 8]);
  expect(isRunning(started.given.pid)).toBe(true);
});

test('the service learns that the Redis is its own; a REDIS_URL is passed on unchanged', async () => {
  const own = await start();
  expect(own.given.ownRedis).toBe('1');
  const other = await start({ REDIS_URL: own.given.redisUrl });
  expect(other.given).toMatchObject({ redisUrl: own.given.redisUrl });
  expect(other.given.ownRedis).toBeUndefined();

  signalGroup(other, 'SIGTERM');
  expect(await other.exitCode).toBe(0);
  expect(await redisPid(own.given.redisUrl)).toBeGreaterThan(0);
});

test('the service starts once all is prepared', async () => {
  const started = await start();
  expect(started.output()).toMatch(/^prepared$[^]*^ready /m);
});

test('Ctrl-C while something is prepared ends it, and no service starts', async () => {
  const starting = run(program, [], { ...process.env, REDIS_URL: '', DATA_DIR: dir, PREPARE: 'wait' });
  await starting.said(/preparing/);
  signalGroup(starting, 'SIGINT');
  expect(await starting.exitCode).toBe(0);
  expect(starting.output()).toContain('prepared');
  expect(starting.output()).not.toContain('ready');
});

test('a second start with the same data folder says so in a sentence, and ends', async () => {
  await start();
  const second = run(program, [], { ...process.env, REDIS_URL: '', DATA_DIR: dir });
  expect(await second.exitCode).toBe(1);
  expect(second.output()).toContain(`A Redis already runs in ${dir}/redis. Stop the program that started it`);
  expect(second.output()).not.toContain('    at ');
});

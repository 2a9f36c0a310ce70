import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../redis/ask.ts';
import { adviseInstall, findRedisServer, parseServerVersion } from '../../redis/find-server.ts';
import type { RunningRedis } from '../../redis/index.ts';
import { startRedis, startTemporaryRedis } from '../../redis/index.ts';
import { connectionClosed, isRunning, run } from '../fixture/process.ts';

const parent = join(import.meta.dirname, '../fixture/redis-parent.ts');

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-test-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A Redis in the test's folder that ends with the test. */
async function start(port?: number): Promise<RunningRedis> {
  const redis = await startRedis(port === undefined ? { dir } : { dir, port });
  onTestFinished(() => redis.stop());
  return redis;
}

function tell(url: string, command: string): Promise<string | undefined> {
  const { port, password } = new URL(url);
  return ask({ port: Number(port), password }, command, AbortSignal.timeout(10_000));
}

test('it answers at its address and writes everything to the disk before it answers', async () => {
  const { url } = await start();
  expect(await tell(url, 'PING')).toContain('+PONG');
  expect(await tell(url, 'CONFIG GET appendonly')).toContain('yes');
  expect(await tell(url, 'CONFIG GET appendfsync')).toContain('always');
});

test('without its password nothing can be read', async () => {
  const { port } = await start();
  expect(await tell(`redis://:guess@127.0.0.1:${port}`, 'GET name')).toContain('NOAUTH');
});

test('only the owner can read the password: it is in no argument, and in no file that other users may read', async () => {
  const { url, pid } = await start();
  const { password } = new URL(url);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dir, 'redis.conf'))).mode & 0o777).toBe(0o600);
  if (process.platform === 'linux') expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(password);
});

test('a stopped Redis leaves no process, and may be stopped again', async () => {
  const redis = await start();
  await redis.stop();
  expect(isRunning(redis.pid)).toBe(false);
  expect(await redis.ended).toEqual({ stopped: true, reason: 'stopped' });
  await redis.stop();
});

test('an acknowledged write survives a killed Redis, which starts again at the same address', async () => {
  const first = await start();
  expect(await tell(first.url, 'SET tier 1110')).toContain('+OK');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.ended).toEqual({ stopped: false, reason: 'ended by SIGKILL' });

  const second = await start(first.port);
  expect(second.url).toBe(first.url);
  expect(await tell(second.url, 'GET tier')).toContain('1110');
});

test('a second Redis in the same folder is refused, and the first one keeps running', async () => {
  const { url } = await start();
  await expect(startRedis({ dir })).rejects.toThrow(`A Redis already runs in ${dir}.`);
  expect(await tell(url, 'PING')).toContain('+PONG');
});

test('a port that another program uses is refused, with its number', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startRedis({ dir, port })).rejects.toThrow(`Port ${port} is taken`);
});

test('a folder whose former port is now used by another program gets another port', async () => {
  const first = await start();
  await first.stop();
  const other = createServer((socket) => socket.destroy()).listen(first.port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const second = await start();
  expect(second.port).not.toBe(first.port);
  expect(await tell(second.url, 'PING')).toContain('+PONG');
});

test('a temporary Redis deletes its folder', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  expect(await tell(redis.url, 'CONFIG GET appendonly')).toContain('no');
  await redis.stop();
  await expect(stat(redis.dir)).rejects.toThrow('ENOENT');
});

test('it ends with the process that started it, even when that is killed', async () => {
  const program = run(parent, [dir]);
  const { url, pid } = JSON.parse((await program.said(/\{.*\}/))[0]) as { url: string; pid: number };
  const closed = connectionClosed(url);
  program.child.kill('SIGKILL');
  await closed;
  await expect.poll(() => isRunning(pid)).toBe(false);
  // And its keeper has let go of the folder.
  await expect.poll(() => start().catch(() => undefined), { timeout: 10_000 }).toBeDefined();
});

test.runIf(process.platform === 'linux')('one whose keeper was killed too is ended by the next start', async () => {
  const program = run(parent, [dir]);
  const { url, pid } = JSON.parse((await program.said(/\{.*\}/))[0]) as { url: string; pid: number };
  await tell(url, 'SET tier 1110');
  const keeper = /^PPid:\t(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  program.child.kill('SIGSTOP');
  process.kill(Number(keeper), 'SIGKILL');
  program.child.kill('SIGKILL');
  await program.exitCode;
  expect(isRunning(pid)).toBe(true);

  const closed = connectionClosed(url);
  const lines: string[] = [];
  const next = await startRedis({ dir, log: (line) => lines.push(line) });
  onTestFinished(() => next.stop());
  await closed;
  expect(lines).toEqual([`Stopped a Redis that was left running in ${dir}.`]);
  expect(await tell(next.url, 'GET tier')).toContain('1110');
});

test.for([
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0', '7.0.15'],
  ['Valkey server v=8.1.3 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1', '8.1.3'],
  ['Redis server v=255.255.255 sha=1a2b3c4d:1 malloc=libc bits=64 build=1', '255.255.255'],
  ['command not found', undefined],
] as const)('the version in "%s" is %s', ([output, version]) => {
  expect(parseServerVersion(output)).toBe(version);
});

test('without a server on the PATH the issue says so', () => {
  expect(findRedisServer(dir)).toMatchObject({ ok: false, reason: 'absent' });
});

test('a Redis before 7.0 is named with its version, and a Valkey beside it is used', async () => {
  const answer = async (name: string, version: string) => {
    await writeFile(join(dir, name), `#!/bin/sh\necho "${version}"\n`);
    await chmod(join(dir, name), 0o755);
  };
  await answer('redis-server', 'Redis server v=6.2.14 sha=0 bits=64');
  const tooOld = findRedisServer(dir);
  expect(tooOld).toMatchObject({ ok: false, reason: 'too_old' });
  expect(tooOld).toHaveProperty('issue', expect.stringContaining('6.2.14'));

  await answer('valkey-server', 'Valkey server v=7.2.5 sha=0 bits=64');
  expect(findRedisServer(dir)).toMatchObject({ ok: true, server: { name: 'valkey-server', version: '7.2.5' } });
});

test.for([
  ['linux', 'apt-get install redis-server'],
  ['darwin', 'brew install redis'],
  ['win32', 'REDIS_URL='],
] as const)('on %s the advice is %s', ([platform, command]) => {
  expect(adviseInstall(platform)).toContain(command);
});

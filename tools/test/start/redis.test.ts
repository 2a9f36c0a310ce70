import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ask, type RedisAddress } from '../../redis/ask.ts';
import { readAddress } from '../../redis/data-folder.ts';
import { findRedisServer, parseServerVersion, placeLink } from '../../redis/find-server.ts';
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
async function start(options: { readonly socket?: string; readonly dir?: string } = {}): Promise<RunningRedis> {
  const redis = await startRedis({ dir, ...options });
  onTestFinished(() => redis.stop());
  return redis;
}

function tell({ socket }: Pick<RunningRedis, 'socket'>, command: string): Promise<string | undefined> {
  return ask({ socket }, command, AbortSignal.timeout(10_000));
}

test('it answers at its address and writes everything to the disk before it answers', async () => {
  const redis = await start();
  expect(await tell(redis, 'PING')).toContain('+PONG');
  expect(await tell(redis, 'CONFIG GET appendonly')).toContain('yes');
  expect(await tell(redis, 'CONFIG GET appendfsync')).toContain('always');
  expect(await tell(redis, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
});

test('it has a socket in a folder that only its owner may open, and no port', async () => {
  const redis = await start();
  expect(redis.socket).toBe(join(dir, 'redis.sock'));
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await stat(redis.socket)).mode & 0o777).toBe(0o700);
  expect(await tell(redis, 'CONFIG GET port')).toContain('$1\r\n0\r\n');
  if (process.platform === 'linux') expect(await listeningInodes(redis.pid)).toEqual([]);
});

/** The sockets of a process that listen on a TCP port. */
async function listeningInodes(pid: number): Promise<readonly string[]> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
  const listening = tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .map((columns) => columns[9] ?? '');
  return listening.filter((inode) => links.includes(`socket:[${inode}]`));
}

test.runIf(process.getuid?.() === 0)('another user of the machine cannot connect', async () => {
  const redis = await start();
  const connect =
    "require('node:net').connect(process.argv[1]).on('error', (e) => console.log(e.code)).on('connect', () => process.exit(9))";
  const other = spawnSync(process.execPath, ['-e', connect, redis.socket], {
    uid: 65_534,
    gid: 65_534,
    encoding: 'utf8',
    cwd: '/',
  });
  expect(other).toMatchObject({ status: 0, stdout: 'EACCES\n' });
});

test('a data folder whose path is too long for a socket has it in a private folder elsewhere, until it is stopped', async () => {
  const long = join(dir, 'd'.repeat(100), 'e'.repeat(100));
  const first = await start({ dir: long });
  const folder = dirname(first.socket);
  expect(folder.startsWith(tmpdir())).toBe(true);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await tell(first, 'SET tier 1110')).toContain('+OK');
  // The service's connections lead to the same socket after a restart.
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await rm(folder, { recursive: true });
  const second = await start({ dir: long, socket: first.socket });
  expect(await tell(second, 'GET tier')).toContain('1110');
  expect(readAddress(long)).toEqual({ socket: first.socket });
  await second.stop();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('the socket of a folder is not used where another user may have made it', async () => {
  const long = join(dir, 'd'.repeat(100), 'e'.repeat(100));
  const first = await start({ dir: long });
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await chmod(dirname(first.socket), 0o755);
  expect(readAddress(long)).toBeUndefined();
  await expect(start({ dir: long, socket: first.socket })).rejects.toThrow('open to other users');
  const second = await start({ dir: long });
  expect(second.socket).not.toBe(first.socket);
  await rm(dirname(first.socket), { recursive: true });
});

test('a folder that can hold no socket has it elsewhere', async () => {
  await mkdir(join(dir, 'redis.sock', 'in the way'), { recursive: true });
  const redis = await start();
  expect(redis.socket.startsWith(dir)).toBe(false);
  expect(await tell(redis, 'PING')).toContain('+PONG');
});

test('a folder that was moved has its socket where it is now', async () => {
  const first = await start({ dir: join(dir, 'before') });
  await tell(first, 'SET tier 1110');
  await first.stop();
  await rename(join(dir, 'before'), join(dir, 'now'));
  const second = await start({ dir: join(dir, 'now') });
  expect(second.socket).toBe(join(dir, 'now', 'redis.sock'));
  expect(await tell(second, 'GET tier')).toContain('1110');
});

/** A Redis as the version before sockets left it: a port, and a password in its configuration. */
async function startFormer(): Promise<{ readonly child: ChildProcess; readonly address: RedisAddress }> {
  const found = findRedisServer();
  if (!found.ok) throw new Error(found.issue);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const address = { port, password: 'f0'.repeat(24) };
  const settings = ['bind 127.0.0.1', `port ${port}`, `requirepass ${address.password}`, 'dir ./', 'appendonly yes'];
  await writeFile(join(dir, 'redis.conf'), `${settings.join('\n')}\n`);
  const child = spawn(found.server.file, ['redis.conf'], { cwd: dir, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => ask(address, 'SET tier 1110', AbortSignal.timeout(1000))).toContain('+OK');
  return { child, address };
}

test('a folder of the version that had a port and a password keeps its data, without either', async () => {
  const { child } = await startFormer();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const redis = await start();
  expect(await tell(redis, 'GET tier')).toContain('1110');
  expect(await readFile(join(dir, 'redis.conf'), 'utf8')).not.toContain('requirepass');
});

test('a Redis that the version with a port left running is stopped first', async () => {
  const { child } = await startFormer();
  const ended = once(child, 'exit');
  const redis = await start();
  await ended;
  expect(await tell(redis, 'GET tier')).toContain('1110');
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
  expect(await tell(first, 'SET tier 1110')).toContain('+OK');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.ended).toEqual({ stopped: false, reason: 'ended by SIGKILL' });

  const second = await start({ socket: first.socket });
  expect(second.url).toBe(first.url);
  expect(await tell(second, 'GET tier')).toContain('1110');
});

test('a second Redis in the same folder is refused, and the first one keeps running', async () => {
  const redis = await start();
  await expect(startRedis({ dir })).rejects.toThrow(`A Redis already runs in ${dir}.`);
  expect(await tell(redis, 'PING')).toContain('+PONG');
});

test('a temporary Redis listens on a port too, with a password, and deletes its folder', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  const { password } = new URL(redis.url);
  const tellPort = (known: string) =>
    ask({ port: redis.port, password: known }, 'CONFIG GET appendonly', AbortSignal.timeout(10_000));
  expect(await tellPort(password)).toContain('no');
  expect(await tellPort('guess')).toContain('NOAUTH');
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
  await expect.poll(() => start().catch(() => undefined), { timeout: 60_000 }).toBeDefined();
});

test.runIf(process.platform === 'linux')('one whose keeper was killed too is ended by the next start', async () => {
  const program = run(parent, [dir]);
  const { url, pid } = JSON.parse((await program.said(/\{.*\}/))[0]) as { url: string; pid: number };
  await tell({ socket: join(dir, 'redis.sock') }, 'SET tier 1110');
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
  expect(await tell(next, 'GET tier')).toContain('1110');
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

test('the link to the server is there at every moment while other processes make it too', async () => {
  const link = join(dir, 'cache', 'redis-server');
  placeLink(process.execPath, link);
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const program = new URL('../fixture/place-link.ts', import.meta.url);
  const workerData = { target: process.execPath, link, times: 2000, ended };
  const threads = Array.from({ length: 2 }, () => new Worker(program, { workerData }));
  const exits = Promise.all(threads.map((thread) => once(thread, 'exit')));
  let misses = 0;
  while (Atomics.load(ended, 0) < threads.length) if (!existsSync(link)) misses++;
  await exits;
  expect(misses).toBe(0);
  expect(await readdir(dirname(link))).toEqual(['redis-server']);
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

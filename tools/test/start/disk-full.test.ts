import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../redis/ask.ts';
import { programInOneFile } from '../../program/index.ts';
import { mebibyte, mountSmallDisk } from '../../system/small-disk.ts';
import { isRunning, run } from '../fixture/process.ts';

const starter = join(import.meta.dirname, '../fixture/start.ts');
const soon = { timeout: 90_000, interval: 100 };

test('while the disk of the own Redis is full auctions and reads go on, writes are refused, and all recovers with space', async ({
  skip,
}) => {
  const disk = mountSmallDisk();
  if (disk === undefined) return skip();
  onTestFinished(() => disk.remove());
  const { dir } = disk;
  // What an interrupted rewrite leaves behind.
  mkdirSync(join(dir, 'redis/appendonlydir'), { recursive: true });
  const leftover = join(dir, 'redis/appendonlydir/temp-rewriteaof-bg-17.aof');
  writeFileSync(leftover, 'x');
  const entry = await programInOneFile(resolve(import.meta.dirname, '../../../apps/api/src/main.ts'));
  const settings = { ENTRY: entry, DATA_DIR: dir, REDIS_URL: '', PORT: '0', METRICS_PORT: '0', DEMO_DAYS: '0' };
  const started = run(starter, [], { ...process.env, ...settings, SIMULATION_WORKER: '0', RATE_LIMIT_WRITES: '0' });
  onTestFinished(async () => {
    started.child.kill('SIGTERM');
    await started.exitCode;
  });
  const url = (await started.said(/^ready (http:\S+)$/m))[1] ?? '';
  expect(existsSync(leftover)).toBe(false);
  const people = JSON.parse(readFileSync(join(dir, 'credentials.json'), 'utf8')) as { readonly api_key: string }[];
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: people[1]?.api_key ?? '', 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };
  const statusOf = async (method: string, path: string, body?: object) => (await send(method, path, body)).status;
  const write = () => statusOf('POST', '/profile', { name: 'P', description: 'x'.repeat(1000) });
  const others = async () => [
    await statusOf('POST', '/auction', { ym_profile_id: 1, bids: [{ id: 'a', member_id: 101, price: 3 }] }),
    await statusOf('GET', '/ym-auction-tier'),
  ];
  const socket = join(dir, 'redis/redis.sock');
  const redisPid = async () => {
    const text = await ask({ socket }, 'INFO server', AbortSignal.timeout(5000));
    return Number(/process_id:(\d+)/.exec(text ?? '')?.[1]);
  };
  expect([await write(), ...(await others())]).toEqual([200, 200, 200]);
  const pid = await redisPid();

  disk.fill(40 * mebibyte);
  await expect.poll(write, soon).toBe(503);
  expect(await others()).toEqual([200, 200]);
  expect((await send('GET', '/readyz/writes')).text).toContain('its disk has 96 MiB free');
  expect(await redisPid()).toBe(pid);

  // Another program takes the rest, and Redis ends.
  disk.fill(0);
  process.kill(pid, 'SIGKILL');
  await started.said(/Redis ended unexpectedly/);
  expect((await others())[0]).toBe(200);
  await expect.poll(redisPid, soon).not.toBe(NaN);
  await expect.poll(others, soon).toEqual([200, 200]);
  expect(await write()).toBe(503);

  disk.free();
  await expect.poll(write, soon).toBe(200);
  expect(started.output()).not.toMatch(/Stopping/);
  expect(isRunning(started.child.pid ?? 0)).toBe(true);
});

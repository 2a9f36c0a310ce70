import { join } from 'node:path';
import { createRedisClient } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import type { ReplayTask } from '../../src/run/task.ts';
import type { ReplayOrder } from '../../src/run/replay.ts';
import { replay } from '../../src/run/replay.ts';
import { distributeReplay } from '../../src/job/distribute-replay.ts';
import { jobVersion, processReplayJob, resultsKey, taskKey } from '../../src/job/replay-job.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallLogText, writeLog } from '../fixture/small-log.ts';
import { WorkerProcess } from './worker-process.ts';

async function openRedis() {
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  const { url } = redis;
  const client = createRedisClient(url, { connectMs: 5000, commandMs: 5000 });
  await client.connect();
  onTestFinished(() => client.disconnect());
  /** The same Redis over its socket. */
  const socketUrl = `unix://:${new URL(url).password}@${redis.socket}`;
  return { url, socketUrl, client };
}

function replayOf(folder: string, files: readonly string[], more: Partial<ReplayOrder> = {}) {
  return replay({
    files: files.map((name) => join(folder, name)),
    loaded: loadDemoTierSet(),
    target: undefined,
    fee: chooseFee({ option: 150_000 }),
    isStrict: false,
    onBrokenLine: () => {},
    ...more,
  });
}

test('a worker that is killed in the middle changes nothing in the report', async () => {
  const folder = createFolder();
  const { socketUrl: url, client } = await openRedis();
  const order = { auctionCount: 5000, bidCount: 12, seed: 's', format: 'own', params: defaultParams } as const;
  // The compressed file is one part, so long that a worker cannot complete it before it is killed.
  await generate(order, join(folder, 'log.gz'));
  await generate({ ...order, auctionCount: 1000, seed: 't' }, join(folder, 'log'));
  const alone = await replayOf(folder, ['log.gz', 'log']);

  const first = new WorkerProcess(folder, url);
  await first.prints(/^ready/m);
  const notices: string[] = [];
  const distribute = distributeReplay({ redisUrl: url, onNotice: (line) => notices.push(line) });
  const replayed = replayOf(folder, ['log.gz', 'log'], { distribute });
  await first.prints(/part 1: begun/);
  expect(await first.end('SIGKILL')).toBeNull();
  const second = new WorkerProcess(folder, url);
  const shared = await replayed;
  expect(first.printed).not.toContain('part 1: done');
  expect(second.printed).toContain('part 1: done');
  expect(JSON.stringify(shared.report)).toBe(JSON.stringify(alone.report));
  expect(shared.timing.auction_ns?.auctions).toBe(6000);
  expect(notices).toEqual([]);

  expect(await second.end('SIGTERM')).toBe(0);
  const left = await client.keys('*');
  expect(left.filter((key) => !/:(?:id|meta|events|stalled-check)$/.test(key))).toEqual([]);
  expect(left.every((key) => key.startsWith('{auction-tiers-simulator}:'))).toBe(true);
});

test('a broken line that ends the replay ends it with the sentence of the worker, and nothing is left', async () => {
  const folder = createFolder();
  const { url, client } = await openRedis();
  writeLog(folder, `${smallLogText}oops\n`);
  const worker = new WorkerProcess(folder, url);
  await worker.prints(/^ready/m);
  const args = ['replay', '--in', 'log.jsonl', '--distributed', '--strict'];
  const { exitCode, stdout, stderr } = await runSimulator(folder, args, { REDIS_URL: url });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toContain(`${join(folder, 'log.jsonl')}, line 5 is not a JSON object.\n`);
  expect(await client.keys('*:run:*')).toEqual([]);
});

test.for([
  [undefined, { exitCode: 2, message: expect.stringContaining('REDIS_URL is not set') }],
  ['http://a', { exitCode: 2, message: expect.stringContaining('"http://a" is not a Redis address') }],
  [
    'redis://127.0.0.1:1',
    { exitCode: 1, message: expect.stringMatching(/^Redis at redis:\/\/127.0.0.1:1 cannot be reached/) },
  ],
] as const)('a distributed replay needs a Redis: %s', async ([redisUrl, failure]) => {
  const folder = createFolder();
  writeLog(folder);
  const distribute = distributeReplay({ redisUrl, onNotice: () => {} });
  await expect(replayOf(folder, ['log.jsonl'], { distribute })).rejects.toMatchObject(failure);
});

test.for([
  {
    change: { version: jobVersion + 1 },
    message: /jobs of version \d+, not \d+/,
  },
  { change: { bytes: 1 }, message: /finds \d+ bytes in .*log\.jsonl, and it had 1 where the replay began/ },
  { change: { name: 'none.jsonl' }, message: /cannot read .*none\.jsonl .*under the same path on every machine\.$/ },
  { change: {}, message: undefined },
])('a worker says why it cannot do a part: $change', async ({ change, message }) => {
  const folder = createFolder();
  const { client } = await openRedis();
  const { source: tiers } = loadDemoTierSet();
  const task: ReplayTask = {
    kind: 'replay',
    tiers,
    seats: { mapped: [], ofSeller: [], memberOfName: [] },
    currency: 'USD',
    rates: {},
    fee: chooseFee({}),
    isStrict: false,
  };
  await client.set(taskKey('r'), JSON.stringify(task));
  writeLog(folder);
  const { name, version, bytes } = { name: 'log.jsonl', version: jobVersion, bytes: smallLogText.length, ...change };
  const file = join(folder, name);
  const source = { file, form: 'jsonl', compression: 'none' };
  const part = { kind: 'json', source, fileNumber: 1, startByte: 0, firstLine: 1 };
  const job = { version, run: 'r', at: 0, part, files: [{ file, bytes }] };
  await processReplayJob(job, { client, tell: async () => {}, say: () => {} });
  const result = JSON.parse((await client.hget(resultsKey('r'), '0')) ?? '');
  expect(result.ok).toBe(message === undefined);
  if (message !== undefined) expect(result).toMatchObject({ exitCode: 1, message: expect.stringMatching(message) });
});

test('a job of a replay that has ended is skipped', async () => {
  const { client } = await openRedis();
  const said: string[] = [];
  const job = { version: jobVersion, run: 'gone', at: 0, part: {}, files: [] };
  await processReplayJob(job, { client, tell: async () => {}, say: (line) => said.push(line) });
  expect(said).toEqual([expect.stringMatching(/^replay gone, part 1: skipped/)]);
});

test('a worker whose replay ends while it replays a part leaves no result', async () => {
  const folder = createFolder();
  const { client } = await openRedis();
  const { source: tiers } = loadDemoTierSet();
  const task: ReplayTask = {
    kind: 'replay',
    tiers,
    seats: { mapped: [], ofSeller: [], memberOfName: [] },
    currency: 'USD',
    rates: {},
    fee: chooseFee({}),
    isStrict: false,
  };
  await client.set(taskKey('r'), JSON.stringify(task));
  writeLog(folder);
  const file = join(folder, 'log.jsonl');
  const source = { file, form: 'jsonl', compression: 'none' };
  const part = { kind: 'json', source, fileNumber: 1, startByte: 0, firstLine: 1 };
  const job = { version: jobVersion, run: 'r', at: 0, part, files: [{ file, bytes: smallLogText.length }] };
  const said: string[] = [];
  const say = (line: string) => {
    said.push(line);
    if (line.endsWith('begun')) void client.del(taskKey('r'));
  };
  await processReplayJob(job, { client, tell: async () => {}, say });
  expect(said.at(-1)).toMatch(/its replay has ended/);
  expect(await client.keys('*')).toEqual([]);
});

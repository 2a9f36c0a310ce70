import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ask } from '../../redis/ask.ts';
import { cutUnfinishedTransaction, findRedisServer, startRedis } from '../../redis/index.ts';
import { placeLink } from '../../redis/find-server.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-test-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

const written = () => join(dir, 'appendonlydir/appendonly.aof.1.incr.aof');

/** Runs a Redis in the folder while these commands are sent to it; gives its replies. */
async function tell(...commands: readonly string[]): Promise<readonly (string | undefined)[]> {
  const redis = await startRedis({ dir });
  const replies: (string | undefined)[] = [];
  try {
    for (const command of commands) replies.push(await ask(redis, command, AbortSignal.timeout(10_000)));
  } finally {
    await redis.stop();
  }
  return replies;
}

/** A folder whose Redis was killed while it wrote a transaction: of its bytes, from MULTI to EXEC, these are there. */
async function killed(bytesOfTransaction: (transaction: Buffer) => number): Promise<void> {
  await tell('SET before 1');
  const start = (await readFile(written())).length;
  await tell(`EVAL "redis.call('SET', 'half', 1) redis.call('SET', 'whole', 1)" 0`);
  const transaction = (await readFile(written())).subarray(start);
  await truncate(written(), start + bytesOfTransaction(transaction));
}

type Cut = readonly [string, (transaction: Buffer) => number];
const cuts: readonly Cut[] = [
  ['in the midst of its first command', (bytes) => bytes.indexOf('half') + 2],
  ['in the midst of its second command', (bytes) => bytes.indexOf('whole') + 2],
  ['between two commands', (bytes) => bytes.indexOf('*3', bytes.indexOf('half'))],
  ['in the midst of its end', (bytes) => bytes.indexOf('EXEC') + 2],
];

test.for(cuts)(
  'a transaction that a kill has cut off %s never comes to life, and what is written after it stays',
  async ([, at]) => {
    await killed(at);
    expect(await tell('MGET before half whole', 'SET after 1')).toEqual([
      expect.stringContaining('*3\r\n$1\r\n1\r\n$-1\r\n$-1\r\n'),
      expect.stringContaining('+OK'),
    ]);
    const atNextLoad = await tell('MGET before half whole after');
    expect(atNextLoad).toEqual([expect.stringContaining('*4\r\n$1\r\n1\r\n$-1\r\n$-1\r\n$1\r\n1\r\n')]);
  },
);

test('a file that ends with a whole transaction, or has none, stays as it is', async () => {
  await killed((transaction) => transaction.length);
  const before = await readFile(written());
  expect(cutUnfinishedTransaction(dir)).toBe(0);
  expect(await readFile(written())).toEqual(before);
  await writeFile(written(), '');
  expect(cutUnfinishedTransaction(dir)).toBe(0);
});

test('a folder without an append-only file has nothing to cut off', () => {
  expect(cutUnfinishedTransaction(dir)).toBe(0);
});

/** Runs the script that starts the Redis of other installations; that one prints its version and ends. */
function startScript(): string {
  const found = findRedisServer();
  if (!found.ok) throw new Error(found.issue);
  // One program, which does what the name says that it is started by.
  for (const name of ['redis-server', 'redis-check-aof']) placeLink(found.server.file, join(dir, 'bin', name));
  const path = `${join(dir, 'bin')}:${process.env['PATH']}`;
  const script = join(import.meta.dirname, '../../../deploy/redis/start.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script, '--version'], {
    cwd: dir,
    env: { PATH: path },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/ v=\d/);
  return stdout;
}

test.for(cuts)('the script that starts other Redis cuts one off that ends %s at the same byte', async ([, at]) => {
  await killed(at);
  const file = await readFile(written());
  expect(startScript()).toContain('unfinished transaction');
  const cut = await readFile(written());
  await writeFile(written(), file);
  cutUnfinishedTransaction(dir);
  expect(await readFile(written())).toEqual(cut);
  expect(cut.length).toBeLessThan(file.length);
});

test('the script leaves a whole file as it is, and other damage too', async () => {
  startScript();
  await killed((transaction) => transaction.length);
  const whole = await readFile(written());
  startScript();
  expect(await readFile(written())).toEqual(whole);
  const damaged = Buffer.from(whole);
  damaged.write('?', whole.indexOf('half') - 4);
  await writeFile(written(), damaged);
  startScript();
  expect(await readFile(written())).toEqual(damaged);
});

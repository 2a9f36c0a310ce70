import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { createClient } from 'redis';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { createTier, demoYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { startService, useService } from '../fixture/service.ts';
import { storedState } from '../fixture/stored-state.ts';
import { runAdminProcess } from './admin-process.ts';

const service = useService();
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-backup-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

const admin = async (args: readonly string[], REDIS_URL = service.redisUrl) => {
  const ended = await runAdminHere(args, { REDIS_URL });
  return { ...ended, stderr: ended.stderr.replace(/^Redis \S+ may lose .*\n/, '') };
};

/** The same with revisions that do not name the epoch: a restore draws another one. The mark of each change stays. */
const withoutEpoch = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state).replaceAll(/("\d+-\d+)-[0-9a-f]{8}\./g, '$1.'));

async function emptyRedis() {
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  return redis;
}

describe('npm run admin -- backup', () => {
  test('writes a file for its owner only, says what it holds, and leaves nothing else behind', async () => {
    const file = join(dir, 'backup.zst');
    const ended = await admin(['backup', file]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/\d+ objects and \d+ changes .*password hashes/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(['backup.zst']);
    const before = await readFile(file);
    const again = await admin(['backup', file]);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/--force/);
    expect(await readFile(file)).toEqual(before);
    expect(await admin(['backup', file, '--force'])).toMatchObject({ code: 0 });
  });

  test('a folder that is not there, a full disk, a Redis that is away: one plain sentence, and no file', async () => {
    const ended = await admin(['backup', join(dir, 'nowhere', 'backup.zst')]);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^[^\n]*nowhere[^\n]*no such file or directory[^\n]*\n$/);

    const away = await admin(['backup', join(dir, 'backup.zst')], 'redis://127.0.0.1:1');
    expect(away).toMatchObject({ code: 1, stdout: '' });
    expect(away.stderr).toMatch(/REDIS_URL/);

    // No file of this process may have more than a block of 512 or 1024 bytes.
    const entry = resolve(import.meta.dirname, '../../../../tools/admin/main.ts');
    const command = `ulimit -f 1; exec "$0" --disable-warning=ExperimentalWarning --conditions=@auction-tiers/source "$1" backup "$2"`;
    const child = spawn('sh', ['-c', command, process.execPath, entry, join(dir, 'backup.zst')], {
      env: { PATH: process.env['PATH'] ?? '', REDIS_URL: service.redisUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/backup\.zst cannot be written/);
    expect(await readdir(dir)).toEqual([]);
  });
});

test('backup - gives the file to another program, says what it holds beside it, and services tell its age', async () => {
  const scrape = async () => (await fetch(`${service.metricsUrl}/metrics`)).text();
  const ended = await runAdminProcess(['backup', '-'], { REDIS_URL: service.redisUrl }, 'binary');
  expect(ended.code).toBe(0);
  expect(ended.stderr).toMatch(/Standard output: \d+ objects and \d+ changes .*password hashes/);
  const file = join(dir, 'piped.zst');
  await writeFile(file, ended.stdout, 'binary');
  const redis = await emptyRedis();
  expect(await admin(['restore', file], redis.url)).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(scrape, { timeout: 60_000 }).toMatch(/^auction_tiers_backup_age_seconds \d/m);
});

describe('npm run admin -- restore', () => {
  test('puts everything into an empty Redis, on which a service then starts with all of it', async () => {
    const file = join(dir, 'backup.zst');
    const { id: ym_profile_id } = await demoYmProfile(service.send);
    await createTier(service.send, { ym_profile_id, name: 'Kept' });
    await admin(['backup', file]);
    const wanted = await storedState(service.send);
    const redis = await emptyRedis();
    const ended = await admin(['restore', file], redis.url);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/restored \d+ objects .*logins/);
    const dataDir = join(dir, 'data');
    await cp(join(service.dataDir, 'credentials.json'), join(dataDir, 'credentials.json'));
    const other = await openInstance({ REDIS_URL: redis.url, DATA_DIR: dataDir });
    const restored = await storedState(other.send);
    expect(withoutEpoch(restored)).toEqual(withoutEpoch(wanted));
    expect(restored).not.toEqual(wanted);
    await other.close();
  });

  test('refuses a database that is not empty, says what is there, and replaces it only when told to', async () => {
    const own = await startService();
    onTestFinished(() => own.close());
    const file = join(dir, 'backup.zst');
    await admin(['backup', file], own.redisUrl);
    const { id: ym_profile_id } = await demoYmProfile(own.send);
    const later = await createTier(own.send, { ym_profile_id });
    const before = await storedState(own.send);
    const refused = await admin(['restore', file], own.redisUrl);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/\d+ objects after \d+ changes.*--replace/);
    expect(await storedState(own.send)).toEqual(before);
    expect((await listTiers(own.send)).map(({ id }) => id)).toContain(later.id);
  });

  test('killed while it restores, it leaves a database on which no service starts; restoring again heals it', async () => {
    const file = join(dir, 'backup.zst');
    await admin(['backup', file]);
    const wanted = await storedState(service.send);
    const redis = await emptyRedis();
    const client = createClient({ url: redis.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const main = resolve(import.meta.dirname, '../../src/admin/main.ts');
    const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source', main];
    const child = spawn(process.execPath, [...flags, 'restore', file], {
      env: { PATH: process.env['PATH'] ?? '', REDIS_URL: redis.url },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await expect.poll(() => client.hGet('at:meta', 'layout'), { timeout: 60_000, interval: 1 }).toBe('restoring');
    child.kill('SIGKILL');
    await ended;
    expect(await client.hGet('at:meta', 'layout')).toBe('restoring');
    const dataDir = join(dir, 'data');
    await cp(join(service.dataDir, 'credentials.json'), join(dataDir, 'credentials.json'));
    const environment = { REDIS_URL: redis.url, DATA_DIR: dataDir };
    await expect(openInstance(environment)).rejects.toThrow(/restore/);
    expect((await admin(['create-member', '--name', 'M'], redis.url)).stderr).toMatch(/restore/);
    expect((await admin(['inspect'], redis.url)).stdout).toMatch(/restor/);

    expect(await admin(['restore', file], redis.url)).toMatchObject({ code: 0 });
    const healed = await openInstance(environment);
    expect(withoutEpoch(await storedState(healed.send))).toEqual(withoutEpoch(wanted));
    await healed.close();
  });

  test('refuses a file that is none, and leaves the database as it is', async () => {
    const file = join(dir, 'backup.zst');
    await writeFile(file, 'not a backup');
    const redis = await emptyRedis();
    for (const name of [file, join(dir, 'none')]) {
      const ended = await admin(['restore', name], redis.url);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toContain(name);
    }
    for (const command of [['backup', join(dir, 'other.zst')], ['verify'], ['inspect', 'user', '1']]) {
      expect((await admin(command, redis.url)).stderr).toMatch(/never used/);
    }
    const client = createClient({ url: redis.url });
    await client.connect();
    expect(await client.keys('*')).toEqual([]);
    client.destroy();
  });
});

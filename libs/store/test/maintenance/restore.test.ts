import { once } from 'node:events';
import { copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { tierResource } from '@auction-tiers/contract';
import { openRedisStore } from '@auction-tiers/store';
import {
  BackupReport,
  backupLines,
  checkBackup,
  type Connection,
  findDatabaseDamage,
  openConnection,
  restoreBackup,
  writeBackupFile,
} from '@auction-tiers/store/maintenance';
import { describe, expect, onTestFinished, test } from 'vitest';
import { durable, RedisServer } from '../redis-server.ts';
import { startCluster } from '../redis-cluster.ts';
import { backup, contentOf, dump, fill, restore, startDatabase, temporaryFolder } from './database.ts';

const actor = { user: 'ann', requestId: 'r-1' };
const silent = { warn: () => undefined };

const open = (url: string) => openRedisStore({ url, log: silent });

class Cut extends Error {}

/** A connection that breaks off before a command, as if the process had been killed there. */
function cutBefore(connection: Connection, most: number): Connection {
  let sent = 0;
  const guard = <T extends unknown[]>(send: (...args: T) => Promise<unknown>) =>
    (async (...args: T) => {
      sent += 1;
      if (sent > most) throw new Cut();
      return send(...args);
    }) as (...args: T) => Promise<unknown>;
  return {
    ...connection,
    run: guard(connection.run),
    runOn: guard(connection.runOn),
    primaries: async () => (await connection.primaries()).map((primary) => ({ ...primary, run: guard(primary.run) })),
  };
}

test('a restore that ends at any moment leaves a database that no store opens, or the whole', {
  timeout: 120_000,
}, async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url);
  const file = await backup(from.url);
  const checked = await checkBackup(file);
  const wanted = await dump(from.url);
  for (const key of Object.keys(wanted)) if (key.startsWith('at:token')) delete wanted[key];
  const connection = await openConnection(to.url);
  onTestFinished(() => connection.close());
  const seen = { closed: 0, whole: 0 };
  for (let most = 0, isCut = true; isCut; most += most < 60 ? 7 : 1) {
    await to.ask('FLUSHALL');
    await fill(to.url, 1);
    isCut = await restoreBackup(cutBefore(connection, most), file, checked).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Cut) return true;
        throw error;
      },
    );
    const layout = await to.ask('HGET', 'at:meta', 'layout');
    if (layout === 'restoring') {
      seen.closed += 1;
      await expect(open(to.url)).rejects.toThrow(/restore/);
    } else if (most >= 2) {
      seen.whole += 1;
      const store = await open(to.url);
      await store.close();
    }
    await restoreBackup(connection, file, checked);
    const found = await dump(to.url);
    for (const key of Object.keys(found)) if (key.startsWith('at:token')) delete found[key];
    // Ids that the replaced database has given out are not given again.
    expect(found).toEqual({
      ...wanted,
      ...Object.fromEntries(Object.entries(found).filter(([key]) => key.startsWith('at:counter:'))),
    });
  }
  expect(seen.closed).toBeGreaterThan(5);
  expect(seen.whole).toBeGreaterThan(0);
});

test('nothing that a restore has removed since it began is taken for lost', async () => {
  const database = await startDatabase();
  await fill(database.url);
  const file = await backup(database.url);
  const checked = await checkBackup(file);
  const connection = await openConnection(database.url);
  onTestFinished(() => connection.close());
  for (const most of [3, 6, 9, Infinity]) {
    let hasBegun = false;
    const overtaken: Connection = {
      ...connection,
      scan: async function* scan(pattern) {
        yield* connection.scan(pattern);
        if (hasBegun) return;
        hasBegun = true;
        await restoreBackup(cutBefore(connection, most), file, checked).catch((error: unknown) => {
          if (!(error instanceof Cut)) throw error;
        });
        const layout = await connection.run('HGET', 'at:meta', 'layout');
        expect(layout === 'restoring').toBe(most < Infinity);
      },
    };
    expect(await findDatabaseDamage(overtaken)).toBeNull();
    await restoreBackup(connection, file, checked);
  }
});

test('no id of the replaced database, nor of the backup, is given again', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url, 2);
  const file = await backup(from.url);
  await fill(to.url, 20);
  const given = Number(await to.ask('GET', 'at:counter:ym-auction-tier'));
  await restore(to.url, file);
  expect(Number(await to.ask('GET', 'at:counter:ym-auction-tier'))).toBe(given);
  await from.ask('SET', 'at:counter:ym-auction-tier', '1');
  await to.ask('FLUSHALL');
  await restore(to.url, await backup(from.url));
  expect(Number(await to.ask('GET', 'at:counter:ym-auction-tier'))).toBe(6);
});

test('a write that was made before the backup is not made again after the restore', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url, 1);
  await restore(to.url, await backup(from.url));
  const store = await open(to.url);
  const idempotency = { key: 'k 1 0', fingerprint: 'f' };
  const again = await store.create(tierResource, 1, { name: 'T 0', ym_profile_id: 1, code: 'c 0' }, actor, {
    idempotency,
  });
  expect(again).toMatchObject({ ok: true, isRepeat: true });
  expect(await store.credentials.findToken('a token')).toBeNull();
  expect(await store.credentials.findUser('ann')).toMatchObject({ passwordHash: 'a hash' });
  const { changes } = await store.changeLog(1, 0, 10);
  expect(changes.map(({ service }) => service)).toEqual(['ym-auction-tier', 'ym-profile']);
  const next = await store.create(tierResource, 1, { name: 'N', ym_profile_id: 1 }, actor);
  expect(next).toMatchObject({ ok: true, change: { revision: 5 } });
  await store.close();
});

test('the earlier of two restores ends with an error, and the database is that of the later one', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url);
  const file = await backup(from.url);
  const checked = await checkBackup(file);
  const connection = await openConnection(to.url);
  onTestFinished(() => connection.close());
  let isFirst = true;
  const overtaken: Connection = {
    ...connection,
    runOn: async (key, ...command) => {
      // Before the first slice of the earlier one the later one does all of its work.
      if (isFirst && command[1]?.toString().includes('cjson')) {
        isFirst = false;
        await restoreBackup(connection, file, checked);
      }
      return connection.runOn(key, ...command);
    },
  };
  await expect(restoreBackup(overtaken, file, checked)).rejects.toThrow(/restore/);
  await (await open(to.url)).close();
  expect(await contentOf(await backup(to.url))).toEqual(await contentOf(file));
});

test('a file that was changed after it was checked is not restored', async () => {
  const [from, to] = await Promise.all([startDatabase(), startDatabase()]);
  await fill(from.url, 1);
  const file = await backup(from.url);
  const checked = await checkBackup(file);
  await fill(from.url, 1);
  const connection = await openConnection(from.url);
  onTestFinished(() => connection.close());
  await writeBackupFile(file, backupLines(connection, new BackupReport()), { isForced: true });
  const target = await openConnection(to.url);
  onTestFinished(() => target.close());
  await expect(restoreBackup(target, file, checked)).rejects.toThrow(/changed/);
  await expect(open(to.url)).rejects.toThrow(/restore/);
});

describe('the file', () => {
  test('is for its owner only, and replaces another one only when told to', async () => {
    const server = await startDatabase();
    await fill(server.url);
    const file = await backup(server.url);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const copy = `${file}.copy`;
    await copyFile(file, copy);
    await expect(backup(server.url, file)).rejects.toThrow(/exists/);
    expect(await readFile(file)).toEqual(await readFile(copy));
    const connection = await openConnection(server.url);
    onTestFinished(() => connection.close());
    await writeBackupFile(file, backupLines(connection, new BackupReport()), { isForced: true });
    expect(await contentOf(file)).toEqual(await contentOf(copy));
  });

  test('is that of one of two commands that write it at the same time', async () => {
    const server = await startDatabase();
    await fill(server.url);
    const file = join(temporaryFolder(), 'backup.zst');
    const results = await Promise.allSettled([backup(server.url, file), backup(server.url, file)]);
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toEqual([expect.stringMatching(/exists; --force/)]);
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
    await checkBackup(file);
  });

  test('takes the place of no device and no socket', async () => {
    const server = await startDatabase();
    await fill(server.url);
    const connection = await openConnection(server.url);
    onTestFinished(() => connection.close());
    const socket = `${await backup(server.url)}.socket`;
    const listener = createServer().listen(socket);
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const written = writeBackupFile(socket, backupLines(connection, new BackupReport()), { isForced: true });
    await expect(written).rejects.toThrow(/is no file/);
    expect((await stat(socket)).isSocket()).toBe(true);
  });
});

test('a backup of a cluster is restored into a single Redis, and back', { timeout: 90_000 }, async () => {
  const nodes = await startCluster(3);
  const cluster = `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  const single = await startDatabase();
  await fill(cluster, 5);
  const file = await backup(cluster);
  await restore(single.url, file);
  const content = await contentOf(file);
  expect(content.filter((line) => line.includes('"kind":"object"'))).toHaveLength(19);
  expect(await contentOf(await backup(single.url))).toEqual(content);
  await restore(cluster, file);
  expect(await contentOf(await backup(cluster))).toEqual(content);
});

test('a backup is made and restored through sentinels', { timeout: 60_000 }, async () => {
  const primary = await startDatabase();
  const watch = `sentinel monitor auctions 127.0.0.1 ${primary.port} 1`;
  const sentinel = await RedisServer.start(['--sentinel'], `${watch}\n`);
  onTestFinished(() => sentinel.remove());
  const replica = await RedisServer.start([...durable, '--replicaof', '127.0.0.1', String(primary.port)]);
  onTestFinished(() => replica.remove());
  const url = `redis+sentinel://127.0.0.1:${sentinel.port}/auctions`;
  await fill(primary.url);
  const file = await backup(url);
  await restore(url, file);
  expect(await contentOf(await backup(primary.url))).toEqual(await contentOf(file));
});

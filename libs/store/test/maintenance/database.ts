import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BackupReport,
  backupLines,
  checkBackup,
  openConnection,
  readBackupFile,
  restoreBackup,
  writeBackupFile,
} from '@auction-tiers/store/maintenance';
import { encodeRecord, openRedisStore, type ReportPart } from '@auction-tiers/store';
import { pairCell, ReportCounts, totalCell } from '@auction-tiers/tally';
import { tierResource, userResource, ymProfileResource } from '@auction-tiers/contract';
import { createClient } from 'redis';
import { onTestFinished } from 'vitest';
import { RedisServer } from '../redis-server.ts';

/** A Redis of its own for a test. */
export async function startDatabase(): Promise<RedisServer> {
  const server = await RedisServer.start();
  onTestFinished(() => server.remove());
  return server;
}

export async function connectTo(url: string) {
  const connection = await openConnection(url);
  onTestFinished(() => connection.close());
  return connection;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function backup(url: string, file = join(temporaryFolder(), 'backup.zst')): Promise<string> {
  await writeBackupFile(file, backupLines(await connectTo(url), new BackupReport()), { isForced: false });
  return file;
}

/** Checks a file and restores it. Gives the new epoch. */
export async function restore(url: string, file: string): Promise<string> {
  return restoreBackup(await connectTo(url), file, await checkBackup(file));
}

/** All lines of a file in one order, without what differs between two backups of one state. */
export async function contentOf(file: string): Promise<string[]> {
  const lines: string[] = [];
  await readBackupFile(file, (line) => {
    lines.push(JSON.stringify(line.kind === 'header' ? { ...line, epoch: '', time: '' } : line));
  });
  return lines.toSorted();
}

/** Keys that no backup has: of a partition's place in its history, of the installation, and of processes that count. */
const notKept = /:epoch$|^at:meta$|:report:processes$|:report:\d+:seconds$/;

/** Every key of the store with what it holds, but for those that no backup has. */
export async function dump(url: string): Promise<Record<string, unknown>> {
  const client = createClient({ url });
  await client.connect();
  const keys = (await client.keys('at:*')).filter((key) => !notKept.test(key)).toSorted();
  const found: Record<string, unknown> = {};
  for (const key of keys) {
    const type = await client.type(key);
    if (type === 'hash') found[key] = sortedPairs(await client.hGetAll(key));
    else if (type === 'set') found[key] = (await client.sMembers(key)).toSorted();
    else if (type === 'zset') found[key] = await client.zRangeWithScores(key, 0, -1);
    else if (type === 'stream') found[key] = await client.xRange(key, '-', '+');
    else found[key] = await client.get(key);
  }
  client.destroy();
  return found;
}

const sortedPairs = (hash: Record<string, string>) =>
  Object.entries(hash).toSorted(([one], [other]) => (one < other ? -1 : 1));

const actor = { user: 'ann', requestId: 'r-1' };

/** Stores some objects of members of several partitions, of every kind of index. */
export async function fill(url: string, count = 3): Promise<void> {
  const store = await openRedisStore({ url, log: { warn: () => undefined } });
  for (const member of [1, 2, 17]) {
    const made = await store.create(ymProfileResource, member, { name: `Y ${member}`, publisher_ids: [7, 8] }, actor);
    const ym_profile_id = made.ok ? made.change.id : 0;
    for (let at = 0; at < count; at += 1) {
      await store.create(tierResource, member, { name: `T ${at}`, ym_profile_id, code: `c ${at}` }, actor, {
        idempotency: { key: `k ${member} ${at}`, fingerprint: 'f' },
      });
    }
    const parts = ['2099-11-21T08:00', '2099-11-21T09:00'].map((hour) => countedPart(member, ym_profile_id, hour));
    const group = store.reports.groupOf(member);
    const call = { group, process: `process ${member}`, sequence: 1, countedToMs: Date.now(), isLast: false, parts };
    await store.reports.add(call);
  }
  const user = { username: 'ann', role: 'admin' };
  await store.create(userResource, null, user, actor, { secrets: { password_hash: 'a hash' } });
  await store.credentials.putToken('a token', { userId: 1, createdMs: 1, passwordMark: 'm' }, 60_000);
  await store.close();
}

const msPerDay = 24 * 60 * 60 * 1000;

/** Some auctions and bids that were counted in an hour. */
export function countedPart(memberId: number, ymProfileId: number, hour: string, auctions = 3): ReportPart {
  const counts = new ReportCounts();
  counts.totals.cells[totalCell.auctions] = auctions;
  for (let buyer = 1; buyer <= 40; buyer++)
    counts.pairs.sums.cells[counts.pairs.rowOf(7, buyer) + pairCell.bids] = 200 + buyer;
  const expiry = { hourExpiryMs: Date.now() + 8 * msPerDay, dayExpiryMs: Date.now() + 400 * msPerDay };
  const record = encodeRecord(counts, randomBytes(8));
  return { memberId, ymProfileId, hour, day: hour.slice(0, 10), record, totals: '', ...expiry };
}

import { randomUUID } from 'node:crypto';
import { StoreUnavailable, StoreUnusable } from '../port/store-error.ts';
import {
  changesKey,
  counterKey,
  headKey,
  metaKey,
  objectKey,
  ownedChangesKey,
  pairs,
  revisionKey,
  tokenEventsKey,
  tokenKey,
  toTexts,
} from '../redis/layout/layout.ts';
import { emptyStreamCommands } from '../redis/damage/marks.ts';
import { createEpoch } from '../redis/history/adopt.ts';
import { layoutVersion, restoringLayout } from '../redis/connection/server.ts';
import { BackupFileError, readBackupFile } from './backup-file.ts';
import type { CheckedBackup } from './backup-check.ts';
import type { BackupLine, ObjectLine } from './backup-line.ts';
import type { Connection } from './connection.ts';
import { indexEntriesOf } from './index-entry.ts';
import { parseKey } from '../redis/layout/key.ts';
import { listKeys } from './list-keys.ts';
import { RestoreSlices, restoringKey } from './restore-slices.ts';
import { StepEntries, type StepEntry } from './step-entry.ts';
import { definitionOf, findHashProblem } from './stored-hash.ts';

/** The content of a database before a restore. */
export interface PresentContent {
  readonly objects: number;
  /** The sum of the revisions, which is the number of changes ever made. */
  readonly changes: number;
  readonly epoch: string | null;
  /** Null: the database was never used. */
  readonly partitions: number | null;
  /** An earlier restore has not finished: the content is incomplete, and no service uses it. */
  readonly isRestoring: boolean;
}

export async function readPresentContent(connection: Connection): Promise<PresentContent> {
  const meta = pairs(toTexts(await connection.run('HGETALL', metaKey)));
  let [objects, changes] = [0, 0];
  for (const [partition, keys] of await listKeys(connection)) {
    for (const { kind } of keys.values()) if (kind === 'object') objects += 1;
    changes += Number((await connection.run('GET', revisionKey(partition))) ?? 0);
  }
  return {
    objects,
    changes,
    epoch: meta['epoch'] ?? null,
    partitions: meta['partitions'] === undefined ? null : Number(meta['partitions']),
    isRestoring: meta['layout'] === restoringLayout,
  };
}

/** Keys that are removed together. */
const removedAtOnce = 200;

/** Time for the servers to write everything to disk. */
const syncMs = 30_000;

/** An id above this moves no counter, as in the store's functions. */
const highestCounted = 2 ** 52;

/**
 * Replaces the content of the database by a checked backup, and returns its new epoch. From the start no process can
 * open or write to the database; the last write but one makes it usable again, with all content of the backup. So a
 * restore that is interrupted at any moment leaves an unused database, and another restore repairs it. Id counters only
 * go up; `highestIds`: the highest ids known elsewhere. All logins end; simulations are not changed.
 */
export async function restoreBackup(
  connection: Connection,
  file: string,
  checked: CheckedBackup,
  highestIds: Readonly<Record<string, number>> = {},
): Promise<string> {
  const { header } = checked;
  const name = randomUUID();
  const numbers = [...Array.from({ length: header.partitions }).keys()];
  const slices = numbers.map((partition) => new RestoreSlices(connection, partition, name));
  await refuseOtherPartitions(connection, header.partitions);
  await connection.run('HSET', metaKey, 'layout', restoringLayout, 'partitions', header.partitions);
  for (const one of slices) await one.begin();
  await removeAll(connection, slices);
  await endLogins(connection);
  await writeLines(connection, file, checked, slices);
  await raiseCounters(connection, { ...highestIds }, checked.highestIds);
  for (const one of slices) await one.confirm();
  await settle(connection);
  const epoch = createEpoch();
  const restored = JSON.stringify({ time: new Date().toISOString(), backup: header.time, sha256: checked.sha256 });
  await connection.run(
    'HSET',
    metaKey,
    'layout',
    layoutVersion,
    'epoch',
    epoch,
    'adopted',
    epoch,
    'restored',
    restored,
  );
  for (const one of slices) await one.end(epoch);
  await settle(connection);
  return epoch;
}

/**
 * Completes a restore that was interrupted after all content was written and before every partition had its epoch, for
 * which services wait. Returns whether there was such a restore.
 */
export async function endRestore(connection: Connection): Promise<boolean> {
  const { layout, epoch, partitions } = pairs(toTexts(await connection.run('HGETALL', metaKey)));
  if (layout !== layoutVersion || epoch === undefined) return false;
  let isFound = false;
  for (let partition = 0; partition < Number(partitions); partition += 1) {
    if (Number(await connection.run('EXISTS', restoringKey(partition))) === 0) continue;
    isFound = true;
    await new RestoreSlices(connection, partition, '').end(epoch);
  }
  return isFound;
}

async function refuseOtherPartitions(connection: Connection, wanted: number): Promise<void> {
  const present = Number((await connection.run('HGET', metaKey, 'partitions')) ?? wanted);
  if (present === wanted) return;
  throw new StoreUnusable(
    `The backup has ${wanted} partitions, the database at ${connection.where} was set up with ${present}; restore into a Redis that was never used, or that was set up with ${wanted}`,
  );
}

async function removeAll(connection: Connection, slices: readonly RestoreSlices[]): Promise<void> {
  for (const [partition, keys] of await listKeys(connection)) {
    const own = slices[partition];
    if (own === undefined) continue;
    const names = [...keys.keys()].filter((key) => key !== restoringKey(partition));
    for (let start = 0; start < names.length; start += removedAtOnce) {
      await own.add(['UNLINK', ...names.slice(start, start + removedAtOnce)]);
    }
    await own.flush();
  }
  for await (const names of connection.scan('at:reserved:*')) {
    await Promise.all(names.map((key) => connection.run('UNLINK', key)));
  }
}

/** Processes that have cached a token learn from the events that it has ended. */
async function endLogins(connection: Connection): Promise<void> {
  for await (const names of connection.scan(tokenKey('*'))) {
    for (const key of names) {
      await connection.run('UNLINK', key);
      await connection.run('XADD', tokenEventsKey, '*', 'sha256', key.slice(tokenKey('').length));
    }
  }
}

async function writeLines(
  connection: Connection,
  file: string,
  checked: CheckedBackup,
  slices: readonly RestoreSlices[],
): Promise<void> {
  let at = 0;
  const steps = slices.map((_, partition) => new StepEntries(partition));
  const sha256 = await readBackupFile(file, async (line) => {
    const own = slices[at];
    if (line.kind === 'partition') {
      await own?.flush();
      at = line.partition;
      const place: (readonly string[])[] = [];
      if (line.revision > 0) place.push(['SET', revisionKey(at), String(line.revision)]);
      if (line.revision > 0) place.push(['SET', headKey(at), `${line.revision} ${line.mark}`]);
      // For a database whose changes were all trimmed.
      if (line.revision > 0 && checked.firstChanges[at] === 0) place.push(...emptyStreamCommands(at, line.revision));
      await slices[at]?.add(...place);
    } else if (line.kind === 'object') await own?.add(toHashCommand(at, line, own));
    else if (line.kind === 'change') {
      if (line.revision < (checked.firstChanges[at] ?? 0)) return;
      await own?.add(toChangeCommand(at, line, own));
      gatherSteps(own, steps[at]?.add(line));
    } else await writeOther(connection, line, slices);
  });
  for (const one of slices) await one.flush();
  if (sha256 !== checked.sha256) throw new BackupFileError(`${file} was changed while it was restored; restore again`);
}

function gatherSteps(slices: RestoreSlices | undefined, entries: readonly StepEntry[] = []): void {
  for (const { key, member, score } of entries) {
    if (score === null) slices?.gather('SADD', key, member);
    else slices?.gather('ZADD', key, String(score), member);
  }
}

/** The command that stores an object; gathers the commands for its index entries. */
function toHashCommand(partition: number, line: ObjectLine, slices: RestoreSlices): string[] {
  const { service, id, member_id: owner, hash } = line;
  const definition = definitionOf(service);
  if (definition === undefined) throw new TypeError(`the service ${service} is not known`);
  // An unreadable object is indexed as the service indexes it: by its owner only.
  const isReadable = findHashProblem(line) === null;
  const entries = indexEntriesOf(definition, partition, owner, isReadable ? line : { ...line, hash: {} });
  for (const { key, field, value } of entries) {
    if (owner === null && definition.owner === 'member' && !key.includes(':all:')) continue;
    if (value === null) slices.gather('SADD', key, field);
    else slices.gather('HSET', key, field, value);
  }
  return ['HSET', objectKey(partition, service, id), ...Object.entries(hash).flat()];
}

function toChangeCommand(
  partition: number,
  { revision, fields }: Extract<BackupLine, { kind: 'change' }>,
  slices: RestoreSlices,
): string[] {
  const member = fields['member_id'];
  const owner = member === undefined ? null : Number(member);
  slices.gather('ZADD', ownedChangesKey(partition, owner), String(revision), String(revision));
  return ['XADD', changesKey(partition), `${revision}-0`, ...Object.entries(fields).flat()];
}

async function writeOther(connection: Connection, line: BackupLine, slices: readonly RestoreSlices[]): Promise<void> {
  if (line.kind === 'record') {
    const { key, hash, expires_ms: expiresMs } = line;
    if (expiresMs <= Date.now()) return;
    const fields = Object.entries(hash).flat();
    const own = slices[parseKey(key)?.partition ?? -1];
    await own?.add(['HSET', key, ...fields], ['PEXPIREAT', key, String(expiresMs)]);
  } else if (line.kind === 'report') {
    const { key, expires_ms: expiresMs } = line;
    if (expiresMs <= Date.now()) return;
    const own = slices[parseKey(key)?.partition ?? -1];
    await own?.add(['SET', key, Buffer.from(line.counts, 'base64'), 'PXAT', String(expiresMs)]);
  } else if (line.kind === 'reservation') {
    if (line.expires_ms > Date.now()) await connection.run('SET', line.key, line.id, 'PXAT', line.expires_ms);
  } else if (line.kind === 'counter') await raise(connection, line.service, Number(line.last));
}

async function raiseCounters(
  connection: Connection,
  known: Readonly<Record<string, number>>,
  ofFile: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [service, id] of [...Object.entries(known), ...ofFile]) {
    if (id <= highestCounted) await raise(connection, service, id);
  }
}

/** Moves a counter of ids up to a number, never down. */
export async function raise(connection: Connection, service: string, number: number): Promise<void> {
  const key = counterKey(service);
  const script =
    "if tonumber(ARGV[1]) > (tonumber(redis.call('GET', KEYS[1]) or '') or 0) then redis.call('SET', KEYS[1], ARGV[1]) end";
  await connection.runOn(key, 'EVAL', script, 1, key, number);
}

/** Waits until everything written is on disk, if the servers can confirm it. */
async function settle(connection: Connection): Promise<void> {
  for (const { run } of await connection.primaries()) {
    try {
      const [synced] = (await run('WAITAOF', 1, 0, syncMs)) as number[];
      if (Number(synced) >= 1) continue;
    } catch (error) {
      // Redis before 7.2, or without an append-only file.
      if (!(error instanceof Error) || !/refused WAITAOF: ERR/.test(error.message)) throw error;
      continue;
    }
    throw new StoreUnavailable(
      `Redis did not confirm within ${syncMs} ms that the restore is on its disk; restore it again`,
    );
  }
}

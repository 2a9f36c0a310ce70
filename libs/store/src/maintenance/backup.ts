import { readFileSync } from 'node:fs';
import type { Hash } from '@auction-tiers/contract';
import { StoreUnavailable } from '../port/store-error.ts';
import { backupField, counterKey, metaKey, objectKey, reservationKey } from '../redis/layout/layout.ts';
import { layoutVersion } from '../redis/connection/server.ts';
import { backupFormat, type BackupLine } from './backup-line.ts';
import type { Connection } from './connection.ts';
import { type Owner, parseKey, type PartitionKey } from '../redis/layout/key.ts';
import { listKeys } from './list-keys.ts';
import { type PartitionState, readState, readHashAt } from './partition-state.ts';
import { readEntries, readMeta, readPlace } from './database-meta.ts';
import { reportKeys, reportLines } from './report-lines.ts';
import { readServers } from './server.ts';
import { definitionOf, findHashProblem, ownerOf, type StoredHash } from './stored-hash.ts';

/** The result of a backup, besides the file. */
export class BackupReport {
  objects = 0;
  changes = 0;
  /** Hours and days of the live report. */
  reportTimes = 0;
  /** Keys of objects that this version cannot read; the file has them unchanged. */
  readonly unreadable: string[] = [];
  /** Keys that are not in the file, because they hold neither a hash nor the counts of a report. */
  readonly leftOut: string[] = [];
}

type Line = Exclude<BackupLine, { kind: 'end' }>;

/**
 * The lines of a backup, read while the database is written to. The objects and changes of each partition are of one
 * revision, which its line names; so is every record of a write that may be sent again. Counters are read after
 * everything with ids, so that no id in the file is drawn again. Tokens, throttling and simulations are left out. Fills
 * in `report`.
 */
export async function* backupLines(connection: Connection, report: BackupReport): AsyncIterable<Line> {
  const time = new Date().toISOString();
  const servers = await runIds(connection);
  const { epoch, partitions } = await readMeta(connection);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  yield { kind: 'header', format: backupFormat, layout: layoutVersion, version, time, epoch, partitions };

  const numbers = [...Array.from({ length: partitions }).keys()];
  const places = await Promise.all(numbers.map((partition) => readPlace(connection, partition)));
  const keys = await listKeys(connection);
  const reached: number[] = [];
  // Partition 0 comes first: its users may name members of any partition, and members are never removed.
  for (const partition of numbers) {
    const ofPartition = keys.get(partition) ?? new Map<string, PartitionKey>();
    const state = await readState(connection, partition, ofPartition, places[partition]?.revision ?? 0);
    if (state.epoch !== epoch) throw replaced(connection);
    reached.push(state.revision);
    for (const key of state.strangeKeys) report.leftOut.push(key);
    const objects = sortedObjects(state);
    yield toPartitionLine(state, objects);
    for (const object of objects) yield await toObjectLine(connection, state, object, ofPartition, report);
    let isFirst = true;
    for await (const { entries, isAfterHole } of readEntries(connection, partition, 1, state.revision)) {
      if (isAfterHole && !isFirst) yield { kind: 'trimmed' };
      isFirst = false;
      report.changes += entries.length;
      for (const { revision, fields } of entries) yield { kind: 'change', revision, fields: { ...fields } };
    }
  }
  for await (const names of connection.scan('at:{p*}:*:idempotency:*')) {
    yield* await records(connection, names, reached);
  }
  for await (const names of connection.scan(reservationKey('*', '*'))) yield* await reservations(connection, names);
  yield* await counters(connection);
  for (const ofTime of await reportKeys(connection)) yield* await reportLines(connection, ofTime, report);
  if ((await runIds(connection)) !== servers) throw replaced(connection);
}

/** Redis returns the fields of a hash in any order, but two backups of one state must be equal. */
const inOrder = (hash: Hash): Hash => Object.fromEntries(Object.entries(hash).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const replaced = ({ where }: Connection) =>
  new StoreUnavailable(
    `The database at ${where} was replaced, or Redis failed over, while it was read; run the command again`,
  );

const runIds = async (connection: Connection) =>
  (await readServers(connection))
    .map(({ runId }) => runId)
    .toSorted()
    .join();

const sortedObjects = ({ objects }: PartitionState): StoredHash[] =>
  [...objects.values()].toSorted((one, other) =>
    one.service < other.service ? -1 : one.service > other.service ? 1 : one.id - other.id,
  );

function toPartitionLine({ partition, revision, mark }: PartitionState, objects: readonly StoredHash[]): Line {
  const counts: Record<string, number> = {};
  for (const { service } of objects) counts[service] = (counts[service] ?? 0) + 1;
  return { kind: 'partition', partition, revision, mark, objects: counts };
}

async function toObjectLine(
  connection: Connection,
  { partition }: PartitionState,
  object: StoredHash,
  keys: ReadonlyMap<string, PartitionKey>,
  report: BackupReport,
): Promise<Line> {
  const { service, id, hash } = object;
  if (findHashProblem(object) !== null) report.unreadable.push(objectKey(partition, service, id));
  report.objects += 1;
  const member_id = ownerOf(object) ?? (await ownerByIndex(connection, keys, object));
  return { kind: 'object', service, id, member_id, hash: inOrder(hash) };
}

/** The member of an object whose hash lacks it, taken from the index that contains the object. */
async function ownerByIndex(
  connection: Connection,
  keys: ReadonlyMap<string, PartitionKey>,
  { service, id }: StoredHash,
): Promise<Owner> {
  if (definitionOf(service)?.owner === 'shared') return null;
  for (const [name, key] of keys) {
    if (key.kind !== 'owned' || key.service !== service) continue;
    if (Number(await connection.run('SISMEMBER', name, String(id))) === 1) return key.owner;
  }
  return null;
}

/** The records of writes up to the revisions read. Changes contain no records, so they are listed afterwards. */
async function records(connection: Connection, names: readonly string[], reached: readonly number[]): Promise<Line[]> {
  const found = await Promise.all(
    names.map(async (key) => {
      const [hash, expires] = await Promise.all([readHashAt(connection, key), connection.run('PEXPIRETIME', key)]);
      return { key, hash: hash ?? {}, expires_ms: Number(expires) };
    }),
  );
  return found
    .filter(({ key, hash, expires_ms: expiresMs }) => {
      const parsed = parseKey(key);
      const isLater = Number(hash['revision'] ?? 0) > (reached[parsed?.partition ?? -1] ?? 0);
      return parsed?.key.kind === 'record' && expiresMs > 0 && !isLater && Object.keys(hash).length > 0;
    })
    .map(({ hash, ...one }) => ({ kind: 'record', ...one, hash: inOrder(hash) }));
}

async function reservations(connection: Connection, names: readonly string[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const key of names) {
    const [id, expires] = await Promise.all([connection.run('GET', key), connection.run('PEXPIRETIME', key)]);
    if (typeof id === 'string') lines.push({ kind: 'reservation', key, expires_ms: Math.max(0, Number(expires)), id });
  }
  return lines;
}

async function counters(connection: Connection): Promise<Line[]> {
  const names: string[] = [];
  for await (const page of connection.scan(counterKey('*'))) names.push(...page);
  const lines: Line[] = [];
  for (const key of names.toSorted()) {
    const last = await connection.run('GET', key);
    if (typeof last === 'string') lines.push({ kind: 'counter', service: key.slice(counterKey('').length), last });
  }
  return lines;
}

/** Stores the time of a backup in the database; services report its age. */
export async function noteBackup(connection: Connection): Promise<void> {
  await connection.run('HSET', metaKey, backupField, Date.now());
}

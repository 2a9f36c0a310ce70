import { readHash } from '@auction-tiers/contract';
import { digestText, objectDigest } from '../port/object-digest.ts';
import { damageText } from '../redis/damage/damage.ts';
import { counterKey, objectKey } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import type { PartitionKey } from '../redis/layout/key.ts';
import { listKeys } from './list-keys.ts';
import { findDamagedCounts } from './damaged-counts.ts';
import { type PartitionState, readState } from './partition-state.ts';
import { findDatabaseDamage, readMeta, readPlace } from './database-meta.ts';
import { definitionOf, findHashProblem } from './stored-hash.ts';
import { verifyChanges } from './verify-changes.ts';
import { verifyIndexes } from './verify-indexes.ts';

/** The result of a verification. */
export interface VerifyReport {
  /** The first difference, in words; null: there is none. */
  readonly difference: string | null;
  /** What the database has lost. If anything, nothing else is compared. */
  readonly lost: readonly string[];
  readonly objects: number;
  readonly indexEntries: number;
  readonly changes: number;
  /** Objects that this version cannot read; their indexes cannot be verified. */
  readonly unreadable: readonly string[];
  /** Keys of counts of the report with damaged records, each with what is wrong. */
  readonly damagedCounts: readonly string[];
}

/** An id above this moves no counter, as in the store's functions. */
const highestCounted = 2 ** 52;

/**
 * Lists a database's losses. If none, compares what is stored redundantly: objects with indexes and the change stream,
 * counters and epochs. Writes may continue. `compareOther` compares a partition with a copy, such as a replica's
 * memory.
 */
export async function verifyDatabase(
  connection: Connection,
  compareOther: (state: PartitionState) => Promise<string | null> = () => Promise.resolve(null),
): Promise<VerifyReport> {
  const damage = await findDatabaseDamage(connection);
  if (damage !== null) {
    const nothing = { objects: 0, indexEntries: 0, changes: 0, unreadable: [], damagedCounts: [] };
    return { ...nothing, difference: damageText(damage), lost: damage.lost };
  }
  const meta = await readMeta(connection);
  const numbers = [...Array.from({ length: meta.partitions }).keys()];
  const places = await Promise.all(numbers.map((partition) => readPlace(connection, partition)));
  const keys = await listKeys(connection);
  const report = {
    difference: null as string | null,
    lost: [],
    objects: 0,
    indexEntries: 0,
    changes: 0,
    unreadable: [] as string[],
    damagedCounts: [] as string[],
  };
  const highest = new Map<string, number>();
  for (const partition of numbers) {
    const ofPartition = keys.get(partition) ?? new Map<string, PartitionKey>();
    const state = await readState(connection, partition, ofPartition, places[partition]?.revision ?? 0);
    report.damagedCounts.push(...(await findDamagedCounts(connection, ofPartition)));
    report.objects += state.objects.size;
    for (const object of state.objects.values()) {
      const { service, id } = object;
      if (findHashProblem(object) !== null) report.unreadable.push(objectKey(partition, service, id));
      if (id <= highestCounted) highest.set(service, Math.max(id, highest.get(service) ?? 0));
    }
    const [strange] = state.strangeKeys;
    report.difference = strange === undefined ? null : `${strange} is the key of an object and does not hold a hash`;
    if (report.difference === null && meta.epoch !== state.epoch) {
      report.difference = `partition ${partition} has the epoch ${state.epoch || 'none'}, at:meta has ${meta.epoch || 'none'}`;
    }
    for (const compare of [verifyIndexes, verifyChanges]) {
      const result = report.difference ?? (await compare(connection, state, ofPartition));
      if (typeof result === 'string') report.difference = result;
      else report[compare === verifyIndexes ? 'indexEntries' : 'changes'] += result;
    }
    report.difference ??= await compareOther(state);
    if (report.difference !== null) return report;
  }
  return { ...report, difference: await verifyCounters(connection, highest) };
}

async function verifyCounters(connection: Connection, highest: ReadonlyMap<string, number>): Promise<string | null> {
  for (const [service, id] of highest) {
    const last = Number((await connection.run('GET', counterKey(service))) ?? 0);
    if (last < id) return `${counterKey(service)} is ${last}, but there is a ${service} with the id ${id}`;
  }
  return null;
}

/** The digests of a partition's readable objects, by `<service>:<id>`, and of all of them together. */
export function digestsOf({ objects }: PartitionState): {
  readonly digest: string;
  readonly digests: ReadonlyMap<string, string>;
} {
  const digests = new Map<string, string>();
  let all = 0n;
  for (const [name, object] of objects) {
    const definition = definitionOf(object.service);
    if (definition === undefined || findHashProblem(object) !== null) continue;
    const digest = objectDigest(definition, readHash(definition, object.hash).value);
    all ^= digest;
    digests.set(name, digestText(digest));
  }
  return { digest: digestText(all), digests };
}

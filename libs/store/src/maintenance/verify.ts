import { readHash } from '@auction-tiers/contract';
import { digestText, objectDigest } from '../port/object-digest.ts';
import { counterKey, objectKey } from '../redis/layout/layout.ts';
import type { Connection } from './connection.ts';
import type { PartitionKey } from '../redis/layout/key.ts';
import { listKeys } from './list-keys.ts';
import { findDamagedCounts } from './damaged-counts.ts';
import { type PartitionState, readState } from './partition-state.ts';
import { findLostMarks, readMeta, readPosition } from './database-meta.ts';
import { definitionOf, findHashProblem } from './stored-hash.ts';
import { verifyChanges } from './verify-changes.ts';
import { verifyIndexes } from './verify-indexes.ts';

/** The result of a verification. */
export interface VerifyReport {
  /** The first difference, in words; null: there is none. */
  readonly difference: string | null;
  /** The keys that the database has lost, as far as others name them. If there are any, nothing else is compared. */
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
 * Compares what is stored redundantly: objects with indexes and the change stream, counters and epochs. Lists all lost
 * keys; of other differences the first. Writes may continue. `compareOther` compares a partition with a copy, such as a replica's
 * memory.
 */
export async function verifyDatabase(
  connection: Connection,
  compareOther: (state: PartitionState) => Promise<string | null> = () => Promise.resolve(null),
): Promise<VerifyReport> {
  const meta = await readMeta(connection);
  const numbers = [...Array.from({ length: meta.partitions }).keys()];
  const positions = await Promise.all(numbers.map((partition) => readPosition(connection, partition)));
  const keys = await listKeys(connection);
  const report = {
    difference: null as string | null,
    lost: [] as string[],
    objects: 0,
    indexEntries: 0,
    changes: 0,
    unreadable: [] as string[],
    damagedCounts: [] as string[],
  };
  const highest = new Map<string, number>();
  for (const partition of numbers) {
    const ofPartition = keys.get(partition) ?? new Map<string, PartitionKey>();
    const lost = await findLostMarks(connection, partition, ofPartition);
    report.lost.push(...lost);
    // Without them the objects cannot be read at one revision.
    if (lost.length > 0) continue;
    const state = await readState(connection, partition, ofPartition, positions[partition]?.revision ?? 0);
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
    const indexes = await verifyIndexes(connection, state, ofPartition);
    report.lost.push(...indexes.lost);
    report.indexEntries += indexes.count;
    report.difference ??= indexes.difference;
    // A lost key is a difference from the changes too, and there may be more of them in the next partition.
    if (report.lost.length > 0) continue;
    const changes = report.difference ?? (await verifyChanges(connection, state, ofPartition));
    if (typeof changes === 'string') report.difference = changes;
    else report.changes += changes;
    report.difference ??= await compareOther(state);
    if (report.difference !== null) return report;
  }
  const [first] = report.lost;
  if (first !== undefined) return { ...report, difference: `${report.lost.length} missing, first ${first}` };
  return { ...report, difference: await verifyCounters(connection, highest) };
}

async function verifyCounters(connection: Connection, highest: ReadonlyMap<string, number>): Promise<string | null> {
  for (const [service, id] of highest) {
    const last = Number((await connection.run('GET', counterKey(service))) ?? 0);
    // Another program may have put a text there.
    if (!(last >= id)) return `${counterKey(service)} is ${last}, but there is a ${service} with the id ${id}`;
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

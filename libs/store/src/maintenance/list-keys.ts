import { parseKey, type PartitionKey } from '../redis/layout/key.ts';
import type { Connection } from './connection.ts';

/** The keys of all partitions, by partition. */
export async function listKeys(
  connection: Connection,
): Promise<ReadonlyMap<number, ReadonlyMap<string, PartitionKey>>> {
  const found = new Map<number, Map<string, PartitionKey>>();
  for await (const keys of connection.scan('at:{p*')) {
    for (const name of keys) {
      const parsed = parseKey(name);
      if (parsed === undefined) continue;
      const ofPartition = found.get(parsed.partition) ?? new Map<string, PartitionKey>();
      found.set(parsed.partition, ofPartition.set(name, parsed.key));
    }
  }
  return found;
}

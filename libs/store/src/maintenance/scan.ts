import { parseKey, type PartitionKey } from '../redis/layout/key.ts';
import type { Connection } from './connection.ts';

/** Keys that one SCAN looks at: a fraction of a millisecond. */
const scannedAtOnce = 1000;

/**
 * All keys that match a pattern, in portions. A key that exists all the time is given; one that comes or goes meanwhile may
 * be. The server is never asked for more than a thousand at once.
 */
export async function* scan(connection: Connection, pattern: string): AsyncGenerator<readonly string[]> {
  for (const { run } of await connection.primaries()) {
    let cursor = '0';
    do {
      const reply = await run('SCAN', cursor, 'MATCH', pattern, 'COUNT', scannedAtOnce);
      const [next, keys] = reply as [string, string[]];
      if (keys.length > 0) yield keys;
      cursor = next;
    } while (cursor !== '0');
  }
}

/** The keys of all partitions, by partition. */
export async function listKeys(
  connection: Connection,
): Promise<ReadonlyMap<number, ReadonlyMap<string, PartitionKey>>> {
  const found = new Map<number, Map<string, PartitionKey>>();
  for await (const keys of scan(connection, 'at:{p*')) {
    for (const name of keys) {
      const parsed = parseKey(name);
      if (parsed === undefined) continue;
      const ofPartition = found.get(parsed.partition) ?? new Map<string, PartitionKey>();
      found.set(parsed.partition, ofPartition.set(name, parsed.key));
    }
  }
  return found;
}

import type { ObjectStore, StoreTrouble } from '../port/object-store.ts';
import { StoreUnavailable } from '../port/store-error.ts';
import type { Durability } from './connection/durability.ts';
import type { FunctionLibrary, RedisLink } from './connection/link.ts';
import { partitionPrefix, revisionKey, sharedPartition } from './layout/layout.ts';

interface TroubleParts {
  readonly link: RedisLink;
  readonly library: FunctionLibrary;
  readonly partitions: number;
  readonly isCluster: boolean;
  readonly durability: { readonly current: Durability };
}

/**
 * Tries a read, and a write that changes nothing: a function that raises a counter to 0, which Redis refuses whenever
 * it refuses writes. Also reports a server that may evict keys. On a cluster it tries each partition, because each may
 * be on another server.
 */
export function createFindTrouble({
  link,
  library,
  partitions,
  isCluster,
  durability,
}: TroubleParts): ObjectStore['findTrouble'] {
  const asked = isCluster ? [...Array.from({ length: partitions }).keys()] : [sharedPartition];

  return async () => {
    const settled = await Promise.allSettled(
      asked.flatMap((partition) => {
        const prefix = partitionPrefix(partition);
        return [link.run('GET', revisionKey(partition)), library.call('raise', prefix, `${prefix}probe`, ['0'])];
      }),
    );
    const troubles = settled.flatMap((one) => (one.status === 'rejected' ? [toTrouble(one.reason)] : []));
    const { eviction } = durability.current;
    const evicts: StoreTrouble | null = eviction === null ? null : { kind: 'evicts', message: eviction };
    return troubles.find(({ kind }) => kind === 'away') ?? troubles[0] ?? evicts;
  };
}

function toTrouble(error: unknown): StoreTrouble {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof StoreUnavailable ? error.trouble : 'refused', message };
}

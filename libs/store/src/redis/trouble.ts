import type { ObjectStore, StoreTrouble } from '../port/object-store.ts';
import { StoreUnavailable } from '../port/store-error.ts';
import type { FunctionLibrary, RedisLink } from './connection/link.ts';
import { partitionPrefix, revisionKey, sharedPartition } from './layout/layout.ts';

interface TroubleParts {
  readonly link: RedisLink;
  readonly library: FunctionLibrary;
  readonly partitions: number;
  readonly isCluster: boolean;
}

/**
 * Asks for a read, and for a write that changes nothing: a function that may write, and that moves a counter up to 0. Redis
 * refuses it wherever it refuses writes. On a cluster each partition is asked, because each may be on another server.
 */
export function createFindTrouble({ link, library, partitions, isCluster }: TroubleParts): ObjectStore['findTrouble'] {
  const asked = isCluster ? [...Array.from({ length: partitions }).keys()] : [sharedPartition];

  return async () => {
    const settled = await Promise.allSettled(
      asked.flatMap((partition) => {
        const prefix = partitionPrefix(partition);
        return [link.run('GET', revisionKey(partition)), library.call('raise', prefix, `${prefix}probe`, ['0'])];
      }),
    );
    const troubles = settled.flatMap((one) => (one.status === 'rejected' ? [toTrouble(one.reason)] : []));
    return troubles.find(({ kind }) => kind === 'away') ?? troubles[0] ?? null;
  };
}

function toTrouble(error: unknown): StoreTrouble {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: error instanceof StoreUnavailable ? error.trouble : 'refused', message };
}

import type { ObjectStore } from '../port/object-store.ts';
import type { FunctionLibrary, RedisLink, Writer } from './connection/link.ts';
import type { Durability, DurabilityWatch } from './connection/durability.ts';
import type { Server } from './connection/server.ts';
import { createCredentials } from './credential.ts';
import { changesKey, partitionPrefix, place, sharedPartition, toTexts } from './layout/layout.ts';
import { createFindTrouble } from './trouble.ts';
import { type ChangeNotifications, ChangeReader, readChangeLog } from './read/change.ts';
import { readObject } from './read/object.ts';
import { type BatchConnection, BatchWriter } from './write/batch-write.ts';
import { Creator, drawIds } from './write/create.ts';
import { write } from './write/write.ts';

/** The store on Redis, in the layout of LAYOUT.md. */
export interface RedisStore extends ObjectStore {
  readonly server: Server;
  /** How durable acknowledged writes are at present, as far as known. */
  readonly durability: Durability;
}

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly notifications: ChangeNotifications;
  readonly library: FunctionLibrary;
  readonly openBatchConnection: () => Promise<BatchConnection>;
  readonly partitions: number;
  readonly isCluster: boolean;
  readonly server: Server;
  readonly durability: DurabilityWatch;
}

/** Implements the port by the parts that read and write. */
export function createRedisStore(parts: Parts): RedisStore {
  const { link, writer, notifications, library, partitions, server, durability } = parts;
  const creator = new Creator(parts);
  const batchWriter = new BatchWriter(parts.openBatchConnection, partitions);
  const changeReader = new ChangeReader(link);
  return {
    partitions,
    server,
    get durability() {
      return durability.current;
    },
    credentials: createCredentials(link, writer, library),
    create: creator.create,
    repeatOf: creator.repeatOf,
    writeBatch: batchWriter.writeBatch,
    earlierBatch: batchWriter.earlierBatch,
    holdWrites: batchWriter.holdWrites,
    drawIds: (service, count) => drawIds(writer, service, count),
    update(resource, memberId, id, value, expectedRevision, actor, { secrets, idempotency } = {}) {
      const changed = { resource, memberId, id, value, secrets, guard: expectedRevision, actor, idempotency };
      return write(library, partitions, { operation: 'update', ...changed });
    },
    remove(resource, memberId, id, actor, { expectedRevision = null, idempotency } = {}) {
      const removed = { resource, memberId, id, value: null, guard: expectedRevision, actor, idempotency };
      return write(library, partitions, { operation: 'delete', ...removed });
    },
    async get(resource, memberId, id) {
      const placement = place(resource, memberId, id, partitions);
      return placement === null ? null : readObject(link, resource, placement, id);
    },
    async trimChanges(partition, { beforeMs, keptNewest, most }) {
      const prefix = partitionPrefix(partition);
      const args = [prefix, String(beforeMs), String(keptNewest), String(most)];
      const [removed, oldest = ''] = toTexts(await library.call('trim', prefix, changesKey(partition), args));
      return { removed: Number(removed), oldestMs: oldest === '' ? null : Number(oldest) };
    },
    load: changeReader.load,
    revision: changeReader.revision,
    changesAfter: changeReader.changesAfter,
    changeLog(memberId, start, count) {
      const partition = memberId === null ? sharedPartition : memberId % partitions;
      return readChangeLog(link, { partition, memberId }, start, count);
    },
    onChangeNotification: notifications.listen,
    findTrouble: createFindTrouble(parts),
    async close() {
      notifications.close();
      durability.close();
      await batchWriter.close();
      writer.close();
      link.close();
    },
  };
}

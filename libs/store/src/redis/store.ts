import type { CredentialStore, ObjectStore } from '../port/object-store.ts';
import type { ChangeNotifications } from './connection/change-notification.ts';
import type { FunctionLibrary } from './connection/library.ts';
import type { RedisLink } from './connection/link.ts';
import type { Durability, Server } from './connection/server.ts';
import type { Writer } from './connection/writer.ts';
import { createCredentials } from './credential.ts';
import { place, sharedPartition } from './layout/key.ts';
import { ChangeReader } from './read/change-reader.ts';
import { readChangeLog, readObject } from './read/read.ts';
import { type BatchConnection, BatchWriter } from './write/batch-write.ts';
import { Creator, drawIds } from './write/create.ts';
import { write } from './write/write.ts';

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly notifications: ChangeNotifications;
  readonly library: FunctionLibrary;
  readonly openBatchConnection: () => Promise<BatchConnection>;
  readonly partitions: number;
  readonly isCluster: boolean;
  readonly server: Server;
  readonly durability: Durability;
}

/** The store on Redis, in the layout of LAYOUT.md. */
export class RedisStore implements ObjectStore {
  readonly partitions: number;
  readonly server: Server;
  /** How durable acknowledged writes are, as far as known. */
  readonly durability: Durability;
  readonly credentials: CredentialStore;
  readonly #parts: Parts;
  readonly #creator: Creator;
  readonly #batchWriter: BatchWriter;
  readonly #changeReader: ChangeReader;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.partitions = parts.partitions;
    this.server = parts.server;
    this.durability = parts.durability;
    this.#creator = new Creator(parts);
    this.#batchWriter = new BatchWriter(parts.openBatchConnection, parts.partitions);
    this.#changeReader = new ChangeReader(parts.link);
    this.credentials = createCredentials(parts.link, parts.writer, parts.library);
  }

  create: ObjectStore['create'] = (...asked) => this.#creator.create(...asked);

  repeatOf: ObjectStore['repeatOf'] = (...asked) => this.#creator.repeatOf(...asked);

  writeBatch: ObjectStore['writeBatch'] = (...asked) => this.#batchWriter.writeBatch(...asked);

  earlierBatch: ObjectStore['earlierBatch'] = (...asked) => this.#batchWriter.earlierBatch(...asked);

  drawIds: ObjectStore['drawIds'] = (service, count) => drawIds(this.#parts.writer, service, count);

  update: ObjectStore['update'] = (resource, memberId, id, value, expectedRevision, actor, { secrets } = {}) => {
    const { library } = this.#parts;
    const guard = expectedRevision;
    return write(library, this.partitions, {
      operation: 'update',
      resource,
      memberId,
      id,
      value,
      secrets,
      guard,
      actor,
    });
  };

  remove: ObjectStore['remove'] = (resource, memberId, id, actor, { expectedRevision = null } = {}) => {
    const { library } = this.#parts;
    const guard = expectedRevision;
    return write(library, this.partitions, { operation: 'delete', resource, memberId, id, value: null, guard, actor });
  };

  get: ObjectStore['get'] = async (resource, memberId, id) => {
    const placement = place(resource, memberId, id, this.partitions);
    return placement === null ? null : readObject(this.#parts.link, resource, placement, id);
  };

  revision: ObjectStore['revision'] = (partition) => this.#changeReader.revision(partition);

  changesAfter: ObjectStore['changesAfter'] = (partition, revision, limit) =>
    this.#changeReader.changesAfter(partition, revision, limit);

  changeLog: ObjectStore['changeLog'] = (memberId, start, count) => {
    const partition = memberId === null ? sharedPartition : memberId % this.partitions;
    return readChangeLog(this.#parts.link, { partition, memberId }, start, count);
  };

  load: ObjectStore['load'] = (partition, resources) => this.#changeReader.load(partition, resources);

  onChangeNotification: ObjectStore['onChangeNotification'] = (listener) => this.#parts.notifications.listen(listener);

  ping: ObjectStore['ping'] = async () => {
    try {
      return (await this.#parts.link.run('PING')) === 'PONG';
    } catch {
      return false;
    }
  };

  close: ObjectStore['close'] = async () => {
    this.#parts.notifications.close();
    await this.#batchWriter.close();
    this.#parts.writer.close();
    this.#parts.link.close();
  };
}

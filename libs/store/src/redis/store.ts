import type { CredentialStore, ObjectStore, WriteResult } from '../port.ts';
import { Creator } from './create.ts';
import { createCredentials } from './credential.ts';
import type { Durability } from './durability.ts';
import { Follower } from './follow.ts';
import type { HintFeed } from './hint.ts';
import { drawIds } from './identity.ts';
import type { FunctionLibrary } from './library.ts';
import type { RedisLink } from './link.ts';
import { place, sharedPartition } from './placement.ts';
import { readChangeLog, readObject } from './read.ts';
import { RevisionReader } from './revision.ts';
import type { Server } from './server.ts';
import { type StepLine, Stepper } from './step.ts';
import type { Wish } from './wish.ts';
import { write } from './write.ts';
import type { Writer } from './writer.ts';

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly hints: HintFeed;
  readonly library: FunctionLibrary;
  readonly openStepLine: () => Promise<StepLine>;
  readonly partitions: number;
  readonly isCluster: boolean;
  readonly server: Server;
  readonly durability: Durability;
}

/** The store on Redis, as LAYOUT.md lays it out. */
export class RedisStore implements ObjectStore {
  readonly partitions: number;
  readonly server: Server;
  /** What is known of the durability of acknowledged writes. */
  readonly durability: Durability;
  readonly credentials: CredentialStore;
  readonly #parts: Parts;
  readonly #creator: Creator;
  readonly #stepper: Stepper;
  readonly #follower: Follower;
  readonly #revisions: RevisionReader;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.partitions = parts.partitions;
    this.server = parts.server;
    this.durability = parts.durability;
    this.#creator = new Creator(parts);
    this.#stepper = new Stepper(parts.openStepLine, parts.partitions);
    this.#follower = new Follower(parts.link);
    this.#revisions = new RevisionReader(parts.link);
    this.credentials = createCredentials(parts.link, parts.writer, parts.library);
  }

  create: ObjectStore['create'] = (...asked) => this.#creator.create(...asked);

  repeatOf: ObjectStore['repeatOf'] = (...asked) => this.#creator.repeatOf(...asked);

  writeAll: ObjectStore['writeAll'] = (...asked) => this.#stepper.writeAll(...asked);

  earlierStep: ObjectStore['earlierStep'] = (...asked) => this.#stepper.earlierStep(...asked);

  drawIds: ObjectStore['drawIds'] = (service, count) => drawIds(this.#parts.writer, service, count);

  update: ObjectStore['update'] = (resource, memberId, id, value, expectedRevision, actor, { secrets } = {}) =>
    this.#write({ operation: 'update', resource, memberId, id, value, secrets, guard: expectedRevision, actor });

  remove: ObjectStore['remove'] = (resource, memberId, id, actor, { expectedRevision = null } = {}) =>
    this.#write({ operation: 'delete', resource, memberId, id, value: null, guard: expectedRevision, actor });

  get: ObjectStore['get'] = async (resource, memberId, id) => {
    const placement = place(resource, memberId, id, this.partitions);
    return placement === null ? null : readObject(this.#parts.link, resource, placement, id);
  };

  revision: ObjectStore['revision'] = (partition) => this.#revisions.read(partition);

  changesAfter: ObjectStore['changesAfter'] = (partition, revision, limit) =>
    this.#follower.changesAfter(partition, revision, limit);

  changeLog: ObjectStore['changeLog'] = (memberId, start, count) => {
    const partition = memberId === null ? sharedPartition : memberId % this.partitions;
    return readChangeLog(this.#parts.link, { partition, memberId }, start, count);
  };

  load: ObjectStore['load'] = (partition, resources) => this.#follower.load(partition, resources);

  onHint: ObjectStore['onHint'] = (listener) => this.#parts.hints.listen(listener);

  ping: ObjectStore['ping'] = async () => {
    try {
      return (await this.#parts.link.run('PING')) === 'PONG';
    } catch {
      return false;
    }
  };

  close: ObjectStore['close'] = async () => {
    this.#parts.hints.close();
    await this.#stepper.close();
    this.#parts.writer.close();
    this.#parts.link.close();
  };

  #write(wish: Wish): Promise<WriteResult> {
    return write(this.#parts.library, this.partitions, wish);
  }
}

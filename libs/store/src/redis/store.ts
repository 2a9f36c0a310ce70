import type { CredentialStore, ObjectStore, StoredResource, WriteResult } from '../port.ts';
import { createCredentials } from './credential.ts';
import type { Durability } from './durability.ts';
import { Follower } from './follow.ts';
import type { HintFeed } from './hint.ts';
import { drawId, givenId, passId } from './identity.ts';
import type { FunctionLibrary } from './library.ts';
import type { RedisLink } from './link.ts';
import { place } from './placement.ts';
import { readChangeLog, readObject, readRevision } from './read.ts';
import type { Server } from './server.ts';
import { type Wish, write } from './write.ts';
import type { Writer } from './writer.ts';

/** A drawn id that is taken (someone gave it) is drawn again; more often than this means a broken counter. */
const maxDraws = 100;

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly hints: HintFeed;
  readonly library: FunctionLibrary;
  readonly partitions: number;
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
  readonly #follower: Follower;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.partitions = parts.partitions;
    this.server = parts.server;
    this.durability = parts.durability;
    this.#follower = new Follower(parts.link);
    this.credentials = createCredentials(parts.link, parts.writer, parts.library);
  }

  create: ObjectStore['create'] = async (resource, memberId, value, actor, options = {}) => {
    const given = givenId(resource, value, options);
    const wish = { operation: 'create', resource, memberId, value, guard: options.limit ?? null, actor } as const;
    if (given === null) return this.#createWithDrawnId(wish);
    // Before the write: were it to fail afterwards, a write that is stored would look as if it were not.
    await passId(this.#parts.library, resource.service, given);
    return this.#write({ ...wish, id: given });
  };

  update: ObjectStore['update'] = (resource, memberId, id, value, expectedRevision, actor) =>
    this.#write({ operation: 'update', resource, memberId, id, value, guard: expectedRevision, actor });

  remove: ObjectStore['remove'] = (resource, memberId, id, actor) =>
    this.#write({ operation: 'delete', resource, memberId, id, value: null, guard: null, actor });

  get: ObjectStore['get'] = async (resource, memberId, id) => {
    const placement = place(resource, memberId, id, this.partitions);
    return placement === null ? null : readObject(this.#parts.link, resource, placement, id);
  };

  revision: ObjectStore['revision'] = (partition) => readRevision(this.#parts.link, partition);

  changesAfter: ObjectStore['changesAfter'] = (partition, revision, limit) =>
    this.#follower.changesAfter(partition, revision, limit);

  changeLog: ObjectStore['changeLog'] = (memberId, start, count) => {
    const partition = memberId === null ? 0 : memberId % this.partitions;
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
    this.#parts.writer.close();
    this.#parts.link.close();
  };

  #write(wish: Wish): Promise<WriteResult> {
    return write(this.#parts.library, this.partitions, wish);
  }

  async #createWithDrawnId(wish: Omit<Wish, 'id'> & { readonly resource: StoredResource }): Promise<WriteResult> {
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const id = await drawId(this.#parts.writer, wish.resource.service);
      const result = await this.#write({ ...wish, id });
      if (result.ok || result.refusal.kind !== 'exists') return result;
    }
    throw new Error(`${maxDraws} ids drawn for a ${wish.resource.service} were all taken: its counter is far behind`);
  }
}

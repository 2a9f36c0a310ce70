import type { ObjectStore, StoredResource, WriteResult } from '../port.ts';
import { drawId, givenId, passId, reserveId } from './identity.ts';
import { partitionPrefix, recordKey, reservationKey } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import type { RedisLink } from './link.ts';
import { place } from './placement.ts';
import { toRepeat } from './repeat.ts';
import { pairs, toTexts } from './reply.ts';
import type { Wish } from './wish.ts';
import { write } from './write.ts';
import type { Writer } from './writer.ts';

/** A drawn id that is taken (someone gave it) is drawn again; more often than this means a broken counter. */
const maxDraws = 100;

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly library: FunctionLibrary;
  readonly partitions: number;
  readonly isCluster: boolean;
}

type CreateWish = Omit<Wish, 'id' | 'isReserved'>;

/** Makes objects, and knows what a create that is sent again came to the first time. */
export class Creator {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  create: ObjectStore['create'] = async (resource, memberId, value, actor, options = {}) => {
    const { secrets, idempotency, limit = null } = options;
    const wish = { operation: 'create', resource, memberId, value, secrets, guard: limit, actor, idempotency } as const;
    const given = givenId(resource, value, options);
    const isReserved = resource.owner === 'self' && idempotency !== undefined;
    if (given === null && isReserved) return this.#createWithReservedId(wish, idempotency.key);
    if (given === null) return this.#createWithDrawnId(wish);
    if (isReserved) {
      throw new TypeError(
        `A ${resource.service} is given the id ${given} and an idempotency key, allowed: one of them`,
      );
    }
    // Before the write: were it to fail afterwards, a write that is stored would look as if it were not.
    await passId(this.#parts.library, resource.service, given);
    return this.#write({ ...wish, id: given });
  };

  repeatOf: ObjectStore['repeatOf'] = async (resource, memberId, idempotency) => {
    const { library, partitions } = this.#parts;
    const id = resource.owner === 'self' ? await this.#reservedId(resource, idempotency.key) : 0;
    const placement = id === null ? null : place(resource, memberId, id, partitions);
    if (placement === null) return null;
    const key = recordKey(placement.partition, placement.memberId, idempotency.key);
    const record = toTexts(await library.call('recall', partitionPrefix(placement.partition), key));
    return record.length === 0 ? null : toRepeat(resource, placement, idempotency, pairs(record));
  };

  /** On a cluster the counter is on another server than the object, so that each id is a question of its own. */
  async #createWithDrawnId(wish: CreateWish): Promise<WriteResult> {
    const { isCluster } = this.#parts;
    if (!isCluster && wish.resource.owner !== 'self') {
      const result = await this.#write({ ...wish, id: null });
      if (result.ok || result.refusal.kind !== 'exists') return result;
      throw allTaken(wish.resource);
    }
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const result = await this.#write({ ...wish, id: await this.#draw(wish.resource) });
      if (result.ok || result.refusal.kind !== 'exists') return result;
    }
    throw allTaken(wish.resource);
  }

  /**
   * For objects whose partition follows from their id: the record of a create lies beside its object, so a create that
   * is sent again needs the same id to find it. That an id is taken is recorded there too: all who send this create
   * then move on to one and the same other id, and none of them finds the first one free later.
   */
  async #createWithReservedId(wish: CreateWish, idempotencyKey: string): Promise<WriteResult> {
    const key = reservationKey(wish.resource.service, idempotencyKey);
    let taken: number | null = null;
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const id: number = await reserveId(this.#parts.library, key, await this.#draw(wish.resource), taken);
      const result = await this.#write({ ...wish, id, isReserved: true });
      if (result.ok || result.refusal.kind !== 'exists') return result;
      taken = id;
    }
    throw allTaken(wish.resource);
  }

  #write(wish: Wish): Promise<WriteResult> {
    return write(this.#parts.library, this.#parts.partitions, wish);
  }

  #draw({ service }: StoredResource): Promise<number> {
    return drawId(this.#parts.writer, service);
  }

  async #reservedId({ service }: StoredResource, idempotencyKey: string): Promise<number | null> {
    const reserved = await this.#parts.link.run('GET', reservationKey(service, idempotencyKey));
    return reserved === null ? null : Number(reserved);
  }
}

const allTaken = ({ service }: StoredResource) =>
  new Error(`${maxDraws} ids drawn for a ${service} were all taken: its counter is far behind`);

import type { Plain } from '@auction-tiers/contract';
import type { CreateOptions, ObjectStore, StoredResource, WriteResult } from '../../port/object-store.ts';
import { asPreparation, type FunctionLibrary, type RedisLink, type Writer } from '../connection/link.ts';
import { counterKey, pairs, partitionPrefix, place, recordKey, reservationKey, toTexts } from '../layout/layout.ts';
import { toRepeat, write, type WriteRequest } from './write.ts';

/** A drawn id that is taken (a caller gave it) is drawn again; more draws than this mean a broken counter. */
const maxDraws = 100;

/** A given id above this does not move the counter: one huge id must not use up the ids that are drawn. */
const highestCounted = 2 ** 52;

interface Parts {
  readonly link: RedisLink;
  readonly writer: Writer;
  readonly library: FunctionLibrary;
  readonly partitions: number;
  readonly isCluster: boolean;
}

type CreateRequest = Omit<WriteRequest, 'id' | 'isReserved'>;

/** Creates objects, and finds the result of a write that is sent again. */
export class Creator {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  create: ObjectStore['create'] = async (resource, memberId, value, actor, options = {}) => {
    const { secrets, idempotency, limit = null } = options;
    const request = {
      operation: 'create',
      resource,
      memberId,
      value,
      secrets,
      guard: limit,
      actor,
      idempotency,
    } as const;
    const given = givenId(resource, value, options);
    const isReserved = resource.owner === 'self' && idempotency !== undefined;
    if (given === null && isReserved) return this.#createWithReservedId(request, idempotency.key);
    if (given === null) return this.#createWithDrawnId(request);
    if (isReserved) {
      throw new TypeError(
        `A ${resource.service} is given the id ${given} and an idempotency key, allowed: one of them`,
      );
    }
    // Before the write: if it failed afterwards, a stored write would look as if it was not stored.
    await this.#raiseCounter(resource, given);
    return this.#write({ ...request, id: given });
  };

  repeatOf: ObjectStore['repeatOf'] = async (resource, memberId, idempotency, named) => {
    const { library, partitions } = this.#parts;
    const id = named ?? (resource.owner === 'self' ? await this.#reservedId(resource, idempotency.key) : 0);
    const placement = id === null ? null : place(resource, memberId, id, partitions);
    if (placement === null) return null;
    const key = recordKey(placement.partition, placement.memberId, idempotency.key);
    const record = toTexts(await library.call('recall', partitionPrefix(placement.partition), key));
    return record.length === 0 ? null : toRepeat(resource, placement, idempotency, pairs(record));
  };

  /** On a cluster the counter is on another server than the object, so drawing the id is a command of its own. */
  async #createWithDrawnId(request: CreateRequest): Promise<WriteResult> {
    const { isCluster } = this.#parts;
    if (!isCluster && request.resource.owner !== 'self') {
      const result = await this.#write({ ...request, id: null });
      if (result.ok || result.refusal.kind !== 'exists') return result;
      throw allTaken(request.resource);
    }
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const result = await this.#write({ ...request, id: await this.#drawId(request.resource) });
      if (result.ok || result.refusal.kind !== 'exists') return result;
    }
    throw allTaken(request.resource);
  }

  /**
   * For objects whose partition follows from their id: the record of a create is stored beside its object, so a create
   * that is sent again needs the same id to find it. That an id is taken is recorded there too: all senders of this
   * create then use one and the same other id, and none of them uses the first id if it becomes free later.
   */
  async #createWithReservedId(request: CreateRequest, idempotencyKey: string): Promise<WriteResult> {
    const key = reservationKey(request.resource.service, idempotencyKey);
    let taken: number | null = null;
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const id: number = await this.#reserveId(key, await this.#drawId(request.resource), taken);
      const result = await this.#write({ ...request, id, isReserved: true });
      if (result.ok || result.refusal.kind !== 'exists') return result;
      taken = id;
    }
    throw allTaken(request.resource);
  }

  #write(request: WriteRequest): Promise<WriteResult> {
    return write(this.#parts.library, this.#parts.partitions, request);
  }

  async #drawId({ service }: StoredResource): Promise<number> {
    const key = counterKey(service);
    return Number(await asPreparation(this.#parts.writer.commit(key, ['INCR', key])));
  }

  /**
   * The id under which a create is to be done: the candidate, or the id that was reserved when the create was sent
   * before. `taken`: a reserved id that belongs to another object.
   */
  async #reserveId(key: string, candidate: number, taken: number | null): Promise<number> {
    const args = [String(candidate), taken === null ? '' : String(taken)];
    return Number(await this.#parts.library.call('reserve', key, key, args));
  }

  async #reservedId({ service }: StoredResource, idempotencyKey: string): Promise<number | null> {
    const reserved = await this.#parts.link.run('GET', reservationKey(service, idempotencyKey));
    return reserved === null ? null : Number(reserved);
  }

  /** Keeps the ids that are drawn later above an id that a caller gave. */
  async #raiseCounter({ service }: StoredResource, id: number): Promise<void> {
    const key = counterKey(service);
    if (id <= highestCounted) await this.#parts.library.call('raise', key, key, [String(id)]);
  }
}

/** Draws fresh ids of a service. */
export async function drawIds(writer: Writer, service: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const key = counterKey(service);
  const last = Number(await asPreparation(writer.commit(key, ['INCRBY', key, String(count)])));
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/** The id that the caller gives the object; null when the store draws one. */
function givenId(resource: StoredResource, value: Plain, options: CreateOptions): number | null {
  const given = options.id ?? (resource.fields['id']?.mode === 'required' ? value['id'] : null);
  if (given === null) return null;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 1) return given;
  throw new TypeError(
    `The id of a ${resource.service} is ${JSON.stringify(given)}, allowed: a whole number from 1 to 2^53 - 1`,
  );
}

const allTaken = ({ service }: StoredResource) =>
  new Error(`${maxDraws} ids drawn for a ${service} were all taken: its counter is far behind`);

import type { Plain, ServiceName } from '@auction-tiers/contract';
import type { CreateOptions, ObjectStore, StoredResource, WriteResult } from '../../port/object-store.ts';
import { asPreparation, type RedisLink } from '../connection/link.ts';
import { highestCounted } from '../history/newest.ts';
import {
  counterKey,
  pairs,
  partitionPrefix,
  place,
  recordKey,
  reservationKey,
  sharedPartition,
  toTexts,
} from '../layout/layout.ts';
import { toRepeat, write, type WriteParts, type WriteRequest } from './write.ts';

/** A drawn id that a caller has taken already is drawn again; more draws than this mean a broken counter. */
const maxDraws = 100;

interface Parts extends WriteParts {
  readonly link: RedisLink;
  readonly isCluster: boolean;
}

type CreateRequest = Omit<WriteRequest, 'id' | 'isReserved'>;

/** Creates objects, and finds the result of a repeated write. */
export class Creator {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  create: ObjectStore['create'] = async (resource, memberId, value, actor, options = {}) => {
    const { secrets, idempotency, limit = null, whileMember } = options;
    const request = {
      operation: 'create',
      resource,
      memberId,
      value,
      secrets,
      guard: limit,
      actor,
      idempotency,
      whileMember,
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
    await this.#parts.history.head(sharedPartition);
    // Before the write: if raising failed afterwards, the caller would take a stored write for a failed one.
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
      const result = await this.#write({ ...request, id: await this.#drawId(request.resource.service) });
      if (result.ok || result.refusal.kind !== 'exists') return result;
    }
    throw allTaken(request.resource);
  }

  /**
   * For objects whose partition depends on their id: the record of a create is stored next to its object, so a repeated
   * create needs the same id to find it. The reservation also records that an id is taken: all senders of this create
   * then use the same other id, and none uses the first id if it becomes free later.
   */
  async #createWithReservedId(request: CreateRequest, idempotencyKey: string): Promise<WriteResult> {
    const { service } = request.resource;
    let taken: number | undefined;
    for (let draw = 0; draw < maxDraws; draw += 1) {
      const id: number = await this.reserveId(service as ServiceName, idempotencyKey, taken);
      const result = await this.#write({ ...request, id, isReserved: true });
      if (result.ok || result.refusal.kind !== 'exists') return result;
      taken = id;
    }
    throw allTaken(request.resource);
  }

  #write(request: WriteRequest): Promise<WriteResult> {
    return write(this.#parts, request);
  }

  async #drawId(service: string): Promise<number> {
    const [id = 0] = await drawIds(this.#parts, service, 1);
    return id;
  }

  /** A fresh id, or the id that an earlier attempt of the create has reserved. */
  reserveId: ObjectStore['reserveId'] = async (service, idempotencyKey, taken) => {
    const key = reservationKey(service, idempotencyKey);
    const args = [String(await this.#drawId(service)), taken === undefined ? '' : String(taken)];
    return Number(await this.#parts.library.call('reserve', key, key, args));
  };

  async #reservedId({ service }: StoredResource, idempotencyKey: string): Promise<number | null> {
    const reserved = await this.#parts.link.run('GET', reservationKey(service, idempotencyKey));
    return reserved === null ? null : Number(reserved);
  }

  /** Raises the counter, so that later ids are above an id that a caller gave. */
  async #raiseCounter({ service }: StoredResource, id: number): Promise<void> {
    const key = counterKey(service);
    if (id <= highestCounted) await this.#parts.library.call('raise', key, key, [String(id)]);
  }
}

/** Draws fresh ids of a service. The counter may be on another server than the database's marks. */
export async function drawIds(
  { library, history }: Pick<Parts, 'library' | 'history'>,
  service: string,
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  await history.head(sharedPartition);
  const key = counterKey(service);
  const drawing = library.call('draw', key, key, [String(history.newest.highestIds.of(service)), String(count)]);
  const last = Number(await asPreparation(drawing));
  history.newest.highestIds.see([{ service, id: last }]);
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

import type { Plain, ServiceName } from '@auction-tiers/contract';
import type { Actor, Idempotency, Secrets, StoredResource, WriteResult } from '../../port/object-store.ts';
import type { FunctionLibrary } from '../connection/library.ts';
import {
  counterKey,
  partitionPrefix,
  type Placement,
  place,
  recordKey,
  revisionKey,
  secretField,
} from '../layout/key.ts';
import { pairs, toPlain, toRefusal, toRepeat, toTexts } from '../layout/reply.ts';
import { toFields, toWriteSchema } from './write-schema.ts';

/** The write of one object. */
export interface WriteRequest {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: StoredResource;
  readonly memberId: number | null;
  /** Null: the `write` function draws it. Only for a create, not on a cluster, and not of a resource that is its own owner. */
  readonly id: number | null;
  /** Null for a delete. */
  readonly value: Plain | null;
  readonly secrets?: Secrets | undefined;
  /** The expected revision of an update or delete, the limit of a create; null for none. */
  readonly guard: number | null;
  readonly actor: Actor;
  /** Of a create. */
  readonly idempotency?: Idempotency | undefined;
  /** Whether the id is reserved for this create. If the id is taken, the create reserves another one. */
  readonly isReserved?: boolean;
}

/** Writes one object with its indexes and its entry in the change log, or refuses and changes nothing. */
export async function write(library: FunctionLibrary, partitions: number, request: WriteRequest): Promise<WriteResult> {
  const placement = place(request.resource, request.memberId, request.id, partitions);
  if (placement === null) return { ok: false, refusal: { kind: 'not_found' } };
  const { partition } = placement;
  const keys = [revisionKey(partition), ...(request.id === null ? [counterKey(request.resource.service)] : [])];
  const reply = await library.call('write', partitionPrefix(partition), keys, toArguments(request, placement));
  return toResult(request, placement, toTexts(reply));
}

/** The arguments of the `write` function, in the order that it documents. Throws for secrets that the resource has not. */
function toArguments(request: WriteRequest, { partition, memberId }: Placement): string[] {
  const { operation, resource, id, value, guard, actor, idempotency } = request;
  return [
    partitionPrefix(partition),
    String(partition),
    schemaText(resource, operation, request.isReserved ?? false),
    id === null ? '' : String(id),
    memberId === null ? '' : String(memberId),
    actor.user,
    actor.requestId,
    guard === null ? '' : String(guard),
    idempotency === undefined ? '' : recordKey(partition, memberId, idempotency.key),
    idempotency?.fingerprint ?? '',
    ...Object.entries(toFields(resource, value, memberId, id)).flat(),
    ...secretFields(request).flat(),
  ];
}

const schemaTexts = new WeakMap<StoredResource, Map<string, string>>();

/** The write schema as JSON, made once for each resource and kind of write. */
function schemaText(resource: StoredResource, operation: WriteRequest['operation'], isReserved: boolean): string {
  const texts = schemaTexts.get(resource) ?? new Map<string, string>();
  schemaTexts.set(resource, texts);
  const kind = `${operation} ${isReserved}`;
  const text = texts.get(kind) ?? JSON.stringify({ ...toWriteSchema(resource), operation, reserved: isReserved });
  texts.set(kind, text);
  return text;
}

function secretFields({ operation, resource, secrets = {} }: WriteRequest): [field: string, text: string][] {
  const names = resource.secrets.map(({ name }) => name);
  const given = Object.keys(secrets);
  const isLacking = operation === 'create' && names.some((name) => !given.includes(name));
  if (isLacking || given.some((name) => !names.includes(name))) {
    const [seen, allowed] = [given, names].map((list) => list.join(', ') || 'none');
    throw new TypeError(
      `The secrets given to ${operation} a ${resource.service} are: ${seen}; allowed: ${allowed}, and a create needs all`,
    );
  }
  return Object.entries(secrets).map(([name, text]) => [secretField(name), text]);
}

function toResult(request: WriteRequest, placement: Placement, reply: readonly string[]): WriteResult {
  const { resource, operation, actor, idempotency } = request;
  const [kind, ...details] = reply;
  if (kind === 'recalled' && idempotency !== undefined) {
    return toRepeat(resource, placement, idempotency, pairs(details)) ?? { ok: false, refusal: { kind: 'exists' } };
  }
  if (kind !== 'ok') return { ok: false, refusal: toRefusal(reply) };
  const [revision, timeMs, id, before, after] = details;
  return {
    ok: true,
    isRepeat: false,
    change: {
      partition: placement.partition,
      revision: Number(revision),
      service: resource.service as ServiceName,
      id: Number(id),
      operation,
      memberId: placement.memberId,
      user: actor.user,
      requestId: actor.requestId,
      timeMs: Number(timeMs),
      before: toPlain(resource, before),
      after: toPlain(resource, after),
      through: Number(revision),
    },
  };
}

import type { Plain, ServiceName } from '@auction-tiers/contract';
import type { Actor, StoredResource, WriteResult } from '../port.ts';
import { toPlain } from './change.ts';
import { objectKey, partitionPrefix } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import { type Placement, place } from './placement.ts';
import { toArguments } from './plan.ts';
import { toRefusal, toTexts } from './reply.ts';

/** What a writer asks for. */
export interface Wish {
  readonly operation: 'create' | 'update' | 'delete';
  readonly resource: StoredResource;
  readonly memberId: number | null;
  readonly id: number;
  /** Null for a delete. */
  readonly value: Plain | null;
  /** The expected revision of an update; the limit of a create, if any. */
  readonly guard: number | null;
  readonly actor: Actor;
}

/** Changes one object, with its indexes and its entry in the change log, or refuses and changes nothing. */
export async function write(library: FunctionLibrary, partitions: number, wish: Wish): Promise<WriteResult> {
  const placement = place(wish.resource, wish.memberId, wish.id, partitions);
  if (placement === null) return { ok: false, refusal: { kind: 'not_found' } };
  const { partition } = placement;
  const key = objectKey(partition, wish.resource.service, wish.id);
  const reply = await library.call('mutate', partitionPrefix(partition), key, toArguments({ ...wish, placement }));
  return toResult(wish, placement, toTexts(reply));
}

function toResult(wish: Wish, { partition, memberId }: Placement, reply: readonly string[]): WriteResult {
  const [kind, revision, timeMs, before, after] = reply;
  if (kind !== 'ok') return { ok: false, refusal: toRefusal(reply) };
  const { resource, id, operation, actor } = wish;
  return {
    ok: true,
    change: {
      partition,
      revision: Number(revision),
      service: resource.service as ServiceName,
      id,
      operation,
      memberId,
      user: actor.user,
      requestId: actor.requestId,
      timeMs: Number(timeMs),
      before: toPlain(resource, before),
      after: toPlain(resource, after),
    },
  };
}

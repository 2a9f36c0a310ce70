import type { ServiceName } from '@auction-tiers/contract';
import type { WriteResult } from '../port.ts';
import { toPlain } from './change.ts';
import { counterKey, partitionPrefix, revisionKey } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import { type Placement, place } from './placement.ts';
import { toArguments } from './plan.ts';
import { toRepeat } from './repeat.ts';
import { pairs, toRefusal, toTexts } from './reply.ts';
import type { Wish } from './wish.ts';

/** Changes one object, with its indexes and its entry in the change log, or refuses and changes nothing. */
export async function write(library: FunctionLibrary, partitions: number, wish: Wish): Promise<WriteResult> {
  const placement = place(wish.resource, wish.memberId, wish.id, partitions);
  if (placement === null) return { ok: false, refusal: { kind: 'not_found' } };
  const { partition } = placement;
  const keys = [revisionKey(partition), ...(wish.id === null ? [counterKey(wish.resource.service)] : [])];
  const reply = await library.call('mutate', partitionPrefix(partition), keys, toArguments(wish, placement));
  return toResult(wish, placement, toTexts(reply));
}

function toResult(wish: Wish, placement: Placement, reply: readonly string[]): WriteResult {
  const { resource, operation, actor, idempotency } = wish;
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

import type { Hash, ServiceName } from '@auction-tiers/contract';
import type { Idempotency, StoredResource, WriteResult } from '../port.ts';
import { toPlain } from './change.ts';
import type { Placement } from './placement.ts';

/** What a create came to before, by its record; null when that only says that the create's id was taken. */
export function toRepeat(
  resource: StoredResource,
  { partition, memberId }: Placement,
  { fingerprint }: Idempotency,
  record: Hash,
): WriteResult | null {
  const isTaken = record['is_taken'] !== undefined;
  if (record['service'] !== resource.service || (!isTaken && record['fingerprint'] !== fingerprint)) {
    return { ok: false, refusal: { kind: 'reused_key' } };
  }
  if (isTaken) return null;
  return {
    ok: true,
    isRepeat: true,
    change: {
      partition,
      revision: Number(record['revision']),
      service: resource.service as ServiceName,
      id: Number(record['id']),
      operation: 'create',
      memberId,
      user: record['user'] ?? '',
      requestId: record['request_id'] ?? '',
      timeMs: Number(record['time_ms']),
      before: null,
      after: toPlain(resource, record['after']),
      through: Number(record['revision']),
    },
  };
}

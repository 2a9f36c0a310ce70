import { fromHash, type Hash, type Plain, type ServiceName, storedResources } from '@auction-tiers/contract';
import type { Change, Idempotency, Refusal, StoredResource, WriteResult } from '../../port/object-store.ts';
import type { Placement } from './key.ts';

/** A reply that is a list of texts. */
export function toTexts(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new TypeError(`Redis replied ${typeof reply}, expected: a list`);
  return reply.map(String);
}

/** Field, text, field, text, ... as an object. It has no prototype, so that any field name is allowed. */
export function pairs(flat: readonly string[]): Hash {
  const hash: Hash = Object.create(null) as Hash;
  for (let at = 0; at + 1 < flat.length; at += 2) hash[flat[at] ?? ''] = flat[at + 1] ?? '';
  return hash;
}

/** Why the `write` function refused. A secret is named by its own name, without the `_` of its field. */
export function toRefusal([kind, ...details]: readonly string[]): Refusal {
  const [first = '', second = '', third = ''] = details;
  switch (kind) {
    case 'not_found':
    case 'changed':
    case 'exists':
      return { kind };
    case 'dangling':
      return { kind, field: first, service: second as ServiceName, id: Number(third) };
    case 'duplicate':
      return { kind, field: first.replace(/^_/, ''), value: second, id: Number(third) };
    case 'in_use':
      return { kind, service: first as ServiceName, count: Number(second) };
    case 'limit':
      return { kind, limit: Number(first) };
    default:
      throw new TypeError(`The write function replied ${String(kind)}, which this version does not know`);
  }
}

const resources = new Map<string, StoredResource>(storedResources.map((resource) => [resource.service, resource]));

/** An entry of a change stream, as XRANGE gives it. */
export function toChange(partition: number, entry: unknown): Change {
  const [streamId, flat] = Array.isArray(entry) ? (entry as unknown[]) : [];
  const fields = pairs(toTexts(flat));
  const service = fields['service'] ?? '';
  const resource = resources.get(service);
  if (resource === undefined) {
    throw new TypeError(`The change ${String(streamId)} is of service "${service}", which this version does not know`);
  }
  const memberId = fields['member_id'];
  return {
    partition,
    revision: Number.parseInt(String(streamId), 10),
    service: service as ServiceName,
    id: Number(fields['id']),
    operation: fields['operation'] as Change['operation'],
    memberId: memberId === undefined ? null : Number(memberId),
    user: fields['user'] ?? '',
    requestId: fields['request_id'] ?? '',
    timeMs: Number(fields['time_ms']),
    before: toPlain(resource, fields['before']),
    after: toPlain(resource, fields['after']),
    through: Number(fields['through'] ?? Number.parseInt(String(streamId), 10)),
  };
}

/** An image of an object: a JSON object of the hash's fields, each as its text. Absent or empty: there was no object. */
export function toPlain(resource: StoredResource, image: string | undefined): Plain | null {
  if (image === undefined || image === '') return null;
  return fromHash(resource, JSON.parse(image) as Hash);
}

/** The recorded result of a create; null when the record only says that the create's reserved id was taken. */
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

import { fromHash, type Hash, type Plain, type ServiceName, storedResources } from '@auction-tiers/contract';
import type { Change, StoredResource } from '../port.ts';
import { pairs, toTexts } from './reply.ts';

/** What the images in the change stream are read with. */
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

/** An image is a JSON object of the hash's fields, each as its text. Absent or empty: there was no object. */
export function toPlain(resource: StoredResource, image: string | undefined): Plain | null {
  if (image === undefined || image === '') return null;
  return fromHash(resource, JSON.parse(image) as Hash);
}

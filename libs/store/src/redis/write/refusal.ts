import type { ServiceName } from '@auction-tiers/contract';
import type { Refusal } from '../../port/object-store.ts';

/**
 * Why a function refused. A batch write that must wait for another hold is reported as `changed`, as what it has read
 * may change. A secret is reported by its name, without the `_` of its field.
 */
export function toRefusal([kind, ...details]: readonly string[]): Refusal {
  const [first = '', second = '', third = ''] = details;
  switch (kind) {
    case 'not_found':
    case 'changed':
    case 'exists':
    case 'member_other':
      return { kind };
    case 'held':
      return { kind: 'changed' };
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

import type { Hash, ServiceName } from '@auction-tiers/contract';
import type { Refusal } from '../port.ts';

/** A reply that is a list of texts. */
export function toTexts(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new TypeError(`Redis replied ${typeof reply}, expected: a list`);
  return reply.map(String);
}

/** Field, text, field, text, ... as an object; without a prototype, so that any field name is only a name. */
export function pairs(flat: readonly string[]): Hash {
  const hash: Hash = Object.create(null) as Hash;
  for (let at = 0; at + 1 < flat.length; at += 2) hash[flat[at] ?? ''] = flat[at + 1] ?? '';
  return hash;
}

/** Why `mutate` refused. A secret goes by its own name, not by that of its field. */
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
      throw new TypeError(`The mutate function replied ${String(kind)}, which this version does not know`);
  }
}

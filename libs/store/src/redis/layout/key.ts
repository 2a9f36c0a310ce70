/** The owner of objects: a member, or null for the installation. */
export type Owner = number | null;

/** A key of a partition, by what LAYOUT.md says that it holds. `other`: the layout has no such key. */
export type PartitionKey =
  | { readonly kind: 'object'; readonly service: string; readonly id: number }
  | { readonly kind: 'all'; readonly service: string }
  | { readonly kind: 'owned'; readonly owner: Owner; readonly service: string }
  | { readonly kind: 'unique'; readonly owner: Owner; readonly service: string; readonly field: string }
  | { readonly kind: 'referrers'; readonly service: string; readonly id: number }
  | { readonly kind: 'ownedChanges'; readonly owner: Owner }
  | { readonly kind: 'steps'; readonly owner: Owner }
  | { readonly kind: 'record'; readonly owner: Owner; readonly name: string }
  | {
      readonly kind: 'report';
      readonly owner: number;
      readonly ymProfileId: number;
      readonly time: 'hour' | 'day' | 'experiment';
    }
  | { readonly kind: 'hold'; readonly owner: Owner }
  | { readonly kind: 'position' }
  | { readonly kind: 'other' };

/** Keys that exist once per partition. */
const ofPosition: ReadonlySet<string> = new Set(['revision', 'changes', 'head', 'epoch']);

const ofOwner = /^(?:member:(?<member>[1-9]\d*)|shared):(?<rest>.+)$/s;

/** A key with its partition; undefined for a key that belongs to no partition. */
export function parseKey(key: string): { readonly partition: number; readonly key: PartitionKey } | undefined {
  const parts = /^at:\{p(?<partition>\d+)\}:(?<rest>.*)$/s.exec(key)?.groups;
  if (parts === undefined) return undefined;
  return { partition: Number(parts['partition']), key: parseRest(parts['rest'] ?? '') };
}

function parseRest(rest: string): PartitionKey {
  if (ofPosition.has(rest)) return { kind: 'position' };
  const [first = '', second = '', third] = rest.split(':');
  if (third === undefined && isId(second)) return { kind: 'object', service: first, id: Number(second) };
  if (first === 'all' && third === undefined) return { kind: 'all', service: second };
  if (first === 'referrers' && third !== undefined && isId(third)) {
    return { kind: 'referrers', service: second, id: Number(third) };
  }
  const owned = ofOwner.exec(rest)?.groups;
  if (owned === undefined) return { kind: 'other' };
  return parseOwned(owned['member'] === undefined ? null : Number(owned['member']), owned['rest'] ?? '');
}

function parseOwned(owner: Owner, rest: string): PartitionKey {
  const [first = '', second, third] = rest.split(':');
  if (first === 'idempotency' && second !== undefined) {
    return { kind: 'record', owner, name: rest.slice('idempotency:'.length) };
  }
  if (first === 'unique' && second !== undefined && third !== undefined) {
    return { kind: 'unique', owner, service: second, field: third };
  }
  if (first === 'report' && owner !== null) return parseReport(owner, rest);
  if (first === 'steps' && third === undefined) return { kind: 'steps', owner };
  if (second !== undefined) return { kind: 'other' };
  if (first === 'changes') return { kind: 'ownedChanges', owner };
  return first === 'hold' ? { kind: 'hold', owner } : { kind: 'owned', owner, service: first };
}

/** The key of an hour, a day or a phase of an experiment; not the `seconds`, which are kept for followers only. */
function parseReport(owner: number, rest: string): PartitionKey {
  const parts =
    /^report:(?<id>[1-9]\d{0,15}):(?:(?:recut-)?\d{4}-\d\d-\d\d(?:(?<hour>T\d\d(?::\d\d)?)|@[\w+\-/]+)?|(?<experiment>experiment-[1-9]\d{0,15}-[\da-f]{16}))$/.exec(
      rest,
    )?.groups;
  if (parts === undefined) return { kind: 'other' };
  const { id, hour, experiment } = parts;
  const time = experiment === undefined ? (hour === undefined ? 'day' : 'hour') : 'experiment';
  return { kind: 'report', owner, ymProfileId: Number(id), time };
}

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text);

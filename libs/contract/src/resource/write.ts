import type { Issue } from '../error/issue.ts';
import type { Plain } from './hash.ts';
import type { Resource } from './resource.ts';

/** A parsed body without the attributes that only the service sets, and the names of those it held. */
export function withoutReadOnly(resource: Pick<Resource, 'fields'>, body: Plain): { value: Plain; ignored: string[] } {
  const ignored = Object.keys(body).filter((name) => resource.fields[name]?.mode === 'read_only');
  const value = Object.fromEntries(
    Object.entries(body).filter(([name, sent]) => sent !== undefined && !ignored.includes(name)),
  );
  return { value, ignored };
}

/** What a create stores for the attributes that the writer did not send. */
export function withInitials(resource: Pick<Resource, 'fields'>, value: Plain): Plain {
  const initials = Object.entries(resource.fields)
    .filter(([name, field]) => field.mode === 'optional' && value[name] === undefined && field.initial !== undefined)
    .map(([name, field]) => [name, field.initial]);
  return { ...Object.fromEntries(initials), ...value };
}

/**
 * The object after an update: sent attributes replace stored ones. With `append`, arrays are merged instead: an element
 * with the identity of a stored one replaces it in its place, others are added at the end.
 */
export function merge(current: Plain, changes: Plain, append: boolean): Plain {
  if (!append) return { ...current, ...changes };
  const merged = Object.entries(changes).map(([name, sent]) => {
    const stored = current[name];
    return [name, Array.isArray(sent) && Array.isArray(stored) ? mergeById(stored, sent) : sent];
  });
  return { ...current, ...Object.fromEntries(merged) };
}

function mergeById(stored: readonly unknown[], sent: readonly unknown[]): unknown[] {
  const elements = new Map(stored.map((element) => [identity(element), element]));
  for (const element of sent) elements.set(identity(element), element);
  return [...elements.values()];
}

/** An element's `id`; elements without one are themselves their identity. */
function identity(element: unknown): string {
  const hasId = typeof element === 'object' && element !== null && 'id' in element && element.id !== undefined;
  return hasId ? `id ${String(element.id)}` : JSON.stringify(element);
}

/** The arrays of a merged object that hold more than they may. */
export function tooManyEntries(resource: Pick<Resource, 'fields'>, value: Plain): Issue[] {
  return Object.entries(resource.fields).flatMap(([path, { maxEntries = Number.POSITIVE_INFINITY }]) => {
    const list = value[path];
    if (!Array.isArray(list) || list.length <= maxEntries) return [];
    return [{ path, message: `would hold ${list.length} entries, allowed: at most ${maxEntries} entries` }];
  });
}

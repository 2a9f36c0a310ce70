import { cut } from '@auction-tiers/contract';

/** Most characters of a text in an answer: names and notes are data of a bounded length. */
const longestText = 300;
/** An object of more attributes than this is a map, which is cut like a list. */
const mostAttributes = 60;
/** A part that would get fewer characters than this is left out whole. */
const leastPart = 80;

type Entry = readonly [name: string, value: unknown];

/** A value that fits, and handles of the parts that it lacks. */
export interface Fitted {
  readonly value: unknown;
  /** `/items:20`: of the list or object at a path the entries from a place on. */
  readonly rest: readonly string[];
}

/** The characters of a value as JSON inside of a text, where quotes are escaped. */
export const sizeOf = (value: unknown): number => JSON.stringify(JSON.stringify(value) ?? '').length - 2;

/** A value with every text in it, names of attributes included, cut to a bounded length. */
export function boundTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${cut(value, longestText - 1)}…` : value;
  if (Array.isArray(value)) return value.map(boundTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [boundTexts(name) as string, boundTexts(part)]),
  );
}

/** Cuts lists and objects in a value until it has at most so many characters. Small attributes stay whole. */
export function fit(value: unknown, most: number, path = '', first = 0): Fitted {
  if (typeof value !== 'object' || value === null || sizeOf(value) <= most) return { value, rest: [] };
  const entries: readonly Entry[] = Object.entries(value);
  const isList = Array.isArray(value) || entries.length > mostAttributes;
  return isList ? fitList(value, entries, most, { path, first }) : fitObject(entries, most, path);
}

const placed = (path: string, name: string) => `${path}/${encodeURIComponent(name)}`;

/** The first entries that fit; of one that does not fit alone, a part. */
function fitList(
  value: object,
  entries: readonly Entry[],
  most: number,
  { path, first }: { readonly path: string; readonly first: number },
): Fitted {
  const kept: Entry[] = [];
  let rest: readonly string[] = [];
  let left = most - leastPart;
  for (const entry of entries) {
    const [name, part] = entry;
    const size = sizeOf({ [name]: part });
    if (size > left && kept.length > 0) break;
    left -= size;
    if (left >= 0) {
      kept.push(entry);
      continue;
    }
    const at = Array.isArray(value) ? String(first + Number(name)) : name;
    const fitted = fit(part, most - leastPart, placed(path, at));
    kept.push([name, fitted.value]);
    rest = fitted.rest;
    break;
  }
  const next = first + kept.length;
  const more = kept.length < entries.length ? [`${path}:${next}`] : [];
  const found = Array.isArray(value) ? kept.map(([, part]) => part) : Object.fromEntries(kept);
  return { value: found, rest: [...rest, ...more] };
}

/** All attributes, the largest of them cut to equal shares. */
function fitObject(entries: readonly Entry[], most: number, path: string): Fitted {
  const sized = entries.map(([name, part]) => ({ name, part, size: sizeOf({ [name]: part }) }));
  let left = most;
  const shares = new Map<string, number>();
  for (const [at, { name, size }] of sized.toSorted((one, other) => one.size - other.size).entries()) {
    const share = Math.min(size, Math.floor(left / (sized.length - at)));
    shares.set(name, share);
    left -= share;
  }
  const rest: string[] = [];
  const kept = sized.flatMap(({ name, part, size }): Entry[] => {
    const share = shares.get(name)!;
    if (size <= share) return [[name, part]];
    const own = placed(path, name);
    const isContainer = typeof part === 'object' && part !== null;
    if (share < leastPart || !isContainer) {
      rest.push(`${own}:0`);
      return [];
    }
    const fitted = fit(part, share - name.length - leastPart, own);
    rest.push(...fitted.rest);
    return [[name, fitted.value]];
  });
  return { value: Object.fromEntries(kept), rest };
}

/** The part of a value that a handle names, fitted. undefined: the value has no such part. */
export function fitRest(value: unknown, handle: string, most: number): Fitted | undefined {
  const [, path = '', from = ''] = /^((?:\/[^/:]*)*):(\d{1,9})$/.exec(handle) ?? [];
  if (from === '') return undefined;
  let part = value;
  for (const name of path.split('/').slice(1)) {
    const key = decode(name);
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[key];
  }
  const first = Number(from);
  if (typeof part !== 'object' || part === null) return first === 0 ? { value: part, rest: [] } : undefined;
  if (Array.isArray(part)) return fit(part.slice(first), most, path, first);
  return fit(Object.fromEntries(Object.entries(part).slice(first)), most, path, first);
}

/** A handle that is no URL encoding names nothing. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

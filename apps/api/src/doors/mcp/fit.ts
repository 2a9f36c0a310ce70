import { cut } from '@auction-tiers/contract';

/** Most characters of a text in an answer: names and notes are data of a bounded length. */
const longestText = 300;
/** An object of more attributes than this is a map, which is cut like a list. */
const mostAttributes = 60;
/** A part that would get fewer characters than this is left out whole; handles and brackets take as many. */
const leastPart = 80;

/** A value that fits, and handles of the parts that it lacks. */
export interface Fitted {
  readonly value: unknown;
  /** `/items:20`: of the list or object at a path the entries from a place on. */
  readonly rest: readonly string[];
}

/** The characters of a value as JSON inside of a text, where quotes are escaped. */
export const sizeOf = (value: unknown): number => JSON.stringify(JSON.stringify(value) ?? '').length - 2;

const hasParts = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A value with every text in it, names of attributes included, cut to a bounded length. */
export function boundTexts(value: unknown, longest = longestText): unknown {
  if (typeof value === 'string') return value.length > longest ? `${cut(value, longest - 1)}…` : value;
  if (Array.isArray(value)) return value.map((part) => boundTexts(part, longest));
  if (!hasParts(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [boundTexts(name, longest) as string, boundTexts(part, longest)]),
  );
}

/**
 * Cuts lists and objects in a value until it has at most so many characters: a list gives its first entries, and an
 * object all that are small, among which the others share what is left.
 */
export function fit(value: unknown, most: number, path = '', first = 0): Fitted {
  if (!hasParts(value) || sizeOf(value) <= most) return { value, rest: [] };
  const sized = Object.entries(value).map(([name, part]) => ({ name, part, size: sizeOf({ [name]: part }) }));
  const isList = Array.isArray(value) || sized.length > mostAttributes;
  const kept = new Map<string, unknown>();
  const rest: string[] = [];
  let left = isList ? most - leastPart : most;
  const inTurn = isList ? sized : sized.toSorted((one, other) => one.size - other.size);
  for (const [at, { name, part, size }] of inTurn.entries()) {
    const room = isList ? left : Math.floor(left / (sized.length - at));
    if (isList && at > 0 && size > room) {
      rest.push(`${path}:${first + at}`);
      break;
    }
    left -= Math.min(size, room);
    const own = `${path}/${encodeURIComponent(Array.isArray(value) ? first + at : name)}`;
    if (size <= room) kept.set(name, part);
    else if (room < leastPart || !hasParts(part)) rest.push(`${own}:0`);
    else {
      const fitted = fit(part, room - name.length - leastPart, own);
      kept.set(name, fitted.value);
      rest.push(...fitted.rest);
    }
  }
  if (Array.isArray(value)) return { value: [...kept.values()], rest };
  const inOrder = sized.flatMap(({ name }) => (kept.has(name) ? [[name, kept.get(name)] as const] : []));
  return { value: Object.fromEntries(inOrder), rest };
}

/** The part of a value that a handle names, fitted. undefined: the value has no such part. */
export function fitRest(value: unknown, handle: string, most: number): Fitted | undefined {
  const [, path = '', from = ''] = /^((?:\/[^/:]*)*):(\d{1,9})$/.exec(handle) ?? [];
  if (from === '') return undefined;
  let part = value;
  for (const name of path.split('/').slice(1)) {
    const found = hasParts(part) && Object.entries(part).find(([key]) => encodeURIComponent(key) === name);
    if (found === false || found === undefined) return undefined;
    [, part] = found;
  }
  const first = Number(from);
  if (!hasParts(part)) return first === 0 ? { value: part, rest: [] } : undefined;
  const after = Object.entries(part).slice(first);
  return fit(
    Array.isArray(part) ? after.map(([, one]) => one as unknown) : Object.fromEntries(after),
    most,
    path,
    first,
  );
}

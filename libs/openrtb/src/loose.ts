/** An object of a document that was not validated: its keys are OpenRTB's, its values may be anything. */
export type Loose<T> = Readonly<Partial<Record<keyof T, unknown>>>;

const longestShownText = 40;

/** A field that is not there, or holds JSON's null: the two mean the same in OpenRTB. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one for any other value, so that a path can be read without a test at each step. */
export function toObject<T>(value: unknown): Loose<T>;
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The value at a path of an object; undefined where the path ends early. */
export function valueAt(object: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), object);
}

export function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text without the space around it; undefined for what is empty or no text. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** A name or an id as text: a number gives its digits. */
export function toLabel(value: unknown): string | undefined {
  return toText(typeof value === 'number' ? String(value) : value);
}

/** A whole number from 1, also as decimal text ("501"): the form of every id. */
export function toId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A whole number from 0, also as decimal text. */
export function toWhole(value: unknown): number | undefined {
  return value === 0 || value === '0' ? 0 : toId(value);
}

/** A value as messages show it: short, and safe for any value. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > longestShownText ? `${value.slice(0, longestShownText)}...` : value);
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (isAbsent(value)) return value === undefined ? 'missing' : 'null';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
}

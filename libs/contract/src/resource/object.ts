import type { z } from 'zod';
import type { Issue } from '../error/issue.ts';
import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** A stored object, seen without its type. */
export type Plain = Readonly<Record<string, unknown>>;

/** Collects problems while an object is completed from a directory; paths are within the object. */
export interface Completion {
  /** References to objects that do not exist. */
  readonly issues: Issue[];
  readonly warn: (message: string) => void;
}

/** Whether two values of an attribute are equal, regardless of the order of their keys. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [left, right] = [one as Plain, other as Plain];
  const names = Object.keys(left);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameValue(left[name], right[name]))
  );
}

/** Returns the object inside a body: wrapped in its key, or bare. */
export const inKey =
  (key: string) =>
  (body: unknown): unknown => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const keys = Object.keys(body);
    return keys.length === 1 && keys[0] === key ? (body as Record<string, unknown>)[key] : body;
  };

/** A parsed body without the attributes that only the service sets, and the names of those it held. */
export function withoutReadOnly(resource: Pick<Resource, 'fields'>, body: Plain): { value: Plain; ignored: string[] } {
  const ignored: string[] = [];
  const value: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    if (resource.fields[name]?.mode === 'read_only') ignored.push(name);
    else if (body[name] !== undefined) value[name] = body[name];
  }
  return { value, ignored };
}

/** What a create stores for the attributes that the writer did not send. */
export function withInitials(resource: Pick<Resource, 'fields'>, value: Plain): Plain {
  const initials: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(resource)) {
    if (field.mode === 'optional' && value[name] === undefined && field.initial !== undefined)
      initials[name] = field.initial;
  }
  return { ...initials, ...merge(resource, {}, value, false) };
}

const listedFields = new WeakMap<Resource['fields'], readonly (readonly [name: string, field: Field])[]>();

/** The fields of a definition as a list, made once: every object that is read or written goes through them. */
function fieldsOf({ fields }: Pick<Resource, 'fields'>): readonly (readonly [name: string, field: Field])[] {
  const known = listedFields.get(fields);
  if (known !== undefined) return known;
  const listed = Object.entries(fields);
  listedFields.set(fields, listed);
  return listed;
}

/**
 * The object after an update: sent attributes replace stored ones; those with `keyDefaults` are merged by key. With
 * `append`, arrays are merged too: an element with the identity of a stored one replaces it in its place, others are
 * added at the end.
 */
export function merge({ fields }: Pick<Resource, 'fields'>, current: Plain, changes: Plain, append: boolean): Plain {
  const merged = Object.entries(changes).map(([name, sent]) => {
    const stored = current[name];
    const { keyDefaults } = fields[name] ?? {};
    if (keyDefaults !== undefined && isPlain(sent)) return [name, mergeKeys(keyDefaults, stored, sent)];
    return [name, append && Array.isArray(sent) && Array.isArray(stored) ? mergeById(stored, sent) : sent];
  });
  return { ...current, ...Object.fromEntries(merged) };
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys that are sent replace the stored ones; null resets one to its default, or removes it where it has none. */
function mergeKeys(defaults: Plain, stored: unknown, sent: Plain): Plain {
  const kept = { ...defaults, ...(isPlain(stored) ? stored : {}) };
  const merged = Object.entries(sent).map(([key, value]) => [key, value ?? defaults[key]]);
  return Object.fromEntries(
    Object.entries({ ...kept, ...Object.fromEntries(merged) }).filter(([, value]) => value !== undefined),
  );
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

/** Issues for the arrays of a merged object that have too many elements. */
export function tooManyEntries(resource: Pick<Resource, 'fields'>, value: Plain): Issue[] {
  const issues: Issue[] = [];
  for (const [path, { maxEntries = Number.POSITIVE_INFINITY }] of fieldsOf(resource)) {
    const list = value[path];
    if (!Array.isArray(list) || list.length <= maxEntries) continue;
    issues.push({ path, message: `would hold ${list.length} entries, allowed: at most ${maxEntries} entries` });
  }
  return issues;
}

/** An object as the fields of a Redis hash: one field per attribute; a null attribute has no field. */
export type Hash = Record<string, string>;

/** Text and money as they are, numbers in decimal, booleans as 1 or 0, arrays and objects as JSON. */
export function toHash(resource: Pick<Resource, 'fields'>, value: Plain): Hash {
  const hash: Hash = {};
  for (const [name, field] of fieldsOf(resource)) {
    const attribute = value[name];
    if (attribute !== null && attribute !== undefined) hash[name] = encode(field, attribute);
  }
  return hash;
}

/**
 * The inverse of `toHash`. A field that the definition does not have is ignored. A missing one has its initial value, which
 * is null for every attribute that may be null: an object may have been stored before the attribute was defined. Throws
 * for a text that `toHash` does not write.
 */
export function fromHash(resource: Pick<Resource, 'fields'>, hash: Hash): Record<string, unknown> {
  const { value, unreadable } = readHash(resource, hash);
  if (unreadable.length > 0) throw new TypeError(`a hash has no JSON in: ${unreadable.join(', ')}`);
  return value;
}

/** Like `fromHash`, but attributes with invalid JSON are listed and left out of the value. */
export function readHash(
  resource: Pick<Resource, 'fields'>,
  hash: Hash,
): { readonly value: Record<string, unknown>; readonly unreadable: readonly string[] } {
  const value: Record<string, unknown> = {};
  const unreadable: string[] = [];
  for (const [name, field] of fieldsOf(resource)) {
    const text = hash[name];
    if (text === undefined) value[name] = field.initial ?? null;
    else if (!isJson(field)) value[name] = decode(field, text);
    else {
      try {
        const stored: unknown = JSON.parse(text);
        value[name] = isPlain(stored) ? { ...stored, ...field.keyDefaults, ...stored } : stored;
      } catch {
        unreadable.push(name);
      }
    }
  }
  return { value, unreadable };
}

/** Why a stored object is invalid. It shows no value of the object, so that every client may see it. */
export interface StoredProblem {
  readonly message: string;
  /** The valid attributes. */
  readonly readable: Plain;
}

/** Why an object read from the store does not match its definition; null: it matches. */
export function findStoredProblem(
  { Output, check }: { readonly Output: z.ZodType; readonly check: (value: never) => Issue[] },
  value: Plain,
): StoredProblem | null {
  const parsed = Output.safeParse(value);
  if (parsed.success) {
    const issues = check(value as never);
    const names = issues.map(({ path }) => path).join(', ');
    return issues.length === 0 ? null : { message: `not allowed with its other attributes: ${names}`, readable: value };
  }
  const names = new Set(parsed.error.issues.map(({ path: [name] }) => String(name)));
  const readable = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  return { message: `not of the form that this version reads: ${[...names].join(', ')}`, readable };
}

function encode(field: Field, attribute: unknown): string {
  if (isJson(field)) return JSON.stringify(attribute);
  if (field.type === 'boolean') return attribute === true ? '1' : '0';
  return attributeText(attribute);
}

function decode(field: Field, text: string): unknown {
  if (field.type === 'boolean') return text === '1';
  return field.type === 'int' || field.type === 'double' ? Number(text) : text;
}

function isJson(field: Field): boolean {
  return field.type === 'array' || field.type === 'array of objects' || field.type === 'object';
}

/** An attribute as the text that filters, sorting and search compare; empty for null. */
export function attributeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

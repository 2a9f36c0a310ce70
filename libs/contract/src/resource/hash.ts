import type { Field } from './field.ts';
import type { Resource } from './resource.ts';

/** An object as the fields of a Redis hash: one field per attribute; a null attribute has no field. */
export type Hash = Record<string, string>;

/** A stored object, seen without its type. */
export type Plain = Readonly<Record<string, unknown>>;

/** Text and money as they are, numbers in decimal, booleans as 1 or 0, arrays and objects as JSON. */
export function toHash(resource: Pick<Resource, 'fields'>, value: Plain): Hash {
  const hash: Hash = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const attribute = value[name];
    if (attribute !== null && attribute !== undefined) hash[name] = encode(field, attribute);
  }
  return hash;
}

/**
 * The inverse of `toHash`. A field that the definition does not have is ignored. A missing one has its initial value, which
 * is null for every attribute that may be null: an object may have been stored before the attribute was defined.
 */
export function fromHash(resource: Pick<Resource, 'fields'>, hash: Hash): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const text = hash[name];
    value[name] = text === undefined ? (field.initial ?? null) : decode(field, text);
  }
  return value;
}

function encode(field: Field, attribute: unknown): string {
  if (isJson(field)) return JSON.stringify(attribute);
  if (field.type === 'boolean') return attribute === true ? '1' : '0';
  return attributeText(attribute);
}

function decode(field: Field, text: string): unknown {
  if (isJson(field)) return JSON.parse(text);
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

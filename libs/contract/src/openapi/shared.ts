import { schemaName } from '../resource/field.ts';
import { isSameValue } from '../resource/object.ts';
import { type Json, ref } from './json.ts';

/** The parts that are shared if several operations have them, and from which length: a reference is as long. */
const kinds = {
  responses: {
    is: (part: Json) => 'description' in part && 'headers' in part && 'content' in part,
    nameOf: ({ content }: Json) => schemaOf(content),
    from: 200,
  },
  parameters: {
    is: (part: Json) => 'in' in part,
    nameOf: ({ name }: Json) => schemaName(String(name).toLowerCase()),
    from: 50,
  },
  examples: {
    is: (part: Json) => Object.keys(part).join() === 'value',
    nameOf: ({ value }: Json) => termOf(value),
    from: 200,
  },
} as const;
type Kind = keyof typeof kinds;

/** The key of the data in an answer, for the example's name. */
function termOf(value: unknown): string {
  const { response } = value as { readonly response?: { readonly dbg_info: { readonly output_term: string } } };
  return response?.dbg_info.output_term ?? 'body';
}

/** The name of the schema of an answer, for the response's name. */
function schemaOf(content: unknown): string {
  const [first] = Object.values(content as Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>);
  return first?.schema.$ref?.split('/').at(-1) ?? 'Answer';
}

type Replace = (kind: Kind, part: Json) => unknown;

/** A part of the document in which `by` has replaced responses, parameters and examples, the outer ones first. */
function replace(value: unknown, by: Replace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replace(one, by));
  const part = value as Json;
  const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one].is(part));
  const found = kind === undefined ? part : by(kind, part);
  if (found !== part) return found;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, replace(inner, by)]));
}

/**
 * Moves responses, parameters and examples that several operations have out of `paths`, and replaces them by references.
 * If two different ones have the same name, the second gets a number.
 */
export function withShared(paths: Json): { readonly paths: Json } & Readonly<Record<Kind, Json>> {
  const counts = new Map<string, number>();
  replace(paths, (_kind, part) => {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return part;
  });
  const shared: Record<Kind, Record<string, Json>> = { responses: {}, parameters: {}, examples: {} };
  const replaced = replace(paths, (kind, part) => {
    const text = JSON.stringify(part);
    if ((counts.get(text) ?? 0) < 2 || text.length < kinds[kind].from) return part;
    const named = kinds[kind].nameOf(part);
    let name = named;
    for (let other = 2; JSON.stringify(shared[kind][name] ?? part) !== text; other++) name = `${named}${other}`;
    shared[kind][name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  });
  return { paths: replaced as Json, ...shared };
}

interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const withoutDefault = ({ default: _default, ...rest }: Json): Json => rest;

/** Attributes of a schema, without the empty ones. */
const filled = (parts: Readonly<Record<string, object>>): Json =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));

/**
 * Moves attributes that several objects share into a schema of their own, to which these objects refer. `names`: the
 * names of the objects by the name of the new schema. Defaults may differ. They precede the reference: a code generator
 * that keeps the last of two attributes with one name then keeps the one with a type.
 */
export function withCommon(schemas: Json, names: Readonly<Record<string, readonly string[]>>): Json {
  const all: Record<string, unknown> = { ...schemas };
  for (const [common, of] of Object.entries(names)) {
    if (common in all) throw new Error(`The document has a schema ${common} already.`);
    const objects = of.map((name) => all[name] as ObjectSchema);
    all[common] = commonOf(objects as [ObjectSchema]);
    for (const [at, name] of of.entries()) all[name] = besides(common, all[common] as ObjectSchema, objects[at]!);
  }
  return all;
}

/** Where what is sent has the schema of what is answered and further bounds, such as a length, only these are left. */
export function withoutRepeated(schemas: Json): Json {
  const shorter = Object.entries(schemas).map(([name, schema]) => {
    const answered = name.endsWith('Input') ? name.slice(0, -'Input'.length) : '';
    const same = Object.entries((schemas[answered] ?? {}) as Json);
    const sent = schema as Json;
    if (same.length === 0 || same.some(([key, value]) => !isSameValue(value, sent[key]))) return [name, schema];
    // Readers show the description that stands beside a reference, or none.
    const beside = Object.entries(sent).filter(([key]) => key === 'description' || !same.some(([one]) => one === key));
    return [name, { ...ref(answered), ...Object.fromEntries(beside) }];
  });
  return Object.fromEntries(shorter) as Json;
}

/** The attributes that all objects have in the same form, and which of them are required. */
function commonOf(objects: readonly [ObjectSchema, ...ObjectSchema[]]): Json {
  const attributes = Object.entries(objects[0].properties)
    .map(([name, one]) => [name, withoutDefault(one)] as const)
    .filter(([name, one]) =>
      objects.every(({ properties: { [name]: other } }) => other && isSameValue(one, withoutDefault(other))),
    );
  const required = attributes
    .map(([name]) => name)
    .filter((name) => objects.every((one) => one.required?.includes(name)));
  return { type: 'object', ...filled({ properties: Object.fromEntries(attributes), required }) };
}

/** An object's own attributes, and a reference to the schema of the common ones. */
function besides(name: string, common: ObjectSchema, object: ObjectSchema): Json {
  const { type: _type, additionalProperties: _closed, properties, required = [], ...rest } = object;
  const own: Record<string, Json> = {};
  const defaults: Record<string, Json> = {};
  for (const [attribute, one] of Object.entries(properties)) {
    if (!(attribute in common.properties)) own[attribute] = one;
    else if ('default' in one) defaults[attribute] = { default: one['default'] };
  }
  return {
    ...rest,
    allOf: [...(Object.keys(defaults).length === 0 ? [] : [{ properties: defaults }]), ref(name)],
    ...filled({ properties: own, required: required.filter((one) => !common.required?.includes(one)) }),
    unevaluatedProperties: false,
  };
}

import * as fc from 'fast-check';

/** A JSON Schema, as far as the service's document uses the language. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly readOnly?: boolean;
}

/** What a schema cannot say by itself. */
export interface Vocabulary {
  /** The schema that a `$ref` names. */
  readonly resolve: (ref: string) => Schema;
  /** Values that examples give to an attribute of this name: ids that exist, prices, names. */
  readonly examplesOf: (name: string) => readonly unknown[];
}

/** Optional attributes that one generated object has at most, so that many of them are valid as a whole. */
const maxOptional = 4;

/** Values that are valid by the schema, often the examples' own where an attribute has some. */
export function toArbitrary(schema: Schema, vocabulary: Vocabulary, name = ''): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => toArbitrary(one, vocabulary, name);
  if (schema.$ref !== undefined) return inner(vocabulary.resolve(schema.$ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => inner(joined(schema, branch))));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return fc.oneof(...types.map((type) => ofTypeOrExample(schema, type, vocabulary, name)));
}

/** A branch of a choice with what stands beside the choice. */
function joined({ anyOf: _any, oneOf: _one, ...outer }: Schema, branch: Schema): Schema {
  const properties = { ...outer.properties, ...branch.properties };
  return { ...outer, ...branch, ...(Object.keys(properties).length === 0 ? {} : { properties }) };
}

function ofTypeOrExample(schema: Schema, type: string, vocabulary: Vocabulary, name: string): fc.Arbitrary<unknown> {
  const examples = vocabulary.examplesOf(name).filter((example) => isOfType(example, type));
  const generated = ofType(schema, type, vocabulary, name);
  if (examples.length === 0) return generated;
  return fc.oneof({ arbitrary: fc.constantFrom(...examples), weight: 2 }, { arbitrary: generated, weight: 1 });
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : value !== null && typeof value === type;
}

function ofType(schema: Schema, type: string, vocabulary: Vocabulary, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, vocabulary);
    case 'array':
      return fc.array(toArbitrary(schema.items ?? {}, vocabulary, name), {
        maxLength: Math.min(3, schema.maxItems ?? 3),
      });
    case 'string':
      return textOf(schema);
    case 'integer':
      return wholeOf(schema);
    case 'number':
      return fc.oneof(
        wholeOf(schema),
        fc.nat(99_999_999).map((micros) => micros / 1_000_000),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, vocabulary: Vocabulary) {
  const writable = Object.entries(properties).filter(([, one]) => one.readOnly !== true);
  const optional = writable.map(([key]) => key).filter((key) => !required.includes(key));
  const only = (keys: readonly string[]) =>
    writable.filter(([key]) => keys.includes(key)).map(([key, one]) => [key, toArbitrary(one, vocabulary, key)]);
  if (typeof additionalProperties === 'object' && writable.length === 0) {
    const key = fc.string({ unit: 'binary', maxLength: 10 });
    return fc.dictionary(key, toArbitrary(additionalProperties, vocabulary), { maxKeys: 3 });
  }
  return fc
    .subarray(optional, { maxLength: Math.min(maxOptional, optional.length) })
    .chain((chosen) =>
      fc.record(Object.fromEntries(only([...required, ...chosen])) as Record<string, fc.Arbitrary<unknown>>),
    );
}

function textOf({ pattern, format, minLength = 0, maxLength = 255 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const isFitting = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).filter(isFitting);
  return fc
    .string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
    .filter(isFitting);
}

/** Mostly small ones, for those are the ids there are. */
function wholeOf({ minimum = -9_007_199_254_740_991, maximum = 9_007_199_254_740_991 }: Schema): fc.Arbitrary<number> {
  const least = Math.ceil(minimum);
  const most = Math.floor(maximum);
  const low = Math.max(least, Math.min(0, most));
  return fc.oneof(
    { arbitrary: fc.integer({ min: low, max: Math.min(most, low + 20) }), weight: 3 },
    { arbitrary: fc.integer({ min: least, max: most }), weight: 1 },
  );
}

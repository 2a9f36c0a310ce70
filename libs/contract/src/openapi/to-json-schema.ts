import { z } from 'zod';
import type { Json } from './json.ts';

/**
 * A zod schema as JSON Schema: what may be sent (`input`) or what is returned (`output`). Transforms and rules that zod
 * cannot convert are described by the schema's own `meta`. Decimal text of whole numbers is left out, because the
 * document mentions it once for all. Throws for a transform whose input has no `meta`, which would appear as "anything
 * may be sent".
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return components({ schema }, io)['schema'] as Json;
}

/** Converts zod schemas to shared schemas by name, with those that they refer to by an `id` in their meta. */
export function components(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Json {
  const found = Object.entries(schemas).map(([name, schema]) => {
    const { $defs = {}, ...json } = convert(schema, io);
    return { [name]: json, ...($defs as Json) };
  });
  return Object.assign({}, ...found) as Json;
}

function convert(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema, path }) => {
      // zod drops the examples on the input of a transform, but our examples are inputs.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (examples !== undefined && io === 'input') Object.assign(jsonSchema, { examples });
      // The bounds of a safe integer say nothing about an answered count; ids, from 1, can be sent and keep them.
      const isCount = io === 'output' && jsonSchema.minimum !== 1;
      if (isCount && jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (isCount && jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output' || !(zodSchema instanceof z.ZodPipe) || zodSchema instanceof z.ZodPreprocess) return;
      if (isDescribed(zodSchema.in)) return;
      throw new Error(`"${path.join('.')}" is read by a transform; give the schema before it a meta with its form.`);
    },
  });
  const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_key, part: unknown) => withNull(withoutImplied(part))) as Json;
}

/** A schema without what its other rules imply: the type of its values, the least length of a text with a letter. */
function withoutImplied(part: unknown): unknown {
  const { minLength, type, ...rest } = (part ?? {}) as Json;
  if (type === 'string' && (Array.isArray(rest['enum']) || typeof rest['const'] === 'string')) return rest;
  return minLength === 0 || (minLength === 1 && rest['pattern'] === '\\S') ? { type, ...rest } : part;
}

/** Says "this or null" by the type alone, which is shorter than a choice of two schemas and means the same. */
function withNull(part: unknown): unknown {
  const { anyOf, ...beside } = (part ?? {}) as { readonly anyOf?: unknown };
  const [schema, nothing, ...more] = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  const { type, enum: choices, ...rules } = schema ?? {};
  const isPlain =
    (typeof type === 'string' || choices !== undefined) && nothing?.['type'] === 'null' && more.length === 0;
  if (!isPlain || Object.keys(rules).some((name) => name in beside)) return part;
  const allowed = choices === undefined ? { type: [type, 'null'] } : { enum: [...(choices as []), null] };
  return { ...allowed, ...rules, ...beside };
}

function isDescribed(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(isDescribed);
  if (schema instanceof z.ZodPipe && !z.globalRegistry.has(schema)) return isDescribed(schema.in);
  return z.globalRegistry.has(schema);
}

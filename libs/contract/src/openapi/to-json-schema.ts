import { z } from 'zod';
import type { Json } from './json.ts';

/**
 * A definition as JSON Schema: what may be sent (`input`) or what is returned (`output`). What a transform or a rule of a
 * definition hides stands in the definition's own `meta`. Decimal text of a whole number is left out: the document says
 * once, for all of them, that it is taken. Throws for a transform whose input has none: the document would say that
 * anything may be sent.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  return components({ schema }, io)['schema'] as Json;
}

/** Definitions as shared schemas by name, with those that they refer to: every schema with an `id` in its meta is one. */
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
      // zod leaves out the examples of what a transform reads; ours are of what may be sent.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {};
      if (examples !== undefined && io === 'input') Object.assign(jsonSchema, { examples });
      // What a double holds is no bound of a count that is answered; ids, which begin with 1, are sent too.
      const isCount = io === 'output' && jsonSchema.minimum !== 1;
      if (isCount && jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (isCount && jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output' || !(zodSchema instanceof z.ZodPipe) || zodSchema instanceof z.ZodPreprocess) return;
      if (isDescribed(zodSchema.in)) return;
      throw new Error(`"${path.join('.')}" is read by a transform; give the schema before it a meta with its form.`);
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function isDescribed(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(isDescribed);
  if (schema instanceof z.ZodPipe && !z.globalRegistry.has(schema)) return isDescribed(schema.in);
  return z.globalRegistry.has(schema);
}

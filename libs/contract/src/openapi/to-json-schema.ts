import { z } from 'zod';
import type { Json } from './json.ts';

/**
 * A definition as JSON Schema: what may be sent (`input`) or what is returned (`output`). What a transform or a rule of a
 * definition hides stands in the definition's own `meta`. Decimal text of a whole number is left out: the document says
 * once, for all of them, that it is taken. Throws for a transform whose input has none: the document would say that
 * anything may be sent.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, path }) => {
      if (io === 'output' || !(zodSchema instanceof z.ZodPipe) || zodSchema instanceof z.ZodPreprocess) return;
      if (isDescribed(zodSchema.in)) return;
      throw new Error(`"${path.join('.')}" is read by a transform; give the schema before it a meta with its form.`);
    },
  });
  return json;
}

function isDescribed(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.every(isDescribed);
  return z.globalRegistry.has(schema);
}

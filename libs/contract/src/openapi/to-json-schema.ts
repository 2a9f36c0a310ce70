import { z } from 'zod';
import { decimalForms, elementRules, openForms, textForms } from './input-form.ts';
import type { Json } from './json.ts';

/** A definition as JSON Schema: what may be sent (`input`) or what is returned (`output`). */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      if (io === 'input') narrow(zodSchema, jsonSchema, path.map(String));
    },
  });
  return json;
}

/** Replaces what zod can say of a transform's input, which is its bare type, by the form that it takes. */
function narrow(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema, path: readonly string[]): void {
  const name = path.findLast((part) => part !== 'items') ?? '';
  if (schema instanceof z.ZodPipe) replace(json, pipeForm(schema, name));
  if (schema instanceof z.ZodString) Object.assign(json, textForms[name]);
  if (schema instanceof z.ZodObject && path.at(-1) === 'items') Object.assign(json, elementRules[name]);
}

function pipeForm({ in: input, out }: z.ZodPipe, name: string): Json {
  if (input instanceof z.ZodString && out instanceof z.ZodString) return trimmedForm(toJsonSchema(out, 'output'));
  const form = (input instanceof z.ZodUnion ? decimalForms : openForms)[name];
  if (form !== undefined) return form;
  throw new Error(`The attribute "${name}" is read by a transform; give its form in input-form.ts.`);
}

/** White space around a text is cut off, so that a text of nothing else is an empty one. */
function trimmedForm(json: Json): Json {
  return json['minLength'] === 0 ? json : { ...json, pattern: '\\S' };
}

function replace(json: z.core.JSONSchema.BaseSchema, form: Json): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, form);
}

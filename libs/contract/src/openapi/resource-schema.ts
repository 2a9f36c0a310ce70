import type { z } from 'zod';
import type { Field, Fields } from '../resource/field.ts';
import { exampleOf } from './example.ts';
import { type Json, schemaName } from './json.ts';
import type { ResourceService } from '../operation/list.ts';
import { textOf } from './service.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** The schemas of a service's object: as it is returned, and as a create and an update take it. */
export function resourceSchemas({ resource, methods }: ResourceService): Json {
  const { fields, service } = resource;
  const name = schemaName(service);
  const { rows, later, create, update, one = rows[0] ?? create?.row ?? later } = exampleOf(service);
  const words = textOf(service);
  const noun = words.one.replace(/^./, (letter) => letter.toUpperCase());
  return {
    [name]: { description: noun, ...described(resource.Output, 'output', fields, () => ({}), one) },
    ...(methods.includes('POST')
      ? {
          [`${name}Create`]: {
            description: `${noun} to add`,
            ...described(resource.Create, 'input', fields, defaultOf, create?.body),
          },
        }
      : {}),
    ...(methods.includes('PUT')
      ? {
          [`${name}Update`]: {
            description: `What to change of ${words.one}`,
            ...described(resource.Update, 'input', fields, () => ({}), update?.body),
          },
        }
      : {}),
  };
}

function described(
  schema: z.ZodType,
  io: 'input' | 'output',
  fields: Fields,
  more: (field: Field) => Json,
  example: unknown,
): Json {
  const json = toJsonSchema(schema, io);
  const properties = Object.entries(json['properties'] as Record<string, Json>).map(([name, property]) => {
    const field = fields[name];
    return [name, field === undefined ? property : { ...property, ...more(field) }];
  });
  return {
    ...json,
    properties: Object.fromEntries(properties),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** What a create stores when nothing is sent; only a create's schema says it, for an update changes what is sent. */
function defaultOf({ mode, initial }: Field): Json {
  return mode === 'optional' && initial !== undefined ? { default: initial } : {};
}

import type { z } from 'zod';
import { type Fields, schemaName } from '../resource/field.ts';
import type { Plain } from '../resource/object.ts';
import { exampleOf } from './example.ts';
import type { Json } from './json.ts';
import type { ResourceService } from '../operation/list.ts';
import { wordsOfService } from './resource.ts';
import { components } from './to-json-schema.ts';

/** The schemas of a service's object: as it is returned, and as a create and an update take it. */
export function resourceSchemas({ resource, methods }: ResourceService): Json {
  const { fields, service } = resource;
  const name = schemaName(service);
  const { later } = exampleOf(service);
  const words = wordsOfService(resource);
  const noun = words.one.replace(/^./, (letter) => letter.toUpperCase());
  return {
    ...described(name, resource.Output, 'output', noun, later),
    ...(methods.includes('POST')
      ? withDefaults(`${name}Create`, fields, described(`${name}Create`, resource.Create, 'input', `${noun} to add`))
      : {}),
    ...(methods.includes('PUT')
      ? described(`${name}Update`, resource.Update, 'input', `What to change of ${words.one}`)
      : {}),
  };
}

function described(
  name: string,
  schema: z.ZodType,
  io: 'input' | 'output',
  description: string,
  example?: Plain,
): Json {
  const found = components({ [name]: schema }, io);
  const own = found[name] as Json;
  return { ...found, [name]: { description, ...own, ...(example === undefined ? {} : { examples: [example] }) } };
}

/** Adds the initial values as defaults; the introduction says once what begins as null. Only for a create's schema: an update changes only what is sent. */
function withDefaults(name: string, fields: Fields, schemas: Json): Json {
  const own = schemas[name] as Json;
  const properties = Object.entries(own['properties'] as Readonly<Record<string, Json>>).map(([field, property]) => {
    const { mode, initial } = fields[field] ?? {};
    return [field, mode === 'optional' && (initial ?? null) !== null ? { ...property, default: initial } : property];
  });
  return { ...schemas, [name]: { ...own, properties: Object.fromEntries(properties) as Json } };
}

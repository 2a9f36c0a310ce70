import { z } from 'zod';
import type { Resource } from './resource.ts';

export const MetaField = z.strictObject({
  name: z.string().describe('Name of the field'),
  type: z
    .string()
    .describe('Its type: int, int or string, double, money, string, boolean, date, object, array or array of objects'),
  sort_by: z.boolean().describe('Whether lists can be sorted by it'),
  filter_by: z.boolean().describe('Whether lists can be filtered by it'),
  read_only: z.boolean().optional().describe('true: only the service sets it'),
  fields: z
    .array(
      z.strictObject({ name: z.string().describe('Name of the attribute'), type: z.string().describe('Its type') }),
    )
    .optional()
    .describe('Of an array of objects: the attributes of an element'),
});
export type MetaField = z.output<typeof MetaField>;

/** The rows of `GET /<service>/meta`, from the same definition that validates. */
export function metaOf(resource: Pick<Resource, 'fields'>): MetaField[] {
  return Object.entries(resource.fields).map(([name, field]) => ({
    name,
    type: field.type,
    sort_by: field.sortBy,
    filter_by: field.filterBy !== 'none',
    ...(field.mode === 'read_only' ? { read_only: true } : {}),
    ...(field.fields === undefined
      ? {}
      : { fields: Object.entries(field.fields).map(([element, type]) => ({ name: element, type })) }),
  }));
}

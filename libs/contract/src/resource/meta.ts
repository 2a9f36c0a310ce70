import { z } from 'zod';
import type { Resource } from './resource.ts';

export const MetaField = z.strictObject({
  name: z.string(),
  type: z.string(),
  sort_by: z.boolean(),
  filter_by: z.boolean(),
  read_only: z.boolean().optional(),
  fields: z.array(z.strictObject({ name: z.string(), type: z.string() })).optional(),
});
export type MetaField = z.output<typeof MetaField>;

/** The rows of `GET /<service>/meta`, from the same definition that validates. */
export function metaOf(resource: Pick<Resource, 'fields'>): MetaField[] {
  return Object.entries(resource.fields).map(([name, field]) => ({
    name,
    type: field.type,
    sort_by: field.sortBy,
    filter_by: field.filterBy,
    ...(field.mode === 'read_only' ? { read_only: true } : {}),
    ...(field.fields === undefined
      ? {}
      : { fields: Object.entries(field.fields).map(([element, type]) => ({ name: element, type })) }),
  }));
}

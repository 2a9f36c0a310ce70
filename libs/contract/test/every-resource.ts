import { changeLogResource, countryResource, dmaResource, type Fields, storedResources } from '@auction-tiers/contract';
import type { z } from 'zod';

/** A resource, seen without its own type. */
export interface AnyResource {
  readonly service: string;
  readonly fields: Fields;
  readonly Output: z.ZodObject;
  readonly Create: z.ZodObject;
  readonly Update: z.ZodObject;
}

/** Those that callers write. */
export const writtenResources: readonly AnyResource[] = storedResources;

export const everyResource: readonly AnyResource[] = [
  ...writtenResources,
  dmaResource,
  countryResource,
  changeLogResource,
];

/** The attributes of a resource that have this mode. */
export function fieldsOfMode(resource: AnyResource, mode: 'required' | 'optional' | 'read_only'): string[] {
  return Object.keys(resource.fields).filter((name) => resource.fields[name]?.mode === mode);
}

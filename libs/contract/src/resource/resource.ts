import { z } from 'zod';
import type { Issue } from '../error/issue.ts';
import type { Fields } from './field.ts';

/** An attribute that names another stored object. */
export interface Reference {
  readonly field: string;
  readonly service: ServiceName;
}

/** An attribute whose values no two objects of one member may share; of a list, each element counts. */
export interface Unique {
  readonly field: string;
}

/** The stored services, by the path they are served at. */
export type ServiceName = 'ym-auction-tier' | 'ym-profile' | 'profile' | 'platform-member' | 'member';

type OutputShape<F extends Fields> = { [K in keyof F]: F[K]['value'] };
/** An object with these attributes, as it is stored and returned. */
export type Values<F extends Fields> = z.output<z.ZodObject<OutputShape<F>>>;
type Written<F extends Fields> = { [K in keyof F as F[K]['mode'] extends 'read_only' ? never : K]: F[K]['input'] };
type CreateShape<F extends Fields> = {
  [K in keyof Written<F>]: F[K]['mode'] extends 'required' ? F[K]['input'] : z.ZodOptional<F[K]['input']>;
};
type UpdateShape<F extends Fields> = { [K in keyof Written<F>]: z.ZodOptional<F[K]['input']> };
type IgnoredShape<F extends Fields> = {
  [K in keyof F as F[K]['mode'] extends 'read_only' ? K : never]: z.ZodOptional<z.ZodUnknown>;
};

interface Definition<Name extends string, F extends Fields> {
  /** Path, singular key and name in errors. */
  readonly service: Name;
  readonly plural: string;
  readonly fields: F;
  readonly references?: readonly Reference[];
  readonly unique?: readonly Unique[];
  /** `member`: each object belongs to one seller. `shared`: one for the whole installation. `self`: it is the member. */
  readonly owner?: 'member' | 'shared' | 'self';
  /** Rules that span several attributes, judged on the whole object after a merge. */
  readonly check?: (value: Values<F>) => Issue[];
}

/** One definition, many doors: validation, tRPC types, `/meta`, the OpenAPI document and the Redis codec read this. */
export interface Resource<Name extends string = string, F extends Fields = Fields> {
  readonly service: Name;
  readonly plural: string;
  readonly fields: F;
  readonly references: readonly Reference[];
  readonly unique: readonly Unique[];
  readonly owner: 'member' | 'shared' | 'self';
  readonly check: (value: Values<F>) => Issue[];
  /** The stored and returned object. */
  readonly Output: z.ZodObject<OutputShape<F>, z.core.$strict>;
  /** A create's body. Read-only attributes may stand in it and are ignored. */
  readonly Create: z.ZodObject<CreateShape<F> & IgnoredShape<F>, z.core.$strict>;
  /** An update's body: only what is sent changes, so it carries no defaults. */
  readonly Update: z.ZodObject<UpdateShape<F> & IgnoredShape<F>, z.core.$strict>;
}

export function defineResource<const Name extends string, const F extends Fields>(
  definition: Definition<Name, F>,
): Resource<Name, F> {
  const { fields } = definition;
  return {
    references: [],
    unique: [],
    owner: 'member',
    check: () => [],
    ...definition,
    Output: z.strictObject(shape(fields, (field) => field.value)) as Resource<Name, F>['Output'],
    Create: z.strictObject(
      shape(fields, (field) => (field.mode === 'required' ? field.input : field.input.optional())),
    ) as unknown as Resource<Name, F>['Create'],
    Update: z.strictObject(shape(fields, (field) => field.input.optional())) as unknown as Resource<Name, F>['Update'],
  };
}

function shape<F extends Fields>(fields: F, schemaOf: (field: F[string]) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field as F[string])]));
}

/** A stored object of a resource. */
export type Stored<R extends { Output: z.ZodType }> = z.output<R['Output']>;

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

/** A text that is stored with an object but is not part of it: no answer, no list and no entry of the change log has it. */
export interface Secret {
  readonly name: string;
  /** Whether no two objects have the same one, so that an object can be found by it. */
  readonly isUnique?: boolean;
}

/** The stored services, by the path they are served at. */
export const serviceNames = [
  'ym-auction-tier',
  'ym-profile',
  'profile',
  'platform-member',
  'member',
  'user',
  'api-key',
  'draft',
  'draft-part',
  'forecast',
  'alert',
  'channel',
  'view',
  'experiment',
] as const;
export type ServiceName = (typeof serviceNames)[number];

type OutputShape<F extends Fields> = { [K in keyof F]: F[K]['value'] };
/** An object with these attributes, as it is stored and returned. */
export type Values<F extends Fields> = z.output<z.ZodObject<OutputShape<F>>>;
type Written<F extends Fields> = { [K in keyof F as F[K]['mode'] extends 'read_only' ? never : K]: F[K]['input'] };
type CreateShape<F extends Fields> = {
  [K in keyof Written<F>]: F[K]['mode'] extends 'required' ? F[K]['input'] : z.ZodOptional<F[K]['input']>;
};
type UpdateShape<F extends Fields> = { [K in keyof Written<F>]: z.ZodOptional<F[K]['input']> };
type Shape = Readonly<Record<string, z.ZodType>>;
type None = { readonly [Name in never]: z.ZodType };
type IgnoredShape<F extends Fields> = {
  [K in keyof F as F[K]['mode'] extends 'read_only' ? K : never]: z.ZodOptional<z.ZodUnknown>;
};

/** What people read about a service. */
export interface ServiceWords {
  /** What one of its objects is called, with its article. */
  readonly one: string;
  readonly many: string;
  readonly description: string;
  /** Notes on reading that the definition does not express. A test sends the requests in it. */
  readonly reading?: string;
}

interface Definition<Name extends string, F extends Fields, C extends Shape, U extends Shape> {
  /** Path, singular key and name in errors. */
  readonly service: Name;
  readonly plural: string;
  /** Absent: the service is not served. */
  readonly words?: ServiceWords;
  readonly fields: F;
  readonly references?: readonly Reference[];
  readonly unique?: readonly Unique[];
  readonly secrets?: readonly Secret[];
  /** Attributes of a create's and an update's body that are never part of an object, such as passwords. */
  readonly writeOnly?: { readonly create: C; readonly update: U };
  /** `member`: each object belongs to one seller. `shared`: to the installation. `self`: the object is the member. */
  readonly owner?: 'member' | 'shared' | 'self';
  /** Whether an object holds prices or totals of its member. */
  readonly hasMoney?: boolean;
  /** Rules that span several attributes, judged on the whole object after a merge. */
  readonly check?: (value: Values<F>) => Issue[];
}

/** The one definition that validation, tRPC types, `/meta`, the OpenAPI document and the Redis codec are made from. */
export interface Resource<
  Name extends string = string,
  F extends Fields = Fields,
  C extends Shape = Shape,
  U extends Shape = Shape,
> {
  readonly service: Name;
  readonly plural: string;
  readonly words?: ServiceWords;
  readonly fields: F;
  readonly references: readonly Reference[];
  readonly unique: readonly Unique[];
  readonly secrets: readonly Secret[];
  readonly owner: 'member' | 'shared' | 'self';
  readonly hasMoney: boolean;
  readonly check: (value: Values<F>) => Issue[];
  /** The stored and returned object. */
  readonly Output: z.ZodObject<OutputShape<F>, z.core.$strict>;
  /** A create's body. Read-only attributes may stand in it and are ignored. */
  readonly Create: z.ZodObject<CreateShape<F> & IgnoredShape<F> & C, z.core.$strict>;
  /** An update's body: only what is sent changes, so it carries no defaults. */
  readonly Update: z.ZodObject<UpdateShape<F> & IgnoredShape<F> & U, z.core.$strict>;
}

export function defineResource<
  const Name extends string,
  const F extends Fields,
  C extends Shape = None,
  U extends Shape = None,
>(definition: Definition<Name, F, C, U>): Resource<Name, F, C, U> {
  const { writeOnly, ...rest } = definition;
  const { fields } = rest;
  return {
    references: [],
    unique: [],
    secrets: [],
    owner: 'member',
    hasMoney: false,
    check: () => [],
    ...rest,
    Output: z.strictObject(shape(fields, (field) => field.value)) as Resource<Name, F, C, U>['Output'],
    Create: z.strictObject({
      ...shape(fields, (field) => (field.mode === 'required' ? field.input : field.input.optional())),
      ...writeOnly?.create,
    }) as unknown as Resource<Name, F, C, U>['Create'],
    Update: z.strictObject({
      ...shape(fields, (field) => field.input.optional()),
      ...writeOnly?.update,
    }) as unknown as Resource<Name, F, C, U>['Update'],
  };
}

function shape<F extends Fields>(fields: F, schemaOf: (field: F[string]) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field as F[string])]));
}

/** A stored object of a resource. */
export type Stored<R extends { Output: z.ZodType }> = z.output<R['Output']>;

import { z } from 'zod';
import { IdInput, ListInput, type Page } from '../query/list-input.ts';
import type { Fields } from '../resource/field.ts';
import { metaOf } from '../resource/meta.ts';
import type { Resource, Values } from '../resource/resource.ts';
import { Id } from '../value/scalar.ts';
import type { Call } from '../caller/caller.ts';
import { router, scoped } from './procedure.ts';

export interface ReadHandlers<Item> {
  list(call: Call, input: ListInput): Promise<Page<Item>>;
  get(call: Call, input: IdInput): Promise<Item>;
}

/** Entity tags as `If-Match` has them: `"a"`, `"a", "b"` or `*`. */
export const IfMatch = z.string().min(1).max(4096);

const RemoveInput = IdInput.extend({ if_match: IfMatch.optional() });
export type RemoveInput = z.output<typeof RemoveInput>;

export interface UpdateInput<Changes> {
  readonly id: number;
  readonly changes: Changes;
  /** Merges arrays by id instead of replacing them. */
  readonly append?: boolean | undefined;
  readonly member_id?: number | undefined;
  /** States of the object, of which it must be in one. */
  readonly if_match?: string | undefined;
}

/** An object and the entity tag of its state, to be sent back as `if_match`. */
export interface Tagged<Item> {
  readonly etag: string;
  readonly item: Item;
}

/** What there is of objects that are stored. */
export interface StoredHandlers<Item> extends ReadHandlers<Item> {
  getTagged(call: Call, input: IdInput): Promise<Tagged<Item>>;
}

export interface CreateHandlers<Item, Body> extends StoredHandlers<Item> {
  create(call: Call, body: Body): Promise<Item>;
}

export interface UpdateHandlers<Item, Changes> extends StoredHandlers<Item> {
  update(call: Call, input: UpdateInput<Changes>): Promise<Item>;
}

export interface RemoveHandlers<Item> extends StoredHandlers<Item> {
  remove(call: Call, input: RemoveInput): Promise<{ id: number }>;
}

export type WriteHandlers<Item, Body, Changes> = CreateHandlers<Item, Body> &
  UpdateHandlers<Item, Changes> &
  RemoveHandlers<Item>;

type Definition<F extends Fields> = Pick<Resource<string, F>, 'fields'>;

const readProcedures = <F extends Fields>(resource: Definition<F>, handlers: ReadHandlers<Values<F>>) => ({
  list: scoped('read')
    .input(ListInput.optional())
    .query(({ ctx, input }) => handlers.list(ctx, input ?? {})),
  get: scoped('read')
    .input(IdInput)
    .query(({ ctx, input }) => handlers.get(ctx, input)),
  meta: scoped('read').query(() => metaOf(resource)),
});

const storedProcedures = <F extends Fields>(resource: Definition<F>, handlers: StoredHandlers<Values<F>>) => ({
  ...readProcedures(resource, handlers),
  getTagged: scoped('read')
    .input(IdInput)
    .query(({ ctx, input }) => handlers.getTagged(ctx, input)),
});

const createProcedure = <Item, Create extends z.ZodType>(
  schema: Create,
  handlers: CreateHandlers<Item, z.output<Create>>,
) =>
  scoped('write')
    .input(schema)
    .mutation(({ ctx, input }) => handlers.create(ctx, input as z.output<Create>));

const updateProcedure = <Item, Update extends z.ZodType>(
  schema: Update,
  handlers: UpdateHandlers<Item, z.output<Update>>,
) =>
  scoped('write')
    .input(
      z.strictObject({
        id: Id,
        changes: schema,
        append: z.boolean().optional(),
        member_id: Id.optional(),
        if_match: IfMatch.optional(),
      }),
    )
    .mutation(({ ctx, input }) => handlers.update(ctx, input as UpdateInput<z.output<Update>>));

const removeProcedure = <Item>(handlers: RemoveHandlers<Item>) =>
  scoped('write')
    .input(RemoveInput)
    .mutation(({ ctx, input }) => handlers.remove(ctx, input));

/** Procedures of a service that only reads. */
export const readRouter = <F extends Fields>(resource: Definition<F>, handlers: ReadHandlers<Values<F>>) =>
  router(readProcedures(resource, handlers));

/** Procedures of a service whose objects are made and changed but stay: other objects hang on them. */
export const lastingRouter = <F extends Fields, Create extends z.ZodType, Update extends z.ZodType>(
  resource: { readonly fields: F; readonly Create: Create; readonly Update: Update },
  handlers: CreateHandlers<Values<F>, z.output<Create>> & UpdateHandlers<Values<F>, z.output<Update>>,
) =>
  router({
    ...storedProcedures(resource, handlers),
    create: createProcedure(resource.Create, handlers),
    update: updateProcedure(resource.Update, handlers),
  });

/** Procedures of a service whose objects are made and removed but never changed. */
export const fixedRouter = <F extends Fields, Create extends z.ZodType>(
  resource: { readonly fields: F; readonly Create: Create },
  handlers: CreateHandlers<Values<F>, z.output<Create>> & RemoveHandlers<Values<F>>,
) =>
  router({
    ...storedProcedures(resource, handlers),
    create: createProcedure(resource.Create, handlers),
    remove: removeProcedure(handlers),
  });

/** Procedures of a service in full. */
export const writeRouter = <F extends Fields, Create extends z.ZodType, Update extends z.ZodType>(
  resource: { readonly fields: F; readonly Create: Create; readonly Update: Update },
  handlers: WriteHandlers<Values<F>, z.output<Create>, z.output<Update>>,
) =>
  router({
    ...storedProcedures(resource, handlers),
    create: createProcedure(resource.Create, handlers),
    update: updateProcedure(resource.Update, handlers),
    remove: removeProcedure(handlers),
  });

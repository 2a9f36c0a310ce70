import { z } from 'zod';
import { IdInput, ListInput, type Page } from '../query/list-input.ts';
import type { Fields } from '../resource/field.ts';
import { metaOf } from '../resource/meta.ts';
import type { Resource, Values } from '../resource/resource.ts';
import { Id } from '../resource/value.ts';
import type { Call } from './context.ts';
import { router, scoped } from './procedure.ts';

export interface ReadHandlers<Item> {
  list(call: Call, input: ListInput): Promise<Page<Item>>;
  get(call: Call, input: IdInput): Promise<Item>;
}

export interface UpdateInput<Changes> {
  readonly id: number;
  readonly changes: Changes;
  /** Merges arrays by id instead of replacing them. */
  readonly append?: boolean | undefined;
  readonly member_id?: number | undefined;
}

export interface UpdateHandlers<Item, Changes> extends ReadHandlers<Item> {
  update(call: Call, input: UpdateInput<Changes>): Promise<Item>;
}

export interface WriteHandlers<Item, Body, Changes> extends UpdateHandlers<Item, Changes> {
  create(call: Call, body: Body): Promise<Item>;
  remove(call: Call, input: IdInput): Promise<{ id: number }>;
}

const readProcedures = <F extends Fields>(
  resource: Pick<Resource<string, F>, 'fields'>,
  handlers: ReadHandlers<Values<F>>,
) => ({
  list: scoped('read')
    .input(ListInput.optional())
    .query(({ ctx, input }) => handlers.list(ctx, input ?? {})),
  get: scoped('read')
    .input(IdInput)
    .query(({ ctx, input }) => handlers.get(ctx, input)),
  meta: scoped('read').query(() => metaOf(resource)),
});

const updateProcedure = <Item, Update extends z.ZodType>(
  schema: Update,
  handlers: UpdateHandlers<Item, z.output<Update>>,
) =>
  scoped('write')
    .input(z.strictObject({ id: Id, changes: schema, append: z.boolean().optional(), member_id: Id.optional() }))
    .mutation(({ ctx, input }) => handlers.update(ctx, input as UpdateInput<z.output<Update>>));

/** Procedures of a service that only reads. */
export const readRouter = <F extends Fields>(
  resource: Pick<Resource<string, F>, 'fields'>,
  handlers: ReadHandlers<Values<F>>,
) => router(readProcedures(resource, handlers));

/** Procedures of a service whose objects are changed but neither made nor removed by its callers. */
export const updateRouter = <F extends Fields, Update extends z.ZodType>(
  resource: { readonly fields: F; readonly Update: Update },
  handlers: UpdateHandlers<Values<F>, z.output<Update>>,
) => router({ ...readProcedures(resource, handlers), update: updateProcedure(resource.Update, handlers) });

/** Procedures of a service in full. */
export const writeRouter = <F extends Fields, Create extends z.ZodType, Update extends z.ZodType>(
  resource: { readonly fields: F; readonly Create: Create; readonly Update: Update },
  handlers: WriteHandlers<Values<F>, z.output<Create>, z.output<Update>>,
) =>
  router({
    ...readProcedures(resource, handlers),
    create: scoped('write')
      .input(resource.Create)
      .mutation(({ ctx, input }) => handlers.create(ctx, input as z.output<Create>)),
    update: updateProcedure(resource.Update, handlers),
    remove: scoped('write')
      .input(IdInput)
      .mutation(({ ctx, input }) => handlers.remove(ctx, input)),
  });

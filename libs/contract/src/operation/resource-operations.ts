import { z } from 'zod';
import type { CallContext } from '../caller/caller.ts';
import { ActingFor, IdInput, ListInput, type ListRequest, type Page } from '../query/list-input.ts';
import type { Fields } from '../resource/field.ts';
import { inKey } from '../resource/object.ts';
import { type MetaField, metaOf } from '../resource/meta.ts';
import type { Values } from '../resource/resource.ts';
import { Id } from '../value/scalar.ts';
import {
  del,
  type Derived,
  get,
  inMoney,
  type InputReader,
  noInput,
  one,
  type Operation,
  page,
  post,
  put,
  type Query,
  read,
  removed,
  type Rows,
  type,
  value,
  write,
  written,
} from './operation.ts';

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
  /** Entity tags, one of which the object must have. */
  readonly if_match?: string | undefined;
}

/** An object and the entity tag of its state, to be sent back as `if_match`. */
export interface Tagged<Item> {
  readonly etag: string;
  readonly item: Item;
}

interface Readable<F extends Fields> extends Rows {
  readonly fields: F;
}

interface Creatable<F extends Fields, Create extends z.ZodType> extends Readable<F> {
  readonly Create: Create;
}

interface Updatable<F extends Fields, Update extends z.ZodType> extends Readable<F> {
  readonly Update: Update;
}

export const byId = { id: 'id', member_id: 'whole' } as const;
const hasOneId = ({ id }: Query): boolean => id !== undefined && !id.includes(',');

/** An operation that answers another operation's item without the entity tag. */
export const untagged = <In extends InputReader, Name extends string, Item>(
  name: Name,
  { input }: Operation<'query', In, Tagged<Item>>,
): Operation<'query', In, Item> & Derived<Readonly<Record<Name, TaggedHandler<Item>>>> => ({
  ...read({ input, output: type<Item>() }),
  derive: async (handlers, call, parsed) => (await handlers[name](call, parsed)).item,
});
type TaggedHandler<Item> = (call: CallContext, input: never) => Promise<Tagged<Item>> | Tagged<Item>;

/** `list` and `meta`, which every resource has. */
export const listed = <F extends Fields>(rows: Readable<F>, isFromMemory = false) => ({
  list: read({
    input: ListInput.default({}) as InputReader<ListRequest<F> | undefined, ListInput>,
    output: type<Page<Values<F>>>(),
    rest: get(`/${rows.service}`, { rows, answer: inMoney(page(rows.plural), rows.hasMoney) }),
    isFromMemory,
  }),
  meta: {
    ...read({
      input: noInput,
      output: type<MetaField[]>(),
      rest: get(`/${rows.service}/meta`, { answer: value('fields') }),
      isFromMemory,
    }),
    derive: (_handlers: object) => metaOf(rows),
  },
});

/** Of a resource that is a table in memory: `list`, `get` and `meta`. */
export const lookup = <F extends Fields>(rows: Readable<F>) => ({
  ...listed(rows, true),
  get: read({
    input: IdInput,
    output: type<Values<F>>(),
    rest: get(`/${rows.service}`, { when: hasOneId, query: byId, rows, answer: one(rows.service) }),
    isFromMemory: true,
  }),
});

/** Of a resource whose objects are stored: `list`, `get`, `getTagged` and `meta`. */
export const stored = <F extends Fields>(rows: Readable<F>) => {
  const getTagged = read({
    input: IdInput,
    output: type<Tagged<Values<F>>>(),
    rest: get(`/${rows.service}`, {
      when: hasOneId,
      query: byId,
      rows,
      etag: 'read',
      answer: inMoney(one(rows.service), rows.hasMoney),
    }),
  });
  return { ...listed(rows), getTagged, get: untagged('getTagged', getTagged) };
};

/** An administrator may name the member in the query as well as in the body. */
export const creatable = <F extends Fields, Create extends z.ZodType>(resource: Creatable<F, Create>) => ({
  create: write({
    input: resource.Create,
    output: type<Values<F>>(),
    rest: post(`/${resource.service}`, {
      query: { member_id: Object.hasOwn(resource.fields, 'member_id') ? 'member' : 'member_check' },
      headers: ['idempotency-key'],
      body: { content: inKey(resource.service), size: 'object' },
      etag: 'written',
      answer: inMoney(written(resource.service), resource.hasMoney),
    }),
  }),
});

export const updatable = <F extends Fields, Update extends z.ZodType>(resource: Updatable<F, Update>) => ({
  update: write({
    input: z.strictObject({
      id: Id.describe('Its identifier'),
      changes: resource.Update,
      append: z.boolean().optional().describe('`true`: arrays are merged by id instead of replaced'),
      member_id: ActingFor.optional(),
      if_match: IfMatch.optional(),
    }),
    output: type<Values<F>>(),
    rest: put(`/${resource.service}`, {
      query: { id: resource.owner === 'self' ? 'own_id' : 'id', append: 'flag', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(resource.service), as: 'changes', size: 'object' },
      etag: 'written',
      answer: inMoney(written(resource.service), resource.hasMoney),
    }),
  }),
});

export const removable = <F extends Fields>({ service }: Readable<F>, change: typeof write = write) => ({
  remove: change({
    input: RemoveInput,
    output: type<{ id: number }>(),
    rest: del(`/${service}`, { query: byId, headers: ['if-match', 'idempotency-key'], answer: removed }),
  }),
});

/** Of a resource that is read, made, changed and removed. */
export const writable = <F extends Fields, Create extends z.ZodType, Update extends z.ZodType>(
  resource: Creatable<F, Create> & Updatable<F, Update>,
) => ({ ...stored(resource), ...creatable(resource), ...updatable(resource), ...removable(resource) });

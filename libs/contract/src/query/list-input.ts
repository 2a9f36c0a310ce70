import { z } from 'zod';
import { quote } from '../error/issue.ts';
import type { Fields } from '../resource/field.ts';
import { Id } from '../value/scalar.ts';
import type { FilterOf } from './filter.ts';

/** Most identifiers that one call may name. */
export const maxIds = 100;
/** The page size when a request asks for paging without a size, and the largest page size. */
export const defaultPageSize = 100;
export const maxPageSize = 1000;

const FilterValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number(), z.boolean()])),
]);
type FilterValue = z.output<typeof FilterValue>;

/** Not a record: a record drops a key named `__proto__`, and a dropped condition would list every row. */
const Filter = z
  .custom<Readonly<Record<string, FilterValue>>>()
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'What rows have: a value or several of an attribute, as in {"priority": [3, 4]}',
  })
  .transform((value: unknown, context): Readonly<Record<string, FilterValue>> => {
    const conditions = Object.create(null) as Record<string, FilterValue>;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      context.addIssue({
        code: 'custom',
        message: `is ${quote(value)}, allowed: an object such as {"priority":5}`,
        input: value,
      });
      return z.NEVER;
    }
    for (const [name, sent] of Object.entries(value)) {
      const parsed = FilterValue.safeParse(sent);
      if (parsed.success) conditions[name] = parsed.data;
      else
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is ${quote(sent)}, allowed: a value or a list of values`,
          input: sent,
        });
    }
    return conditions;
  });

/** Which rows of an answer are sent. */
export const paging = {
  start_element: z.int().min(0).optional().describe('Place of the first row of the page, from 0; default 0'),
  num_elements: z
    .int()
    .min(1)
    .optional()
    .describe(`Rows of a page, at most ${maxPageSize}; default ${defaultPageSize}`),
};

/** The member that an administrator acts for. */
export const ActingFor = Id.describe('The member that an administrator acts for; a seller may only name its own');

/** The input of a list. Without the paging attributes every matching row is returned. */
export const ListInput = z.strictObject({
  ids: z.array(Id).max(maxIds).optional(),
  ...paging,
  /** `priority.desc,id.asc` */
  sort: z.string().optional(),
  /** Text that id, name or code must hold, in any case. */
  search: z.string().optional(),
  /** `{priority: [3, 4], min_priority: 2, name: 'Smith, Co'}`; a text is one value, whatever it contains. */
  filter: Filter.optional(),
  member_id: ActingFor.optional(),
});
export type ListInput = z.output<typeof ListInput>;

/** The input of a list as a typed caller sends it, with the filters of a resource with these fields. */
export interface ListRequest<F extends Fields> extends Omit<z.input<typeof ListInput>, 'filter'> {
  readonly filter?: FilterOf<F> | undefined;
}

/** Names one object. */
export const IdInput = z.strictObject({
  id: Id.describe('Its identifier'),
  member_id: ActingFor.optional(),
});
export type IdInput = z.output<typeof IdInput>;

export interface Page<Item> {
  /** Rows that match, over all pages. */
  readonly count: number;
  readonly start_element: number;
  readonly num_elements: number;
  readonly items: readonly Item[];
  /** The start of the next page; only if the requested rows did not fit into one answer. */
  readonly next_element?: number;
}

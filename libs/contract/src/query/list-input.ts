import { z } from 'zod';
import { Id } from '../resource/value.ts';

/** Most identifiers that one call may name. */
export const maxIds = 100;
/** Rows of a page when paging is asked for without a size, and the most a page may have. */
export const defaultPageSize = 100;
export const maxPageSize = 1000;

const FilterValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

/** What a list may be asked. With neither paging attribute everything that matches is returned. */
export const ListInput = z.strictObject({
  ids: z.array(Id).max(maxIds).optional(),
  start_element: z.int().min(0).optional(),
  num_elements: z.int().min(1).optional(),
  /** `priority.desc,id.asc` */
  sort: z.string().optional(),
  /** Text that id, name or code must hold, in any case. */
  search: z.string().optional(),
  /** `{priority: [3, 4], min_priority: 2, like_name: 'tv'}` */
  filter: z.record(z.string(), FilterValue).optional(),
  /** For administrators: the member to act for. A seller may only name itself. */
  member_id: Id.optional(),
});
export type ListInput = z.output<typeof ListInput>;

/** Names one object. */
export const IdInput = z.strictObject({ id: Id, member_id: Id.optional() });
export type IdInput = z.output<typeof IdInput>;

export interface Page<Item> {
  /** Rows that match, over all pages. */
  readonly count: number;
  readonly start_element: number;
  readonly num_elements: number;
  readonly items: readonly Item[];
}

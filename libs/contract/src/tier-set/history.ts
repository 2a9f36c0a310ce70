import { z } from 'zod';
import { IdInput, type Page, paging } from '../query/list-input.ts';
import { DateOrMoment } from '../report/report.ts';
import { changeKinds } from '../resources/change-log.ts';
import { Id } from '../value/scalar.ts';

/** A revision as answers show it: `5-120`, possibly followed by the names of the database and the change. */
export const Revision = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ['1-18'] });

/** The key of the steps in an answer. */
export const historyKey = 'ym-profile-history';

export const HistoryInput = IdInput.extend({
  id: Id.describe('The yield management profile; it may be deleted'),
  before: Revision.optional().describe(
    'Only steps before this revision: the revision of the last step of a page, or `dbg_info.next_before`',
  ),
  ...paging,
  start_date: DateOrMoment.optional().describe('The first day or moment, UTC'),
  end_date: DateOrMoment.optional().describe('The last day, or the moment at which the period ends, UTC'),
  user: z.string().min(1).max(255).optional().describe('Only the steps of this user'),
});
export type HistoryInput = z.output<typeof HistoryInput>;

const count = (what: string) => z.int().min(0).describe(`Objects that were ${what}`);

/** One write, import, publish, restore or undo, reduced to a ym-profile, its tiers and the profiles that they use. */
export const HistoryStep = z.strictObject({
  revision: z.string().describe('The revision that it made, to export, compare with and restore to'),
  time: z.string().describe('When, UTC'),
  user: z.string().describe('The user that made it'),
  request_id: z.string().describe('The request that made it'),
  note: z.string().nullable().describe('What its author wrote about it'),
  kind: z.enum(changeKinds).describe('Kind of the step'),
  draft_id: Id.nullable().describe('The draft that was published; null: none'),
  changes: z
    .strictObject({ created: count('created'), updated: count('updated'), deleted: count('deleted') })
    .describe('How many objects it changed'),
  summary: z
    .array(z.string())
    .describe('The changes in words; only the first of many. Names are those at the time of the step, or now'),
});
export type HistoryStep = z.output<typeof HistoryStep>;

/** The most steps that one filtered request reads. */
export const mostStepsRead = 20_000;

/** A page of steps, newest first. */
export interface HistoryPage extends Page<HistoryStep> {
  /**
   * Where a filtered search stopped before the oldest step: the `before` of the next request. `count` then covers only
   * the steps searched. Null: all steps were searched.
   */
  readonly next_before: string | null;
}

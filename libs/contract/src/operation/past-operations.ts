import { z } from 'zod';
import type { TierSetFile } from '../engine/tier-set-file.ts';
import { IdInput } from '../query/list-input.ts';
import { exportKey } from '../tier-set/draft-file.ts';
import { HistoryInput, historyKey, type HistoryPage, Revision } from '../tier-set/history.ts';
import { diffKey, type ImportAnswer, restoreKey, undoKey } from '../tier-set/import-answer.ts';
import { ChangeNote } from '../value/scalar.ts';
import { get, one, page, post, publishing, read, type, written } from './operation.ts';
import { byId, IfMatch, type Tagged, untagged } from './resource-operations.ts';

const ExportInput = IdInput.extend({ revision: Revision.optional() });
export type ExportInput = z.output<typeof ExportInput>;

const exportTagged = read({
  input: ExportInput,
  output: type<Tagged<TierSetFile>>(),
  rest: get('/ym-profile/export', { query: { ...byId, revision: 'text' }, etag: 'read', answer: one(exportKey) }),
});

const DiffInput = IdInput.extend({ from: Revision, to: Revision });
export type DiffInput = z.output<typeof DiffInput>;

const RestoreInput = IdInput.extend({
  revision: Revision,
  /** Answers what would be done, and does nothing. */
  dry_run: z.boolean().optional(),
  /** Entity tags, one of which the ym-profile's tier set must have. */
  if_match: IfMatch.optional(),
  note: ChangeNote.optional(),
});
export type RestoreInput = z.output<typeof RestoreInput>;
/** The revision is that of the step. */
export type UndoInput = RestoreInput;

/** Of a body that is the input as it stands. */
const whole = (body: unknown) => body;

/** What leads to an earlier state, named by a revision. */
const back = (path: `/${string}`, key: string) =>
  publishing({
    input: RestoreInput,
    output: type<ImportAnswer>(),
    rest: post(path, {
      query: { id: 'id', revision: 'required', dry_run: 'flag', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: whole, size: 'object', precedence: 'query', isOptional: true },
      answer: written(key),
    }),
  });

/** Operations on a ym-profile with its tiers as it is and as it was. */
export const pastOperations = {
  exportTagged,
  export: untagged('exportTagged', exportTagged),
  /** The same under the name of what it is asked for with a revision. */
  exportAt: untagged(
    'exportTagged',
    read({ input: ExportInput.required({ revision: true }), output: type<Tagged<TierSetFile>>() }),
  ),
  history: read({
    input: HistoryInput,
    output: type<HistoryPage>(),
    rest: get('/ym-profile/history', {
      query: {
        ...byId,
        before: 'text',
        start_element: 'whole',
        num_elements: 'whole',
        start_date: 'text',
        end_date: 'text',
        user: 'text',
      },
      answer: page(historyKey, ['next_before']),
    }),
  }),
  diff: read({
    input: DiffInput,
    output: type<ImportAnswer>(),
    rest: get('/ym-profile/diff', { query: { ...byId, from: 'required', to: 'required' }, answer: one(diffKey) }),
  }),
  restore: back('/ym-profile/restore', restoreKey),
  /** Takes back one step, and keeps what came later. */
  undo: back('/ym-profile/undo', undoKey),
};

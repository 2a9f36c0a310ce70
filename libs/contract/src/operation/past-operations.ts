import { z } from 'zod';
import type { TierSetFile } from '../engine/tier-set-file.ts';
import { IdInput } from '../query/list-input.ts';
import { exportKey } from '../tier-set/draft-file.ts';
import { HistoryInput, historyKey, type HistoryPage, mostStepsRead, Revision } from '../tier-set/history.ts';
import {
  type BackAnswer,
  diffKey,
  type ImportAnswer,
  restoreKey,
  type TierSetFinding,
  undoKey,
} from '../tier-set/import-answer.ts';
import { ChangeNote, Id } from '../value/scalar.ts';
import { get, inMoney, one, type OperationWords, page, post, publishing, read, type, written } from './operation.ts';
import { byId, IfMatch, type Tagged, untagged } from './resource-operations.ts';

const ExportInput = IdInput.extend({
  revision: Revision.optional().describe('A revision, as the history and the change log show it; absent: now'),
  arm: z
    .string()
    .regex(/^[1-9]\d{0,15}\/[CT]$/)
    .optional()
    .meta({ examples: ['4/T'] })
    .describe('An arm, as the report names it: the tiers that decided its auctions at the revision'),
});
export type ExportInput = z.output<typeof ExportInput>;

const exportTagged = read({
  input: ExportInput,
  output: type<Tagged<TierSetFile>>(),
  words: {
    id: 'exportYmProfile',
    summary: 'Export a yield management profile with its tiers and their profiles as one file',
    description:
      'With `revision`: the state at that revision, computed from the changes since. 410 where not all of these are kept; the message names the oldest revision that can be exported.',
    request: { id: 1 },
    errors: [404, 410],
  },
  rest: get('/ym-profile/export', {
    query: { ...byId, revision: 'text', arm: 'text' },
    etag: 'read',
    answer: inMoney(one(exportKey)),
  }),
});

const DiffInput = IdInput.extend({
  from: Revision.describe('The revision to begin with'),
  to: Revision.describe('The revision to end with, or a draft of the ym-profile, such as draft:9'),
});
export type DiffInput = z.output<typeof DiffInput>;

export const LintInput = IdInput.extend({
  draft_id: Id.optional().describe('A draft of the ym-profile, whose tiers are linted; absent: the live tiers'),
});
export type LintInput = z.output<typeof LintInput>;

/** What lint finds in the tiers of a ym-profile or of a draft. */
export interface LintAnswer {
  readonly ym_profile_id: number;
  readonly draft_id: number | null;
  readonly tiers: number;
  readonly findings: readonly TierSetFinding[];
}

const RestoreInput = IdInput.extend({
  revision: Revision.describe('The revision of a step, as the history and the change log show it'),
  dry_run: z.boolean().optional().describe('`true`: only answers what would be done'),
  as_draft: z
    .boolean()
    .optional()
    .describe(
      '`true`: makes a draft of exactly that content, and changes nothing live. Needed unless `publishing` of the member is `direct`',
    ),
  /** Entity tags, one of which the ym-profile's tier set must have. */
  if_match: IfMatch.optional(),
  note: ChangeNote.optional().describe('What the restore is for'),
});
export type RestoreInput = z.output<typeof RestoreInput>;

/** For a body that is the input itself. */
const whole = (body: unknown) => body;

/** Operations that go back to an earlier state, named by a revision. */
const back = (path: `/${string}`, key: string, words: OperationWords) =>
  publishing({
    input: RestoreInput,
    output: type<BackAnswer>(),
    words,
    rest: post(path, {
      query: { id: 'id', revision: 'required', dry_run: 'flag', as_draft: 'flag', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: whole, size: 'object', precedence: 'query', isOptional: true },
      answer: inMoney(written(key)),
    }),
  });

/** Operations on a ym-profile with its tiers, in the present or an earlier state. */
export const pastOperations = {
  exportTagged,
  export: untagged('exportTagged', exportTagged),
  /** `export` of an earlier state: the REST operation for requests with a revision. */
  exportAt: untagged(
    'exportTagged',
    read({ input: ExportInput.required({ revision: true }), output: type<Tagged<TierSetFile>>() }),
  ),
  history: read({
    input: HistoryInput,
    output: type<HistoryPage>(),
    words: {
      id: 'readYmProfileHistory',
      summary: 'View the steps that changed a yield management profile, its tiers or the profiles that they need',
      description:
        'Newest first: single writes, imports, publishes and restores, each with what it changed in words. A request with `start_date`, `end_date` or `user` reads at most ' +
        `${mostStepsRead} steps; where there are more, \`count\` counts those found in the newest ones, and \`dbg_info.next_before\` is the \`before\` of the next request. With \`before\` the search ends when its page is full; it may be the revision of any step.`,
      request: { id: 1, num_elements: 1 },
      errors: [404],
    },
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
      answer: inMoney(page(historyKey, ['next_before'])),
    }),
  }),
  diff: read({
    input: DiffInput,
    output: type<ImportAnswer>(),
    words: {
      id: 'diffYmProfile',
      summary: 'Compare a yield management profile at two moments',
      description: 'Field by field, in the form that an import with `dry_run` answers.',
      request: { id: 1, from: '1-18', to: '1-18' },
      errors: [404, 410],
    },
    rest: get('/ym-profile/diff', {
      query: { ...byId, from: 'required', to: 'required' },
      answer: inMoney(one(diffKey)),
    }),
  }),
  lint: read({
    input: LintInput,
    output: type<LintAnswer>(),
    words: {
      id: 'lintYmProfile',
      summary: 'View what lint finds in the live tiers of a yield management profile, or in those of a draft',
      description: 'Legal, but probably not meant: a tier that can never win a bid, for example.',
      request: { id: 1 },
      errors: [404],
    },
  }),
  restore: back('/ym-profile/restore', restoreKey, {
    id: 'restoreYmProfile',
    summary: 'Make a yield management profile, its tiers and their profiles what they were at a revision',
    description:
      'All of it is done or nothing, in one step, which a restore to the revision before it reverts. Objects deleted since come back under their old ids; objects created since are deleted. 409 names each obstacle: a changed profile that other ym-profiles use too, a tier that another ym-profile has now, a code that another object has taken.',
    request: { id: 1, revision: '1-18', dry_run: true },
    errors: [404, 409, 410, 412],
  }),
  /** Takes back one step, and keeps what came later. */
  undo: back('/ym-profile/undo', undoKey, {
    id: 'undoYmProfile',
    summary: 'Take back one step of a yield management profile, and keep what came later',
    description:
      '`revision` is the revision of the step, as the history shows it. What the step changed gets its earlier value, field by field; all of it is done or nothing, as a new step. 409 where later steps have changed the same fields: `dbg_info.conflicts` has each field with `base`, its value after the step, `live`, now, and `draft`, before the step.',
    request: { id: 1, revision: '1-18', dry_run: true },
    errors: [404, 409, 410, 412],
  }),
};

import { z } from 'zod';
import { inKey } from '../resource/object.ts';
import { ifChanged } from '../resources/draft.ts';
import { type Draft, draftResource } from '../draft/draft.ts';
import { type PublishAnswer, publishKey } from '../draft/publish-answer.ts';
import { moment } from '../value/moment.ts';
import { ActingFor, IdInput } from '../query/list-input.ts';
import { AmountText } from '../value/price.ts';
import { Id, text, wholeNumber } from '../value/scalar.ts';
import { share } from '../value/share.ts';
import {
  drafting,
  inMoney,
  type OperationWords,
  post,
  presence,
  publishing,
  put,
  type,
  write,
  written,
} from './operation.ts';
import { IfMatch, removable, stored } from './resource-operations.ts';

const { service } = draftResource;

export const CreateDraft = draftResource.Create.extend({
  ym_profile_id: Id.optional(),
  from: Id.optional().describe('The ym-profile that it begins from, with its live tiers'),
  alone: z.boolean().optional().describe('`true`: only if no other draft of it is open'),
});
export type CreateDraft = z.output<typeof CreateDraft>;

export const UpdateDraft = z.strictObject({
  id: Id.describe('Its identifier'),
  changes: draftResource.Update,
  append: z
    .boolean()
    .optional()
    .describe(
      '`true`: a tier or profile with the id of one in the draft changes only what is sent beside its name, and all others stay',
    ),
  member_id: ActingFor.optional(),
  if_match: IfMatch.optional(),
});
export type UpdateDraft = z.output<typeof UpdateDraft>;

/** The share of the units that keeps the tiers of before a publish, and for how long. */
const HoldBack = z
  .strictObject({
    share: share()
      .refine((part) => part > 0 && part < 1, { error: 'allowed: above 0 and below 1' })
      .describe('Share of the units that the earlier tiers decide'),
    days: wholeNumber(1, 400).describe('Days that the hold-back runs'),
    max_loss: AmountText.optional().describe('Most money that the published tiers may lose; absent: no limit'),
  })
  .meta({ examples: [{ share: 0.05, days: 28 }] });
export type HoldBack = z.output<typeof HoldBack>;

export const PublishDraft = z.strictObject({
  id: Id.describe('Its identifier'),
  expect_revision: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The state of the ym-profile that the caller has seen'),
  at: moment().optional().describe('When to publish it, with an offset from UTC or `Z`, without one UTC; absent: now'),
  if_changed: z
    .enum(ifChanged)
    .optional()
    .describe(
      'With `at`, if the live tiers have changed by then: `rebase`, the default, carries the draft onto them, and suspends it only where that needs a decision; `suspend` suspends it',
    ),
  dry_run: z.boolean().optional().describe('`true`: only answers what would be done, and what to ask before'),
  during_experiment: z
    .boolean()
    .optional()
    .describe('`true`: publish even if an experiment runs on the ym-profile, which ends its phase'),
  hold_back: HoldBack.optional().describe(
    'Without `at`: start an experiment in which the earlier tiers decide a share of the units, to measure what the new tiers gain',
  ),
  note: text(1, 200).optional().describe("Note in the change log; absent: the draft's own note"),
  member_id: ActingFor.optional(),
  if_match: IfMatch.optional(),
});
export type PublishDraft = z.output<typeof PublishDraft>;

const NamedDraft = IdInput.extend({ if_match: IfMatch.optional() });
export type NamedDraft = z.output<typeof NamedDraft>;

export const AskDraft = NamedDraft.extend({
  note: text(1, 200).optional().describe('What those who are asked should know; shown with the draft and its alert'),
});
export type AskDraft = z.output<typeof AskDraft>;

const WatchDraft = NamedDraft.omit({ if_match: true });
export type WatchDraft = z.output<typeof WatchDraft>;

/** The key of the list of users that have a draft open. */
export const openByKey = 'open_by';

/** The other users that have a draft open. */
export const DraftWatched = z.strictObject({
  [openByKey]: z
    .array(
      z.strictObject({
        user: z.string().describe('Name of the user'),
        since: z.string().describe('Since when the user has it open, UTC'),
      }),
    )
    .describe('The other users that have sent this request within the last 30 seconds'),
});
export type DraftWatched = z.output<typeof DraftWatched>;

const byId = { id: 'id', member_id: 'whole' } as const;

/** An action on a draft as a whole; its body is empty. */
const act = (path: `/${string}`, words: Omit<OperationWords, 'errors'>) => ({
  words: { ...words, errors: [404, 409] },
  input: NamedDraft,
  output: type<Draft>(),
  rest: post(path, {
    query: byId,
    headers: ['if-match', 'idempotency-key'],
    etag: 'named' as const,
    answer: inMoney(written(service)),
  }),
});

/** Drafts: the objects themselves, and what makes them live. */
export const draftOperations = {
  publish: publishing({
    input: PublishDraft,
    output: type<PublishAnswer>(),
    words: {
      id: 'publishDraft',
      summary: 'Publish a draft, now or at a time',
      request: { id: 2 },
      description: `The tiers of the ym-profile become those of the draft, in one step; the answer is the difference. Refused with 409 where the live tiers have changed since the draft was made or rebased, or since \`expect_revision\`; \`dbg_info.difference\` then says what has changed. With \`at\` the draft is scheduled, and rebased in the same step where needed; it is suspended, with the reason, where draft and live tiers have changed the same field, the result has a lint error that neither had, or the draft needs a new approval. A ym-profile has one scheduled draft.`,
      errors: [404, 409],
    },
    rest: post('/draft/publish', {
      query: { ...byId, dry_run: 'flag' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(publishKey), size: 'object', isOptional: true },
      answer: inMoney(written(publishKey)),
    }),
  }),
  rebase: drafting(
    act('/draft/rebase', {
      id: 'rebaseDraft',
      summary: 'Apply the changes of a draft to the live tiers',
      description: `Object by object and field by field. Fields that the draft and the live tiers have changed in different ways are refused with 409, and \`dbg_info.conflicts\` lists each object and field with its value before, now and in the draft.`,
      request: { id: 2 },
    }),
  ),
  unschedule: write(
    act('/draft/unschedule', {
      id: 'unscheduleDraft',
      summary: 'Cancel the schedule of a draft, which becomes open',
      request: { id: 2 },
    }),
  ),
  approve: publishing(
    act('/draft/approve', {
      id: 'approveDraft',
      summary: 'Approve the content of a draft',
      description: `A user that has changed what is still in the draft (\`edits\`) cannot approve it. \`approved_etag\` is then the entity tag of the approved state; a change of the content voids the approval.`,
      request: { id: 1, member_id: 1 },
    }),
  ),
  ask: drafting({
    input: AskDraft,
    output: type<Draft>(),
    words: {
      id: 'askDraft',
      summary: 'Ask for the approval or the publish of a draft',
      description: `Users of the member who may publish get an alert with what the draft changes, the verdict of its newest comparison and the note. A change of the draft's content withdraws the request.`,
      request: { id: 1 },
      errors: [404, 409],
    },
    rest: post('/draft/ask', {
      query: byId,
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(service), size: 'object', isOptional: true },
      etag: 'named',
      answer: inMoney(written(service)),
    }),
  }),
  /** Reports that the caller has a draft on its screen, and answers which others have. Sent every ten seconds or so. */
  watch: presence({
    input: WatchDraft,
    output: type<DraftWatched>(),
    words: {
      id: 'watchDraft',
      summary: 'Say that the caller has a draft open, and list the other users that have',
      description:
        'Send this every ten seconds while the draft is shown. The answer names the other users that did within the last 30 seconds. It locks nothing, and is not kept in the change log or a backup.',
      request: { id: 2 },
      errors: [404],
    },
    rest: post('/draft/watch', { query: byId, answer: { form: 'parts', term: openByKey } }),
  }),

  ...stored(draftResource),
  create: drafting({
    input: CreateDraft,
    output: type<Draft>(),
    rest: post(`/${service}`, {
      query: { from: 'whole', member_id: 'member', alone: 'flag' },
      headers: ['idempotency-key'],
      body: { content: inKey(service), size: 'tierSet', isOptional: true },
      etag: 'named',
      answer: inMoney(written(service)),
    }),
  }),
  update: drafting({
    input: UpdateDraft,
    output: type<Draft>(),
    rest: put(`/${service}`, {
      query: { id: 'id', append: 'flag', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(service), as: 'changes', size: 'tierSet' },
      etag: 'named',
      answer: inMoney(written(service)),
    }),
  }),
  ...removable(draftResource, drafting),
};

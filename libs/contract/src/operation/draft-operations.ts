import { z } from 'zod';
import { inKey } from '../resource/object.ts';
import { ifChanged } from '../resources/draft.ts';
import { type Draft, draftResource } from '../tier-set/draft.ts';
import { type PublishAnswer, publishKey } from '../tier-set/publish-answer.ts';
import { moment } from '../value/moment.ts';
import { ActingFor, IdInput } from '../query/list-input.ts';
import { MoneyText } from '../value/price.ts';
import { Id, text, wholeNumber } from '../value/scalar.ts';
import { share } from '../value/share.ts';
import { type OperationWords, post, presence, publishing, put, type, write, written } from './operation.ts';
import { IfMatch, removable, stored } from './resource-operations.ts';

const { service } = draftResource;

export const CreateDraft = draftResource.Create.extend({
  ym_profile_id: Id.optional(),
  from: Id.optional().describe('The yield management profile that the draft begins from, with its live tiers'),
});
export type CreateDraft = z.output<typeof CreateDraft>;

export const UpdateDraft = z.strictObject({
  id: Id.describe('Identifier of the object'),
  changes: draftResource.Update,
  member_id: ActingFor.optional(),
  if_match: IfMatch.optional(),
});
export type UpdateDraft = z.output<typeof UpdateDraft>;

/** The share of the units that keeps the tiers of before a publish, and for how long. */
const HoldBack = z
  .strictObject({
    share: share()
      .refine((part) => part > 0 && part < 1, { error: 'allowed: above 0 and below 1' })
      .describe('Of the units'),
    days: wholeNumber(1, 400).describe('How long'),
    max_loss: MoneyText.optional().describe('Most money that what was published may lose; absent: any'),
  })
  .meta({ examples: [{ share: 0.05, days: 28 }] });
export type HoldBack = z.output<typeof HoldBack>;

export const PublishDraft = z.strictObject({
  id: Id.describe('Identifier of the object'),
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
      'With `at`, where the live tiers have changed by then: `rebase`, the default, carries the changes of the draft onto them, and suspends it only where that takes a decision; `suspend` suspends it',
    ),
  dry_run: z.boolean().optional().describe('`true`: only answers what would be done, and what to ask before'),
  during_experiment: z
    .boolean()
    .optional()
    .describe('`true`: also where an experiment runs on the ym-profile, of which this ends the phase'),
  hold_back: HoldBack.optional().describe(
    'Without `at`: the tiers of before keep a share of the units, by an experiment that shows whether what was published pays',
  ),
  note: text(1, 200).optional().describe("What the change log says; absent: the draft's own note"),
  member_id: ActingFor.optional(),
  if_match: IfMatch.optional(),
});
export type PublishDraft = z.output<typeof PublishDraft>;

const NamedDraft = IdInput.extend({ if_match: IfMatch.optional() });
export type NamedDraft = z.output<typeof NamedDraft>;

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
    .describe('The other users that have asked this within the last 30 seconds'),
});
export type DraftWatched = z.output<typeof DraftWatched>;

const byId = { id: 'id', member_id: 'whole' } as const;

/** The documentation of every operation that takes the entity tag of a draft. */
const moved =
  'An `If-Match` of another state: 412, and `dbg_info` has its `difference` to the present one, `changed_by`, `changed_at` and `etag`.';

/** An action on a draft as a whole; its body is empty. */
const act = (path: `/${string}`, words: Omit<OperationWords, 'errors'>) => ({
  words: { ...words, errors: [404, 409] },
  input: NamedDraft,
  output: type<Draft>(),
  rest: post(path, {
    query: byId,
    headers: ['if-match', 'idempotency-key'],
    etag: 'named' as const,
    answer: written(service),
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
      description: `The tiers of the yield management profile become those of the draft, in one step; the answer is the difference. Refused with 409 where they have changed since the draft was made or rebased, or since \`expect_revision\`; \`dbg_info.difference\` then says what has changed. With \`at\` the draft is scheduled, and rebased in the same step where needed; it is suspended, with the reason, where both have changed the same field, the result has a lint error that neither had, or it needs an approval again. A yield management profile has one scheduled draft. With \`dry_run\` nothing is done: the answer is what would be, and in \`asks\` what a user should be asked before. ${moved}`,
      errors: [404, 409],
    },
    rest: post('/draft/publish', {
      query: { ...byId, dry_run: 'flag' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(publishKey), size: 'object', isOptional: true },
      answer: written(publishKey),
    }),
  }),
  rebase: write(
    act('/draft/rebase', {
      id: 'rebaseDraft',
      summary: 'Carry what a draft changed onto the tiers that are live',
      description: `Object by object and field by field. What both have changed in different ways is refused with 409, and \`dbg_info.conflicts\` lists each object and field with its value before, now and in the draft: nothing is guessed. ${moved}`,
      request: { id: 2 },
    }),
  ),
  unschedule: write(
    act('/draft/unschedule', {
      id: 'unscheduleDraft',
      summary: 'Take the time from a scheduled draft, which is open then',
      description: moved,
      request: { id: 2 },
    }),
  ),
  approve: publishing(
    act('/draft/approve', {
      id: 'approveDraft',
      summary: 'Approve the content of a draft',
      description: `Another user than the one that last changed the content approves it. \`approved_etag\` is then the entity tag of what was approved; a change of the content voids the approval. ${moved}`,
      request: { id: 1, member_id: 1 },
    }),
  ),
  /** Reports that the caller has a draft on its screen, and answers which others have. Sent every ten seconds or so. */
  watch: presence({
    input: WatchDraft,
    output: type<DraftWatched>(),
    words: {
      id: 'watchDraft',
      summary: 'Tell that a draft is on your screen, and ask who else has it open',
      description:
        'To be sent every ten seconds while the draft is shown. The answer names the other users that have sent it within the last 30 seconds. It keeps nobody from anything, and nothing about it is kept in the change log or in a backup.',
      request: { id: 2 },
      errors: [404],
    },
    rest: post('/draft/watch', { query: byId, answer: { form: 'parts', term: openByKey } }),
  }),

  ...stored(draftResource),
  create: write({
    input: CreateDraft,
    output: type<Draft>(),
    rest: post(`/${service}`, {
      query: { from: 'whole', member_id: 'member' },
      headers: ['idempotency-key'],
      body: { content: inKey(service), size: 'tierSet', isOptional: true },
      etag: 'named',
      answer: written(service),
    }),
  }),
  update: write({
    input: UpdateDraft,
    output: type<Draft>(),
    rest: put(`/${service}`, {
      query: { id: 'id', member_id: 'whole' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(service), as: 'changes', size: 'tierSet' },
      etag: 'named',
      answer: written(service),
    }),
  }),
  ...removable(draftResource),
};

import { z } from 'zod';
import { inKey } from '../resource/object.ts';
import { ifChanged } from '../resources/draft.ts';
import { type Draft, draftResource } from '../tier-set/draft.ts';
import { type PublishAnswer, publishKey } from '../tier-set/publish-answer.ts';
import { moment } from '../value/moment.ts';
import { Id, text } from '../value/scalar.ts';
import { post, presence, publishing, put, type, write, written } from './operation.ts';
import { IfMatch, removable, stored } from './resource-operations.ts';

const { service } = draftResource;

export const CreateDraft = draftResource.Create.extend({
  ym_profile_id: Id.optional(),
  /** The ym-profile to begin from, whose live tiers the draft then has. */
  from: Id.optional(),
});
export type CreateDraft = z.output<typeof CreateDraft>;

export const UpdateDraft = z.strictObject({
  id: Id,
  changes: draftResource.Update,
  member_id: Id.optional(),
  if_match: IfMatch.optional(),
});
export type UpdateDraft = z.output<typeof UpdateDraft>;

export const PublishDraft = z.strictObject({
  id: Id,
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
      'With `at`: what is done where the live tiers have changed by then. `rebase`, the default: what the draft changes is carried onto them, and it is suspended only where that cannot be done without a decision; `suspend`: it is suspended',
    ),
  dry_run: z.boolean().optional().describe('Answers what would be done and what to ask before, and does nothing'),
  note: text(1, 200).optional().describe("What the change log says; absent: the draft's own note"),
  member_id: Id.optional().describe("The caller's own member"),
  if_match: IfMatch.optional(),
});
export type PublishDraft = z.output<typeof PublishDraft>;

const NamedDraft = z.strictObject({ id: Id, member_id: Id.optional(), if_match: IfMatch.optional() });
export type NamedDraft = z.output<typeof NamedDraft>;

const WatchDraft = NamedDraft.omit({ if_match: true });
export type WatchDraft = z.output<typeof WatchDraft>;

/** The key of the users that have a draft open. */
export const openByKey = 'open_by';

/** Who else has a draft open. */
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

/** What is done with a draft as a whole; the body says nothing. */
const act = (path: `/${string}`) => ({
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
    rest: post('/draft/publish', {
      query: { ...byId, dry_run: 'flag' },
      headers: ['if-match', 'idempotency-key'],
      body: { content: inKey(publishKey), size: 'object', isOptional: true },
      answer: written(publishKey),
    }),
  }),
  rebase: write(act('/draft/rebase')),
  unschedule: write(act('/draft/unschedule')),
  approve: publishing(act('/draft/approve')),
  /** Tells that the caller has a draft on its screen, and asks who else has. It is sent every ten seconds or so. */
  watch: presence({
    input: WatchDraft,
    output: type<DraftWatched>(),
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

import { DraftWatched, openByKey, PublishDraft } from '../operation/draft-operations.ts';
import { PublishAnswer, publishKey } from '../tier-set/publish-answer.ts';
import type { Plain } from '../resource/object.ts';
import { envelope, exampleAnswer, writtenEnvelope } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { nothingChanges } from './tier-set.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** What is sent to publish a draft, but for what the query names. */
const Sent = PublishDraft.omit({ id: true, member_id: true, if_match: true }).describe(
  'When and why to publish the draft',
);

/** The schemas of what makes a draft live. */
export const draftSchemas = (): Json => ({
  DraftPublish: toJsonSchema(Sent, 'input'),
  PublishAnswer: toJsonSchema(PublishAnswer, 'output'),
  DraftPublished: writtenEnvelope(publishKey, 'PublishAnswer'),
  DraftWatched: envelope(toJsonSchema(DraftWatched, 'output')['properties'] as Json),
});

const tag = 'draft';

/** What the second draft of a fresh demo would do, which has the live tiers. */
const scheduled = {
  ...nothingChanges,
  draft_id: 2,
  state: 'scheduled',
  publish_at: '2099-12-01 06:00:00',
  publish_at_local: '2099-12-01 06:00:00',
  timezone: 'UTC',
  etag: '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"',
  dry_run: false,
  warnings: [],
  asks: [],
};
const schema = { oneOf: [ref('DraftPublish'), objectOf({ [publishKey]: ref('DraftPublish') })] };

/** What is said of every operation that takes the entity tag of a draft. */
const moved =
  'With an `If-Match` of another state of the draft nothing is done: 412, and `dbg_info` has the `difference` between that state and the present one, `changed_by`, `changed_at` and the present `etag`.';

/** The words for what is done with a draft as a whole, by method and path. */
export const draftWords: Readonly<Record<string, Words>> = {
  'POST /draft/publish': {
    tag,
    id: 'publishDraft',
    summary: 'Publish a draft, now or at a time',
    request: { id: 2 },
    description: `The tiers of the yield management profile become those of the draft, in one step; the answer is the difference. Refused with 409 where they have changed since the draft was made or rebased, or since \`expect_revision\`; \`dbg_info.difference\` then says what has changed. With \`at\` the draft is scheduled. Where the live tiers have changed by then, what it changes is carried onto them as a rebase would, in the same step; it is suspended, with the reason, where both have changed the same field, the result has a lint error that neither had, or it needs an approval again. A yield management profile has one scheduled draft. With \`dry_run\` nothing is done: the answer is what would be, and in \`asks\` what a user should be asked before. ${moved}`,
    bodyFields: { schema: 'DraftPublish' },
    body: jsonContent(schema, { scheduled: { at: '2099-12-01 06:00:00' } }),
    answerFields: { schema: 'PublishAnswer', at: `response.${publishKey}`, depth: 1 },
    answer: jsonContent(ref('DraftPublished'), {
      scheduled: exampleAnswer(publishKey, { count: 1, id: 2, [publishKey]: scheduled }),
    }),
    errors: [404, 409],
  },
  'POST /draft/rebase': {
    ...act({}),
    id: 'rebaseDraft',
    summary: 'Carry what a draft changed onto the tiers that are live',
    description: `Object by object and field by field. What both have changed in different ways is refused with 409, and \`dbg_info.conflicts\` lists each object and field with its value before, now and in the draft: nothing is guessed. ${moved}`,
    request: { id: 2 },
  },
  'POST /draft/unschedule': {
    ...act({}),
    id: 'unscheduleDraft',
    summary: 'Take the time from a scheduled draft, which is open then',
    description: moved,
    request: { id: 2 },
  },
  'POST /draft/approve': {
    ...act({ approved_by: 'admin', approved_etag: '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"' }),
    id: 'approveDraft',
    summary: 'Approve the content of a draft',
    description: `Another user than the one that last changed the content approves it. \`approved_etag\` is then the entity tag of what was approved; a change of the content voids the approval. ${moved}`,
    request: { id: 2, member_id: 1 },
  },
  'POST /draft/watch': {
    tag,
    id: 'watchDraft',
    summary: 'Tell that a draft is on your screen, and ask who else has it open',
    description:
      'To be sent every ten seconds while the draft is shown. The answer names the other users that have sent it within the last 30 seconds. It keeps nobody from anything, and nothing about it is kept in the change log or in a backup.',
    request: { id: 2 },
    answer: jsonContent(ref('DraftWatched'), { alone: exampleAnswer(openByKey, { [openByKey]: [] }) }),
    errors: [404],
  },
};

/** What is said of every operation that changes attributes of a draft; the example is about the second of a fresh demo. */
function act(changes: Plain): Pick<Words, 'tag' | 'answer' | 'errors'> {
  const row = { ...exampleOf(tag).minimal?.row, ...changes };
  const done = exampleAnswer(tag, { count: 1, id: 2, [tag]: row });
  return { tag, answer: jsonContent(ref('DraftWritten'), { done }), errors: [404, 409] };
}

import { PublishDraft } from '../operation/draft-operations.ts';
import { PublishAnswer, publishKey } from '../tier-set/publish-answer.ts';
import type { Plain } from '../resource/object.ts';
import { exampleAnswer, writtenEnvelope } from './envelope.ts';
import { exampleOf } from './example.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { nothingChanges } from './tier-set.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** What is sent to publish a draft, but for what the query names. */
const Sent = PublishDraft.omit({ id: true, member_id: true }).describe('When and why to publish the draft');

/** The schemas of what makes a draft live. */
export const draftSchemas = (): Json => ({
  DraftPublish: toJsonSchema(Sent, 'input'),
  PublishAnswer: toJsonSchema(PublishAnswer, 'output'),
  DraftPublished: writtenEnvelope(publishKey, 'PublishAnswer'),
});

const tag = 'draft';

/** What the second draft of a fresh demo would do, which has the live tiers. */
const scheduled = {
  ...nothingChanges,
  draft_id: 2,
  state: 'scheduled',
  publish_at: '2099-12-01 06:00:00',
};
const schema = { oneOf: [ref('DraftPublish'), objectOf({ [publishKey]: ref('DraftPublish') })] };

/** The words for what is done with a draft as a whole, by method and path. */
export const draftWords: Readonly<Record<string, Words>> = {
  'POST /draft/publish': {
    tag,
    id: 'publishDraft',
    summary: 'Publish a draft, now or at a time',
    request: { id: 2 },
    description:
      'The tiers of the yield management profile become those of the draft, in one step; the answer is the difference. Refused with 409 where they have changed since the draft was made or rebased, or since `expect_revision`; `dbg_info.difference` then says what has changed. With `at` the draft is scheduled, and published by the same rule at that time; if it cannot be, it is suspended. A yield management profile has one scheduled draft.',
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
    description:
      'Object by object and field by field. What both have changed in different ways is refused with 409, and `dbg_info.conflicts` lists each object and field with its value before, now and in the draft: nothing is guessed.',
    request: { id: 2 },
  },
  'POST /draft/unschedule': {
    ...act({}),
    id: 'unscheduleDraft',
    summary: 'Take the time from a scheduled draft, which is open then',
    request: { id: 2 },
  },
  'POST /draft/approve': {
    ...act({ approved_by: 'admin' }),
    id: 'approveDraft',
    summary: 'Approve the content of a draft',
    description:
      'Another user than the one that last changed the content approves it. A change of the content voids the approval.',
    request: { id: 2, member_id: 1 },
  },
};

/** What is said of every operation that changes attributes of a draft; the example is about the second of a fresh demo. */
function act(changes: Plain): Pick<Words, 'tag' | 'answer' | 'errors'> {
  const row = { ...exampleOf(tag).minimal?.row, ...changes };
  const done = exampleAnswer(tag, { count: 1, id: 2, [tag]: row });
  return { tag, answer: jsonContent(ref('DraftWritten'), { done }), errors: [404, 409] };
}

import { AskDraft, DraftWatched, openByKey, PublishDraft } from '../operation/draft-operations.ts';
import { PublishAnswer, publishKey } from '../draft/publish-answer.ts';
import type { Plain } from '../resource/object.ts';
import { envelope, exampleAnswer, writtenEnvelope } from './envelope.ts';
import { asked, exampleOf } from './example.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { nothingChanges } from './tier-set.ts';
import { components, toJsonSchema } from './to-json-schema.ts';

/** The body of a publish, without what the query has. */
const Sent = PublishDraft.omit({ id: true, member_id: true, if_match: true }).describe(
  'When and why to publish the draft',
);

/** The body of a request for approval, without what the query has. */
const SentAsk = AskDraft.omit({ id: true, member_id: true, if_match: true }).describe(
  'What those who are asked should know',
);

/** The schemas of publishing a draft. */
export const draftSchemas = (): Json => ({
  ...components({ DraftPublish: Sent, DraftAsk: SentAsk }, 'input'),
  ...components({ PublishAnswer }, 'output'),
  DraftPublished: writtenEnvelope(publishKey, 'PublishAnswer'),
  DraftWatched: envelope(toJsonSchema(DraftWatched, 'output')['properties'] as Json),
});

const tag = 'draft';

/** The effect of the second draft of a fresh demo, which equals the live tiers. */
const scheduled = {
  ...nothingChanges,
  draft_id: 2,
  state: 'scheduled',
  publish_at: '2099-12-01 06:00:00',
  publish_at_local: '2099-12-01 06:00:00',
  timezone: 'UTC',
  experiment_id: null,
  etag: '"pP1sTqH0bYk3mO0r5w2LxA.mO0r5w2L"',
  dry_run: false,
  warnings: [],
  asks: [],
};
const schema = { oneOf: [ref('DraftPublish'), objectOf({ [publishKey]: ref('DraftPublish') })] };

/** Examples of bodies and answers, by operation. */
export const draftShown: Readonly<Record<string, Shown>> = {
  publishDraft: {
    body: jsonContent(schema, { scheduled: { at: '2099-12-01 06:00:00' } }),
    answer: jsonContent(ref('DraftPublished'), {
      scheduled: exampleAnswer(publishKey, { count: 1, id: 2, [publishKey]: scheduled }),
    }),
  },
  rebaseDraft: {
    ...act('minimal'),
  },
  unscheduleDraft: {
    ...act('minimal'),
  },
  approveDraft: {
    ...act('update'),
  },
  askDraft: {
    body: jsonContent(
      { oneOf: [ref('DraftAsk'), objectOf({ [tag]: ref('DraftAsk') })] },
      { noted: { note: asked['asked_note'] } },
    ),
    ...act('create', asked, 'noted'),
  },
  watchDraft: {
    answer: jsonContent(ref('DraftWatched'), { alone: exampleAnswer(openByKey, { [openByKey]: [] }) }),
  },
};

/** The example of an operation that changes attributes of a draft; `made`: the example that shows the draft before. */
function act(made: 'create' | 'minimal' | 'update', changes: Plain = {}, name = 'done'): Shown {
  const row: Plain = { ...exampleOf(tag)[made]?.row, ...changes };
  const done = exampleAnswer(tag, { count: 1, id: row['id'], [tag]: row });
  return { answer: jsonContent(ref('DraftWritten'), { [name]: done }) };
}

import { AskDraft, DraftWatched, PublishDraft } from '../operation/draft-operations.ts';
import { PublishAnswer, publishKey } from '../draft/publish-answer.ts';
import { envelope, writtenEnvelope } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
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
const schema = { oneOf: [ref('DraftPublish'), objectOf({ [publishKey]: ref('DraftPublish') })] };

const written = jsonContent(ref('DraftWritten'));

/** Examples of bodies, and answers, by operation. */
export const draftShown: Readonly<Record<string, Shown>> = {
  publishDraft: {
    body: jsonContent(schema, { scheduled: { at: '2099-12-01 06:00:00' } }),
    answer: jsonContent(ref('DraftPublished')),
  },
  rebaseDraft: { answer: written },
  unscheduleDraft: { answer: written },
  approveDraft: { answer: written },
  askDraft: {
    body: jsonContent(
      { oneOf: [ref('DraftAsk'), objectOf({ [tag]: ref('DraftAsk') })] },
      { noted: { note: 'Before the weekend, please' } },
    ),
    answer: written,
  },
  watchDraft: { answer: jsonContent(ref('DraftWatched')) },
};

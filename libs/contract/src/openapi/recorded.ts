import { RecordedContent, RecordedHour } from '../recorded/recorded.ts';
import { exampleAnswer, listEnvelope, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { firstHour } from './parameter.ts';
import { toJsonSchema } from './to-json-schema.ts';

const contentKey = 'recorded-content';

/** The schemas of recorded auctions. */
export const recordedSchemas = (): Json => ({
  RecordedHour: toJsonSchema(RecordedHour, 'output'),
  RecordedContent: toJsonSchema(RecordedContent, 'output'),
  RecordedHours: listEnvelope('recorded', 'RecordedHour'),
  RecordedPart: oneEnvelope(contentKey, 'RecordedContent'),
});

const page = { count: 1, start_element: 0, num_elements: 100 };
const tag = 'recorded';

/** The words for the operations of recorded auctions, by method and path. */
export const recordedWords: Readonly<Record<string, Words>> = {
  'GET /recorded': {
    tag,
    id: 'readRecorded',
    summary: 'View which hours of auctions are recorded',
    description:
      'Of the host that answers: each records what it decides itself. A simulation may name these hours as its log.',
    parameters: { ym_profile_id: 'The ym-profile whose auctions were recorded' },
    required: ['ym_profile_id'],
    request: { ym_profile_id: 1 },
    answerFields: { schema: 'RecordedHour', at: 'response.recorded[]' },
    answer: jsonContent(ref('RecordedHours'), {
      list: exampleAnswer('recorded', {
        ...page,
        num_elements: 1,
        recorded: [{ hour: '2026-11-21T08:00:00.000Z', auctions: 1804, share: 0.01, least_share: 0.01 }],
      }),
    }),
    errors: [404],
  },
  'GET /recorded/content': {
    tag,
    id: 'readRecordedContent',
    summary: 'Download recorded auctions, part by part',
    description:
      'Auctions are recorded by whole hours. Each part has about a megabyte of compressed lines; ask again with `after` until `next` is null. `npm run simulate -- replay --recorded FROM..TO --api URL` does that.',
    parameters: { ym_profile_id: 'The ym-profile whose auctions were recorded' },
    own: { from: firstHour },
    required: ['ym_profile_id', 'from', 'to'],
    request: { ym_profile_id: 1, from: '2026-11-21T09:00:00Z', to: '2026-11-21T10:00:00Z' },
    answerFields: { schema: 'RecordedContent', at: `response.${contentKey}` },
    answer: jsonContent(ref('RecordedPart'), {
      last: exampleAnswer(contentKey, { ...page, [contentKey]: { content: '', next: null } }),
    }),
    errors: [404],
  },
};

import { RecordedContent, RecordedHour } from '../recorded/recorded.ts';
import { exampleAnswer, listEnvelope, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

const contentKey = 'recorded-content';

/** The schemas of recorded auctions. */
export const recordedSchemas = (): Json => ({
  ...components({ RecordedHour, RecordedContent }, 'output'),
  RecordedHours: listEnvelope('recorded', 'RecordedHour'),
  RecordedPart: oneEnvelope(contentKey, 'RecordedContent'),
});

const page = { count: 1, start_element: 0, num_elements: 100 };

/** Examples of bodies and answers, by operation. */
export const recordedShown: Readonly<Record<string, Shown>> = {
  readRecorded: {
    answer: jsonContent(ref('RecordedHours'), {
      list: exampleAnswer('recorded', {
        ...page,
        num_elements: 1,
        recorded: [
          { hour: '2026-11-21T08:00:00.000Z', auctions: 1804, share: 0.01, least_share: 0.01, is_whole: true },
        ],
      }),
    }),
  },
  readRecordedContent: {
    answer: jsonContent(ref('RecordedPart'), {
      last: exampleAnswer(contentKey, { ...page, [contentKey]: { content: '', next: null } }),
    }),
  },
};

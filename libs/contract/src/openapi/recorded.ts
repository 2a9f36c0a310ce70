import { RecordedContent, RecordedHour } from '../recorded/recorded.ts';
import { listEnvelope, oneEnvelope } from './envelope.ts';
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

/** Answers, by operation. */
export const recordedShown: Readonly<Record<string, Shown>> = {
  readRecorded: { answer: jsonContent(ref('RecordedHours')) },
  readRecordedContent: { answer: jsonContent(ref('RecordedPart')) },
};

import { alertTestKey } from '../resources/channel.ts';
import { viewSentKey } from '../resources/view.ts';
import { envelope } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';

const problem = { type: ['string', 'null'], description: 'Why it did not arrive; null: it did' };

/** What became of a channel's test, and of a view that was sent at once. */
export const sentSchemas: Json = {
  AlertTest: envelope({
    [alertTestKey]: {
      description: 'What became of the test alert',
      ...objectOf({ channel_id: { type: 'integer', description: 'The channel' }, problem }),
    },
  }),
  ViewSent: envelope({
    [viewSentKey]: {
      description: 'What became of the view',
      ...objectOf({
        channel_id: { type: ['integer', 'null'], description: 'Its channel; null: none' },
        problem,
      }),
    },
  }),
};

/** Answers, by operation. */
export const sentShown: Readonly<Record<string, Shown>> = {
  testAlert: { answer: jsonContent(ref('AlertTest')) },
  sendView: { answer: jsonContent(ref('ViewSent')) },
};

import { alertTestKey } from '../resources/channel.ts';
import { viewSentKey, viewWithoutChannel } from '../resources/view.ts';
import { envelope, exampleAnswer } from './envelope.ts';
import { type Json, objectOf } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import type { Plain } from '../resource/object.ts';

/** The host does not exist. */
export const alertTestProblem = 'the host alerts.example cannot be found';

/** An alert of a buyer that went quiet. */
export const alertExample: Plain = {
  id: 1,
  ym_profile_id: 1,
  kind: 'buyer',
  subject_id: 107,
  sentence: 'Saffron Travel: 0 bids in half an hour, where 310 bids are usual; net is 4.12 USD below usual',
  net_difference: '-4.120000000',
  also: 'fill,net',
  since: '2026-01-01 14:00:00',
  every_days: 400,
  state: 'open',
  closed_on: null,
  member_id: 1,
  last_modified: '2026-01-01 14:25:00',
};

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

const shown = (schema: string, key: string, result: Plain): Shown => ({
  answer: jsonContent({ $ref: `#/components/schemas/${schema}` }, { lost: exampleAnswer(key, { [key]: result }) }),
});

export const sentShown: Readonly<Record<string, Shown>> = {
  testAlert: shown('AlertTest', alertTestKey, { channel_id: 1, problem: alertTestProblem }),
  sendView: shown('ViewSent', viewSentKey, { channel_id: null, problem: viewWithoutChannel }),
};

import { alertTestKey } from '../resources/channel.ts';
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

/** The result of a channel's test. */
export const alertTestSchemas: Json = {
  AlertTest: envelope({
    [alertTestKey]: {
      description: 'What became of the test alert',
      ...objectOf({
        channel_id: { type: 'integer', description: 'The channel' },
        problem: { type: ['string', 'null'], description: 'Why it did not arrive; null: it did' },
      }),
    },
  }),
};

export const alertTestShown: Readonly<Record<string, Shown>> = {
  testAlert: {
    answer: jsonContent(
      { $ref: '#/components/schemas/AlertTest' },
      {
        lost: exampleAnswer(alertTestKey, {
          [alertTestKey]: { channel_id: 1, problem: alertTestProblem },
        }),
      },
    ),
  },
};

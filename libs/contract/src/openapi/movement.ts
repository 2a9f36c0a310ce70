import { movementKey } from '../report/movement.ts';
import { exampleAnswer, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';

/** The schemas of what moved net. */
export const movementSchemas: Json = {
  Movement: {
    type: 'object',
    description:
      'Why net differs, in exact money earned. `parts` add up to `difference`, which is `from` less `against`, of the hours that both periods have recorded whole; `hours_left_out` has the others, `report` the net of all. The entries of `of` add up to their part. `interval` is of 95 %, where a part is estimated from a sample. The example shows its attributes',
  },
  MovementOne: oneEnvelope(movementKey, 'Movement'),
};

const none = { net: '0.000000000', interval: null, of: [] };
const kinds = ['rules', 'traffic', 'mix', 'participation', 'prices', 'terms'];

/** What is shown to be answered. */
export const movementShown: Readonly<Record<string, Shown>> = {
  readMovement: {
    answer: jsonContent(ref('MovementOne'), {
      quiet: exampleAnswer(movementKey, {
        count: 1,
        start_element: 0,
        num_elements: 100,
        [movementKey]: {
          ym_profile_id: 1,
          currency: 'USD',
          timezone: 'UTC',
          periods: {
            from: { start: '2026-11-24 00:00:00', end: '2026-11-25 00:00:00' },
            against: { start: '2026-11-17 00:00:00', end: '2026-11-18 00:00:00' },
          },
          difference: '0.000000000',
          from: '0.000000000',
          against: '0.000000000',
          report: { difference: '0.000000000', from: '0.000000000', against: '0.000000000' },
          hours_left_out: [],
          parts: kinds.map((kind) => ({ kind, ...none })),
          sentences: [{ text: 'Net did not change.', kind: 'net', id: null }],
          auctions: { from: 0, against: 0 },
        },
      }),
    }),
  },
};

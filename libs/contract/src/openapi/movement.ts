import { movementKey } from '../report/movement.ts';
import { exampleAnswer, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';

/** The schemas of what moved net. */
export const movementSchemas: Json = {
  Movement: {
    type: 'object',
    description:
      'What moved net: money as earned, exact. `parts` add up to `difference`, which is `from` less `against`; `of` of a part adds up to it. `interval` of 95 % where a part is told by a sample. The example shows its attributes',
  },
  MovementOne: oneEnvelope(movementKey, 'Movement'),
};

const none = { net: '0.000000000', interval: null, of: [] };

/** What is shown to be answered. */
export const movementShown: Readonly<Record<string, Shown>> = {
  readMovement: {
    answer: jsonContent(ref('MovementOne'), {
      fell: exampleAnswer(movementKey, {
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
          difference: '-2.500000000',
          from: '97.500000000',
          against: '100.000000000',
          parts: [
            { ...none, kind: 'rules' },
            {
              kind: 'participation',
              net: '-2.500000000',
              interval: { low: '-3.100000000', high: '-1.900000000' },
              of: [{ id: '108', name: 'Saffron Travel', net: '-2.500000000', interval: null }],
            },
          ],
          sentences: [{ text: 'Net fell by 2.50 USD (-2.5 %).', kind: 'net', id: null }],
          auctions: { from: 5000, against: 5100 },
        },
      }),
    }),
  },
};

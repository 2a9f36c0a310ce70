import { movementKey } from '../report/movement.ts';
import { oneEnvelope } from './envelope.ts';
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

/** Answers, by operation. */
export const movementShown: Readonly<Record<string, Shown>> = {
  readMovement: { answer: jsonContent(ref('MovementOne')) },
};

import { Simulation, SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import { exampleAnswer, listEnvelope, oneEnvelope, writtenEnvelope } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

const resultKey = 'simulation-result';

/** The schemas of simulations. */
export const simulationSchemas = (): Json => ({
  Simulation: toJsonSchema(Simulation, 'output'),
  SimulationStart: toJsonSchema(StartSimulation, 'input'),
  SimulationResult: toJsonSchema(SimulationResult, 'output'),
  SimulationList: listEnvelope('simulations', 'Simulation'),
  SimulationOne: oneEnvelope('simulation', 'Simulation'),
  SimulationStarted: writtenEnvelope('simulation', 'Simulation'),
  SimulationReported: oneEnvelope(resultKey, 'SimulationResult'),
});

const log = { kind: 'synthetic', auctions: 1000, bids: 8, seed: 'monday' };

const startExample = {
  ym_profile_id: 1,
  draft: {
    tiers: [
      { name: 'First look', priority: 9, member_action: 'include', min_price: '4.00', buyer_members: [{ id: 101 }] },
    ],
  },
  log,
};

const simulation = {
  id: 1,
  member_id: 1,
  ym_profile_id: 1,
  draft_id: null,
  state: 'done',
  progress: 1,
  log,
  seed: 'compare',
  elasticity: 0,
  user: 'demo-seller-1',
  created_on: '2026-11-21 08:00:00',
  finished_on: '2026-11-21 08:00:02',
  error: null,
  inputs: {
    current_revision: '1-42-4f2a9c11.5be1c0d7',
    current_sha256: 'c765a55c4bad16a1203420cf43efe3c80487ed565584922a0ce129e91911436b',
    draft_sha256: '643d5437104296e21d906ecb15b2c96ad278f20cfc4af53b12bb6069bd853726',
    revenue_share_pct: 15,
    log_sha256: '6ceaadc7144fa7cbbe6a8d7e3b7773ff7f88588cca5fc526a0789a413e496d32',
  },
};
const page = { count: 1, start_element: 0, num_elements: 100 };

const tag = 'simulation';

/** The words for the operations of simulations, by method and path. */
export const simulationWords: Readonly<Record<string, Words>> = {
  'GET /simulation': {
    tag,
    id: 'readSimulation',
    summary: 'View simulations: one, or all that are kept, newest first',
    description:
      '`GET /simulation?id=1` gives one; with `id` only `member_id` may be sent. A simulation is kept for 30 days. `state` goes from `queued` through `running` to `done` or `failed`.',
    answerFields: { schema: 'Simulation', at: 'response.simulations[]' },
    answer: jsonContent(
      { oneOf: [ref('SimulationList'), ref('SimulationOne')] },
      {
        list: exampleAnswer('simulations', { ...page, num_elements: 1, simulations: [simulation] }),
        one: exampleAnswer('simulation', { ...page, simulation }),
      },
    ),
    errors: [404],
  },
  'POST /simulation': {
    tag,
    id: 'startSimulation',
    summary: 'Start a simulation: what a draft of the tiers would have made of a log',
    description:
      "The draft is what an import would be given, and is refused as the import would be. Bids and auctions of the log that name no fee have the seller's, under both tier sets; a fee in the draft is not taken. The log is synthetic, or a file that the operator has put into the folder of logs of the member. The simulation runs in the background; the same inputs again give the simulation that exists.",
    bodyFields: { schema: 'SimulationStart', depth: 2 },
    body: jsonContent(
      { oneOf: [objectOf({ simulation: ref('SimulationStart') }), ref('SimulationStart')] },
      { wrapped: { simulation: startExample } },
    ),
    answer: jsonContent(ref('SimulationStarted'), {
      wrapped: exampleAnswer('simulation', { count: 1, id: 1, simulation }),
    }),
    errors: [404, 409],
  },
  'GET /simulation/result': {
    tag,
    id: 'readSimulationResult',
    summary: 'View the report of a simulation that is done',
    description:
      'The report is the one that `npm run simulate -- compare` writes: what the draft would have earned, by how much that may be off, who gains and who loses. The example shows the first of its attributes.',
    request: { id: 1 },
    answerFields: { schema: 'SimulationResult', at: `response.${resultKey}`, depth: 1 },
    answer: jsonContent(ref('SimulationReported'), {
      done: exampleAnswer(resultKey, { ...page, [resultKey]: { simulation, report: { version: 1 } } }),
    }),
    errors: [404, 409],
  },
};

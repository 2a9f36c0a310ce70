import { Simulation, SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import { exampleAnswer, listEnvelope, oneEnvelope, writtenEnvelope } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

const resultKey = 'simulation-result';

/** The schemas of simulations. */
export const simulationSchemas = (): Json => ({
  ...components({ Simulation, SimulationResult }, 'output'),
  ...components({ SimulationStart: StartSimulation }, 'input'),
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
  kind: 'comparison',
  member_id: 1,
  ym_profile_id: 1,
  draft_id: null,
  state: 'done',
  progress: 1,
  log,
  seed: 'compare',
  elasticity: 0,
  no_units: false,
  tries: 1,
  experiment_id: null,
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

/** Examples of bodies and answers, by operation. */
export const simulationShown: Readonly<Record<string, Shown>> = {
  readSimulation: {
    answer: jsonContent(
      { oneOf: [ref('SimulationList'), ref('SimulationOne')] },
      {
        list: exampleAnswer('simulations', { ...page, num_elements: 1, simulations: [simulation] }),
      },
    ),
  },
  startSimulation: {
    body: jsonContent(
      { oneOf: [objectOf({ simulation: ref('SimulationStart') }), ref('SimulationStart')] },
      { wrapped: { simulation: startExample } },
    ),
    answer: jsonContent(ref('SimulationStarted'), {
      wrapped: exampleAnswer('simulation', { count: 1, id: 1, simulation }),
    }),
  },
  readSimulationResult: {
    answer: jsonContent(ref('SimulationReported'), {
      done: exampleAnswer(resultKey, { ...page, [resultKey]: { simulation, report: { version: 1 } } }),
    }),
  },
};

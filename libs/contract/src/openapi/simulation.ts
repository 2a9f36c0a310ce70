import { Simulation, SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import { listEnvelope, oneEnvelope, writtenEnvelope } from './envelope.ts';
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

const startExample = {
  ym_profile_id: 1,
  draft: {
    tiers: [
      { name: 'First look', priority: 9, member_action: 'include', min_price: '4.00', buyer_members: [{ id: 101 }] },
    ],
  },
  log: { kind: 'synthetic', auctions: 1000, bids: 8, seed: 'monday' },
};

/** Examples of bodies, and answers, by operation. */
export const simulationShown: Readonly<Record<string, Shown>> = {
  readSimulation: { answer: jsonContent({ oneOf: [ref('SimulationList'), ref('SimulationOne')] }) },
  startSimulation: {
    body: jsonContent(
      { oneOf: [objectOf({ simulation: ref('SimulationStart') }), ref('SimulationStart')] },
      { wrapped: { simulation: startExample } },
    ),
    answer: jsonContent(ref('SimulationStarted')),
  },
  readSimulationResult: { answer: jsonContent(ref('SimulationReported')) },
};

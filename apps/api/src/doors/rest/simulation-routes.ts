import type { Simulation, SimulationResult } from '@auction-tiers/contract';
import { maxBytesOf, readJson, unwrap } from '../http/body.ts';
import type { Calls } from './call.ts';
import { callProcedure } from './call-procedure.ts';
import { readId, readWhole, requireKnown } from './query.ts';

const one = { count: 1, start_element: 0, num_elements: 100 };

/** The calls on simulations, by their paths. */
export const simulationCalls: Readonly<Record<string, Calls>> = {
  '/simulation': {
    GET: {
      kind: 'read',
      act: async ({ router, query, context, exchange }) => {
        requireKnown(query, ['id', 'ym_profile_id', 'member_id']);
        const member_id = readWhole(query, 'member_id');
        if (query['id'] !== undefined) {
          requireKnown(query, ['id', 'member_id']);
          const input = { id: readId(query), member_id };
          const simulation = await callProcedure<Simulation>(router, 'query', 'simulation.status', input, context);
          exchange.ok('simulation', { ...one, simulation });
          return;
        }
        const input = { ym_profile_id: readWhole(query, 'ym_profile_id'), member_id };
        const { items } = await callProcedure<{ readonly items: readonly Simulation[] }>(
          router,
          'query',
          'simulation.list',
          input,
          context,
        );
        const { length } = items;
        exchange.ok('simulations', { count: length, start_element: 0, num_elements: length, simulations: items });
      },
    },
    POST: {
      kind: 'write',
      act: async ({ router, request, query, context, exchange }) => {
        requireKnown(query, ['member_id']);
        const memberId = readWhole(query, 'member_id');
        const body = unwrap(await readJson(request, maxBytesOf.tierSet), 'simulation');
        const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
        const input = memberId === undefined || !isObject ? body : { member_id: memberId, ...body };
        const simulation = await callProcedure<Simulation>(router, 'mutation', 'simulation.start', input, context);
        exchange.ok('simulation', { count: 1, id: simulation.id, simulation });
      },
    },
  },
  '/simulation/result': {
    GET: {
      kind: 'read',
      act: async ({ router, query, context, exchange }) => {
        requireKnown(query, ['id', 'member_id']);
        const input = { id: readId(query), member_id: readWhole(query, 'member_id') };
        const result = await callProcedure<SimulationResult>(router, 'query', 'simulation.result', input, context);
        exchange.ok('simulation-result', { ...one, 'simulation-result': result });
      },
    },
  },
};

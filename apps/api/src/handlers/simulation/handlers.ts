import {
  type CallContext,
  type Handlers,
  type IdInput,
  ServiceError,
  type Simulation,
  type StartSimulation,
} from '@auction-tiers/contract';
import type { z } from 'zod';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { notFound } from '../request/refusal.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { toSimulation } from '../../simulation-queue/simulation-queue.ts';
import { pause } from '../../loop/repetition.ts';

/** How often the progress of a followed simulation is read. */
const followMs = 250;

type Named = z.output<typeof IdInput>;

const isOver = ({ state }: Simulation) => state === 'done' || state === 'failed';

/** Comparisons of the tiers of a ym-profile with a draft, run in the background by the simulator's workers. */
export function simulationHandlers(
  deps: Deps,
  subscriptions: Subscriptions,
  start: (call: CallContext, input: StartSimulation) => Promise<Simulation>,
): Handlers['simulation'] {
  const { follower, simulations } = deps;
  const { queue } = simulations;

  async function find(call: CallContext, { id, member_id: asked }: Named) {
    const owner = sellerOf(call, asked);
    const found = await queue.find(owner, id);
    if (found === undefined) throw notFound('simulation', id);
    return { simulation: await withWorker(toSimulation(found)), owner };
  }

  /** Makes sure that a worker runs for an unfinished simulation: the one that had it may have ended. */
  async function withWorker(simulation: Simulation): Promise<Simulation> {
    if (!isOver(simulation)) await simulations.requireWorker(Date.now());
    return simulation;
  }

  const statusOf = async (call: CallContext, input: Named): Promise<Simulation> => (await find(call, input)).simulation;

  return {
    start: async (call, input) => withWorker(await start(call, input)),
    status: statusOf,
    async result(call, input) {
      const { simulation, owner } = await find(call, input);
      const report = simulation.state === 'done' ? await queue.report(owner, input.id) : null;
      if (report !== null) return { simulation, report };
      const gone = 'it is of an earlier version of the service, or no longer kept; start it again';
      const why = simulation.state === 'done' ? gone : (simulation.error ?? `it is ${simulation.state}`);
      throw new ServiceError('integrity', `simulation ${input.id} has no result: ${why}`);
    },
    async list(call, { ym_profile_id: ymProfileId, member_id: asked }) {
      const found = await queue.list(sellerOf(call, asked));
      const all = found.map(toSimulation);
      const items = all.filter((one) => ymProfileId === undefined || one.ym_profile_id === ymProfileId);
      return { count: items.length, items };
    },
    async *follow(call, input, signal) {
      const over = AbortSignal.any([signal, follower.stopping]);
      const close = subscriptions.open(call.caller);
      try {
        let told = '';
        while (!over.aborted) {
          const simulation = await statusOf(call, input);
          const text = JSON.stringify(simulation);
          if (text !== told) yield simulation;
          told = text;
          if (isOver(simulation)) return;
          await pause(followMs, over);
        }
      } finally {
        close();
      }
    },
  };
}

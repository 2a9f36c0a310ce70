import { tracked } from '@trpc/server';
import { z } from 'zod';
import { IdInput } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';
import { type Simulation, type SimulationResult, StartSimulation } from '../simulation/simulation.ts';
import type { Call } from '../caller/caller.ts';
import { router, scoped } from './procedure.ts';

const ListSimulations = z.strictObject({ ym_profile_id: Id.optional(), member_id: Id.optional() });
export type ListSimulations = z.output<typeof ListSimulations>;

export interface SimulationHandlers {
  /** Begins a simulation, or gives the one that has the same inputs. */
  start(call: Call, input: StartSimulation): Promise<Simulation>;
  status(call: Call, input: IdInput): Promise<Simulation>;
  /** The report. Throws for one that is not done. */
  result(call: Call, input: IdInput): Promise<SimulationResult>;
  /** Those that are kept, newest first. */
  list(call: Call, input: ListSimulations): Promise<{ readonly count: number; readonly items: readonly Simulation[] }>;
  /** A simulation as it is, and at every step that it makes, until it is done or has failed. */
  follow(call: Call, input: IdInput, signal: AbortSignal): AsyncIterable<Simulation>;
}

export const simulationRouter = (handlers: SimulationHandlers) =>
  router({
    start: scoped('write')
      .input(StartSimulation)
      .mutation(({ ctx, input }) => handlers.start(ctx, input)),
    status: scoped('read')
      .input(IdInput)
      .query(({ ctx, input }) => handlers.status(ctx, input)),
    result: scoped('read')
      .input(IdInput)
      .query(({ ctx, input }) => handlers.result(ctx, input)),
    list: scoped('read')
      .input(ListSimulations.optional())
      .query(({ ctx, input }) => handlers.list(ctx, input ?? {})),
    follow: scoped('read')
      .input(IdInput.extend({ lastEventId: z.string().nullish() }))
      .subscription(async function* ({ ctx, input: { lastEventId: _lastEventId, ...input }, signal }) {
        for await (const simulation of handlers.follow(ctx, input, signal ?? new AbortController().signal)) {
          yield tracked(`${simulation.state} ${simulation.progress}`, simulation);
        }
      }),
  });

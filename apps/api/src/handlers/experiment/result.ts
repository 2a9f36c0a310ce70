import { type Handlers, toExperiment } from '@auction-tiers/contract';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { requireExperiment } from './act.ts';
import { pause } from '../../loop/repetition.ts';

/** How often a client that follows an experiment gets an update. */
const tellMs = 2000;
/** The wait after computing a result is at least this many times the computing time. */
const restPerWork = 20;

/** The handlers of an experiment's result, which is computed from all stored counts. */
export const resultHandlers = (
  deps: Deps,
  subscriptions: Subscriptions,
): Pick<Handlers['experiment'], 'result' | 'follow'> => ({
  async result(call, { id, member_id: asked }) {
    const owner = sellerOf(call, asked);
    await deps.follower.fresh(owner);
    const stored = requireExperiment(deps, owner, id);
    const timezone = deps.experiments.zoneOf(stored);
    return { start_at: stored.start_at, timezone, ...(await deps.experiments.resultOf(stored)) };
  },
  /** The experiment and its result, once and then whenever either has changed. */
  async *follow(call, { id, member_id: asked }, signal) {
    const owner = sellerOf(call, asked);
    const close = subscriptions.open(call.caller);
    try {
      await deps.follower.fresh(owner);
      const over = AbortSignal.any([signal, deps.follower.stopping]);
      let told = '';
      while (!over.aborted) {
        const startedMs = performance.now();
        const stored = requireExperiment(deps, owner, id);
        const state = { experiment: toExperiment(stored), result: await deps.experiments.resultOf(stored) };
        const text = JSON.stringify(state);
        if (text !== told) yield state;
        told = text;
        const restMs = Math.max(tellMs, restPerWork * (performance.now() - startedMs));
        await pause(restMs, over);
      }
    } finally {
      close();
    }
  },
});

import { type CallContext, type ExperimentResult, type ExperimentState, toExperiment } from '@auction-tiers/contract';
import { setTimeout } from 'node:timers/promises';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { requireExperiment } from './act.ts';

/** How often a client that follows an experiment is told of it. */
const tellMs = 2000;
/** A result that takes long to work out is worked out less often. */
const restPerWork = 20;

interface Asked {
  readonly id: number;
  readonly member_id?: number | undefined;
}

/** What an experiment has shown, by all that is stored. */
export async function readResult(
  deps: Deps,
  call: CallContext,
  { id, member_id: asked }: Asked,
): Promise<ExperimentResult> {
  const owner = sellerOf(call, asked);
  await deps.follower.fresh(owner);
  return deps.experiments.resultOf(requireExperiment(deps, owner, id));
}

/** An experiment and its result, once and then whenever either has changed. */
export async function* followExperiment(
  deps: Deps,
  subscriptions: Subscriptions,
  call: CallContext,
  { id, member_id: asked }: Asked,
  signal: AbortSignal,
): AsyncIterable<ExperimentState> {
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
      await setTimeout(restMs, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    close();
  }
}

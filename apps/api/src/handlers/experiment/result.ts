import {
  type CallContext,
  type ExperimentResult,
  type ExperimentState,
  type StoredExperiment,
  toExperiment,
} from '@auction-tiers/contract';
import { ExperimentCounts, toExperimentResult } from '@auction-tiers/experiment';
import { setTimeout } from 'node:timers/promises';
import { elapsedDaysOf, plannedDaysOf } from '../../experiment/duration.ts';
import { maxLossMicros } from '../../experiment/money.ts';
import { breathe } from '../../loop/breathe.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { requireExperiment } from './act.ts';

/** How often a client that follows an experiment is told of it. */
const tellMs = 2000;

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
  return resultOf(deps, requireExperiment(deps, owner, id));
}

async function resultOf({ experiments, clock }: Deps, stored: StoredExperiment): Promise<ExperimentResult> {
  const phases = await experiments.counted(stored);
  await breathe();
  const all = new ExperimentCounts();
  for (const { counts } of phases) all.merge(counts.toData());
  return toExperimentResult({
    design: stored.design,
    plannedDays: plannedDaysOf(stored),
    elapsedDays: elapsedDaysOf(stored, all, clock.epochMs()),
    phases: phases.map(({ share, counts }) => ({ share, counts: counts.toData() })),
    switchback: null,
    guard: { maxLoss: maxLossMicros(stored.guard.max_loss) },
  });
}

/** An experiment and its result, once and then whenever either has changed. */
export async function* followExperiment(
  deps: Deps,
  subscriptions: Subscriptions,
  call: CallContext,
  { id, member_id: asked }: Asked,
  signal: AbortSignal,
): AsyncGenerator<ExperimentState> {
  const owner = sellerOf(call, asked);
  const close = subscriptions.open(call.caller);
  try {
    await deps.follower.fresh(owner);
    const over = AbortSignal.any([signal, deps.follower.stopping]);
    let told = '';
    while (!over.aborted) {
      const stored = requireExperiment(deps, owner, id);
      const state = { experiment: toExperiment(stored), result: await resultOf(deps, stored) };
      const text = JSON.stringify(state);
      if (text !== told) yield state;
      told = text;
      await setTimeout(tellMs, undefined, { signal: over }).catch(() => undefined);
    }
  } finally {
    close();
  }
}

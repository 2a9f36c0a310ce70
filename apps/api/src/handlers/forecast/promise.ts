import {
  dateText,
  epochMsOf,
  type Forecast,
  forecastResource,
  type StoredDraft,
  withInitials,
} from '@auction-tiers/contract';
import { toSimulation } from '../../simulation-queue/simulation-queue.ts';
import type { Deps } from '../request/deps.ts';
import type { PlannedWrite } from '../tier-set/batch-write.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The whole hours whose recorded auctions measure a promise; the first one begins after the publish. */
export function measuredHours({ published_on: date, days }: Pick<Forecast, 'published_on' | 'days'>): {
  readonly fromMs: number;
  readonly toMs: number;
} {
  const fromMs = Math.ceil((epochMsOf(date) ?? 0) / hourMs) * hourMs;
  return { fromMs, toMs: fromMs + days * dayMs };
}

/** The writes of a publish that keep its comparison's promise. */
interface Promised {
  /** Made with the publish; empty where there is nothing to keep. */
  readonly writes: readonly PlannedWrite[];
  readonly warnings: readonly string[];
}

/**
 * The write that keeps what the newest comparison of a draft promised. It belongs to the batch write of the publish, so
 * that its revision names the published tiers.
 */
export async function promiseOf(
  { store, simulations }: Pick<Deps, 'store' | 'simulations'>,
  owner: number,
  draft: StoredDraft,
  { user, nowMs }: { readonly user: string; readonly nowMs: number },
): Promise<Promised> {
  const { simulation_id: simulationId } = draft;
  if (simulationId === null) return { writes: [], warnings: [] };
  const left = (why: string): Promised => ({
    writes: [],
    warnings: [`no forecast is kept: simulation ${simulationId} of the draft ${why}`],
  });
  const found = await simulations.queue.find(owner, simulationId);
  if (found === undefined) return left('is not kept any more');
  const { state, seed, elasticity } = toSimulation(found);
  if (state !== 'done') return left(`is ${state}`);
  const report = await simulations.queue.comparison(owner, simulationId);
  if (report === null) return left('has no report any more');
  const { verdict, net_to_seller: net, by_day: byDay } = report;
  const [id] = await store.drawIds('forecast', 1);
  const days = Math.max(1, byDay.per_day?.days ?? 1);
  const published_on = dateText(nowMs);
  const value = withInitials(forecastResource, {
    ym_profile_id: draft.ym_profile_id,
    draft_id: draft.id,
    simulation_id: simulationId,
    decision: verdict.decision,
    promised_difference: net.per_thousand_auctions,
    promised_low: net.per_thousand_interval?.low ?? null,
    promised_high: net.per_thousand_interval?.high ?? null,
    days,
    base_revision: draft.base_revision,
    published_on,
    published_by: user,
    due_on: dateText(measuredHours({ published_on, days }).toMs),
    state: 'waiting',
    elasticity,
    seed,
  });
  return {
    writes: [{ write: { operation: 'create', resource: forecastResource, id: id!, value }, before: null }],
    warnings: [],
  };
}

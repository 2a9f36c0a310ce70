import {
  epochMsOf,
  type Forecast,
  forecastResource,
  outcomeOf,
  ServiceError,
  type TierSetFile,
} from '@auction-tiers/contract';
import { eachOf } from '../../loop/each.ts';
import type { JobRun, Work } from '../../loop/job.ts';
import { formatRevision } from '../../mirror/stream-position.ts';
import { toSimulation } from '../../simulation-queue/simulation-queue.ts';
import type { Deps } from '../request/deps.ts';
import { tierSetAt } from '../history/past-tier-set.ts';
import { queueComparison } from '../simulation/comparison.ts';
import { measuredHours } from './promise.ts';

/** A process that took a forecast and has started no comparison after this time is taken for dead. */
const deadMs = 10 * 60_000;

type Parts = Pick<Deps, 'store' | 'recorded' | 'mirror' | 'follower' | 'simulations' | 'experiments' | 'clock' | 'log'>;

/**
 * Measures forecasts that are due: by the hold-back of their publish, which has decided every auction under both the
 * previous and the published tiers; without a hold-back, by a comparison of the two over the auctions that all hosts
 * have recorded since. Any process may do it, but only one for each forecast: each advance is an update that succeeds in
 * one process.
 */
export class ForecastMeasurement implements Work {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Advances every forecast that can advance, once. */
  async run(run: JobRun): Promise<void> {
    const all = this.#parts.mirror.allRows('forecast');
    await eachOf(run, all, async (forecast) => {
      if (this.#isTime(forecast)) await this.#begin(forecast);
      else if (forecast.state === 'measuring') await this.#end(forecast);
    });
  }

  #isTime({ state, due_on: due, measured_simulation_id: simulationId, last_modified: modified }: Forecast): boolean {
    const nowMs = this.#parts.clock.epochMs();
    if (state === 'waiting') return nowMs >= (epochMsOf(due) ?? 0);
    return state === 'measuring' && simulationId === null && nowMs >= (epochMsOf(modified) ?? 0) + deadMs;
  }

  /** Takes the forecast for this process, and starts its comparison. */
  async #begin({ id, member_id: owner, published_revision: known }: Forecast): Promise<void> {
    const { store, follower } = this.#parts;
    const stored = await store.get(forecastResource, owner, id);
    if (stored === null) return;
    const partition = follower.positions.partitionOf(owner);
    const { epoch } = follower.positions.position(partition);
    // The publish's batch write made the forecast, which is unchanged, so its revision names the published tiers.
    const published_revision = known ?? formatRevision(partition, { revision: stored.revision, epoch });
    const taken = await this.#update(owner, stored, { state: 'measuring', published_revision });
    if (taken === null) return;
    const heldBack = await this.#heldBack(taken.value as Forecast);
    if (heldBack !== null) return void (await this.#update(owner, taken, heldBack));
    try {
      const measured_simulation_id = await this.#compare(taken.value as Forecast, published_revision);
      // The member has as many simulations as it may: the comparison is tried again later.
      const changes = measured_simulation_id === null ? { state: 'waiting' as const } : { measured_simulation_id };
      await this.#update(owner, taken, changes);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      await this.#update(owner, taken, { state: 'not_measured', why_not: error.message });
    }
  }

  /** The result of the publish's hold-back; null: it has ended, or the tiers have changed since. */
  async #heldBack(forecast: Forecast): Promise<Partial<Forecast> | null> {
    const { mirror, experiments } = this.#parts;
    const own = mirror
      .allRows('experiment')
      .find(
        ({ member_id: owner, draft_id: draftId, design, state, phases }) =>
          owner === forecast.member_id &&
          draftId === forecast.draft_id &&
          design === 'hold_back' &&
          state === 'running' &&
          phases.length === 1,
      );
    if (own === undefined) return null;
    const { rules, arms } = await experiments.resultOf(own);
    if (rules.per_thousand === null) return null;
    const interval = rules.interval && { low: toEarned(rules.interval.low), high: toEarned(rules.interval.high) };
    return measuredAs(forecast, arms.C.auctions + arms.T.auctions, toEarned(rules.per_thousand), interval);
  }

  /** Starts a comparison and returns the simulation's id; null: the member has too many. */
  async #compare(forecast: Forecast, publishedRevision: string): Promise<number | null> {
    const { member_id: owner, ym_profile_id: ymProfileId, seed, elasticity } = forecast;
    const at = (revision: string): Promise<TierSetFile> => tierSetAt(this.#parts, owner, ymProfileId, revision);
    const [current, draft] = [await at(forecast.base_revision), await at(publishedRevision)];
    const { fromMs, toMs: untilMs } = measuredHours(forecast);
    const [from, to] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
    const queued = await queueComparison(this.#parts, {
      answer: null,
      kind: 'comparison',
      owner,
      user,
      ymProfileId,
      draftId: null,
      isChoice: false,
      current,
      draft,
      log: { kind: 'recorded', from: from!, to: to! },
      seed,
      elasticity,
      no_units: draft.ym_profile.no_units,
      commitments: [],
    });
    await this.#parts.simulations.requireWorker(Date.now());
    return queued?.simulation.id ?? null;
  }

  /** Stores the result of the comparison, once it is over. */
  async #end(forecast: Forecast): Promise<void> {
    const { store, simulations } = this.#parts;
    const { id, member_id: owner, measured_simulation_id: simulationId } = forecast;
    if (simulationId === null) return;
    const found = await simulations.queue.find(owner, simulationId);
    const simulation = found && toSimulation(found);
    if (simulation?.state === 'queued' || simulation?.state === 'running') {
      return simulations.requireWorker(Date.now());
    }
    const stored = await store.get(forecastResource, owner, id);
    if (stored === null) return;
    const report = simulation?.state === 'done' ? await simulations.queue.comparison(owner, simulationId) : null;
    if (report !== null && report.auctions > 0) {
      const { per_thousand_auctions: difference, per_thousand_interval: interval } = report.net_to_seller;
      await this.#update(owner, stored, measuredAs(forecast, report.auctions, difference, interval));
      return;
    }
    const why_not = report !== null ? 'no auction was recorded' : (simulation?.error ?? 'its comparison is not kept');
    await this.#update(owner, stored, { state: 'not_measured', why_not });
  }

  /** The updated forecast; null: another process has changed it. */
  async #update(
    owner: number,
    { value, revision }: { readonly value: object; readonly revision: number },
    changes: Partial<Forecast>,
  ): Promise<{ readonly value: object; readonly revision: number } | null> {
    const { store, follower } = this.#parts;
    const { id } = value as Forecast;
    const actor = { user, requestId: `forecast-${id}` };
    const result = await store.update(forecastResource, owner, id, { ...value, ...changes }, revision, actor);
    if (!result.ok) return null;
    await follower.committed(result.change);
    return { value: result.object ?? value, revision: result.change.revision };
  }
}

/** Results of experiments have six decimals, comparisons nine. */
const toEarned = (text: string): string => Number(text).toFixed(9);

function measuredAs(
  forecast: Forecast,
  auctions: number,
  difference: string | null,
  interval: { readonly low: string; readonly high: string } | null,
): Partial<Forecast> {
  return {
    state: 'measured',
    measured_auctions: auctions,
    measured_difference: difference,
    measured_low: interval?.low ?? null,
    measured_high: interval?.high ?? null,
    outcome: outcomeOf(forecast, difference),
  };
}

/** The user that the change log names for what the service does by itself. */
const user = 'forecast';

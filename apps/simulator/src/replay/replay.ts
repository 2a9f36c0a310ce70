import type { ChosenBreakdown } from '@auction-tiers/tally';
import type { AuctionRequest, TierSet } from '@auction-tiers/tier-engine';
import { performance } from 'node:perf_hooks';
import { compile, decideAuction, Decision } from '@auction-tiers/tier-engine';
import { decideUntiered } from '@auction-tiers/tier-engine/measure';
import type { RemovalsData } from '../tally/removals.ts';
import { TierRemovals } from '../tally/removals.ts';
import type { TallyData } from '../tally/tally.ts';
import { Tally } from '../tally/tally.ts';
import { AuctionTimes } from './timing.ts';

/** The result of replaying some parts of a log. Plain data: JSON carries it. */
export interface ReplayData {
  readonly tally: TallyData;
  readonly removals: RemovalsData;
  /** As text. */
  readonly times: string;
}

/**
 * Decides auctions with tiers and without them, and keeps the tally and how long the decision with tiers took. Parts of a
 * log merge, in any order, to exactly what the whole gives.
 */
export class Replay {
  readonly tally: Tally;
  readonly removals: TierRemovals;
  readonly times = new AuctionTimes();
  readonly #tierSet: TierSet;
  // Reused for each auction.
  readonly #decision = new Decision();
  readonly #baseline = new Decision();

  /** `by`: attributes that are counted too. */
  constructor(tierSet: TierSet, by?: readonly ChosenBreakdown[]) {
    this.tally = new Tally({ tierSet, by });
    this.removals = new TierRemovals(tierSet);
    this.#tierSet = tierSet;
  }

  add({ request }: { readonly request: AuctionRequest }): void {
    const startMs = performance.now();
    decideAuction(this.#tierSet, request, this.#decision);
    this.times.record((performance.now() - startMs) * 1e6);
    decideUntiered(request, this.#decision, this.#baseline);
    this.tally.addDecision(request, this.#decision, this.#baseline);
    this.removals.add(request, this.#decision);
  }

  merge({ tally, removals, times }: ReplayData): void {
    this.tally.merge(tally);
    this.removals.merge(removals);
    this.times.merge(times);
  }

  toData(): ReplayData {
    return { tally: this.tally.toData(), removals: this.removals.toData(), times: this.times.encode() };
  }
}

/** The baseline of every replay. */
export function compileNoTiers(): TierSet {
  const compiled = compile({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });
  if (!compiled.ok) throw new TypeError('An empty tier set does not compile.');
  return compiled.tierSet;
}

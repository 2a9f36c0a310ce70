import type { AuctionRequest, TierSet } from '@auction-tiers/tier-engine';
import { compile, decideAuction, Decision } from '@auction-tiers/tier-engine';
import { Ledger } from '../tally/tally.ts';
import { createLatency } from './timing.ts';

/** Decides auctions with tiers and without them, and keeps the ledger and how long the former took. */
export class AuctionReplay {
  readonly ledger: Ledger;
  readonly latency = createLatency();
  readonly #tierSet: TierSet;
  readonly #noTiers = compileNoTiers();
  readonly #clockMs: () => number;
  readonly #decision = new Decision();
  readonly #baseline = new Decision();

  constructor(tierSet: TierSet, clockMs: () => number = () => performance.now()) {
    this.ledger = new Ledger({ tierSet });
    this.#tierSet = tierSet;
    this.#clockMs = clockMs;
  }

  run(request: AuctionRequest): void {
    const startMs = this.#clockMs();
    decideAuction(this.#tierSet, request, this.#decision);
    this.latency.record((this.#clockMs() - startMs) * 1e6);
    decideAuction(this.#noTiers, request, this.#baseline);
    this.ledger.addDecision(request, this.#decision, this.#baseline);
  }
}

/** The baseline of every replay. */
export function compileNoTiers(): TierSet {
  const compiled = compile({ ymProfileId: 1, revision: 'none', tiers: [], profiles: [] });
  if (!compiled.ok) throw new TypeError('An empty tier set does not compile.');
  return compiled.tierSet;
}

import type { AuctionRequest, AuctionResult, Outcome } from '@auction-tiers/tier-engine';
import { netMicros } from '@auction-tiers/tier-engine';
import { MoneySum } from './money-sum.ts';

/** What one tier did. */
export interface TierHits {
  readonly priority: number;
  /** Bids categorised into it, the ones below the floor too. */
  bids: number;
  /** Auctions won by one of them. */
  won: number;
  /** Bids that it took out of their auction. */
  excluded: number;
}

/** Running totals over auctions. Every figure is a count or an exact sum, so that the order of auctions is no matter. */
export class Tally {
  auctions = 0;
  bids = 0;
  /** CPM micros that winners pay, before and after the fee; an impression brings a thousandth of it. */
  readonly paid = new MoneySum();
  readonly kept = new MoneySum();
  readonly outcomes: Record<Outcome, number> = {
    won: 0,
    outranked: 0,
    outbid: 0,
    lost_tie: 0,
    excluded: 0,
    below_floor: 0,
  };
  readonly hitsOfTier = new Map<number, TierHits>();

  add({ bids, feePpm }: AuctionRequest, { bids: results, winner }: AuctionResult): void {
    this.auctions++;
    this.bids += bids.length;
    for (const [place, { outcome, tierId, priority }] of results.entries()) {
      this.outcomes[outcome]++;
      if (tierId !== null) this.#hit(tierId, priority!, outcome);
      if (outcome !== 'won' || winner === null) continue;
      const { clearingMicros } = winner;
      this.paid.add(clearingMicros);
      this.kept.add(netMicros(clearingMicros, bids[place]!.feePpm ?? feePpm));
    }
  }

  /** Auctions with a winner. */
  get sold(): number {
    return this.outcomes.won;
  }

  #hit(tierId: number, priority: number, outcome: Outcome): void {
    let hits = this.hitsOfTier.get(tierId);
    if (hits === undefined) this.hitsOfTier.set(tierId, (hits = { priority, bids: 0, won: 0, excluded: 0 }));
    hits.bids++;
    if (outcome === 'won') hits.won++;
    if (outcome === 'excluded') hits.excluded++;
  }
}

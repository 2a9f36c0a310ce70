import {
  type AuctionRequest,
  type Decision,
  netTakenMicros,
  type Outcome,
  outcomes,
  type TierSet,
} from '@auction-tiers/tier-engine';

/** What a buyer's bids did in one tier. */
export interface BuyerTierTally {
  /** Null: bids that no tier took. */
  readonly tierId: number | null;
  readonly bids: number;
  readonly won: number;
  /** What the seller gets of the auctions that they won, the sum of CPM prices in micros. */
  readonly netMicros: number;
}

/** What a buyer did in the sample. */
export interface BuyerTally {
  /** Null: all unknown buyers together. */
  readonly buyerId: number | null;
  readonly bids: number;
  /** Bids by what became of them: won, below the floor, excluded and so on. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Half of its bids are no higher, net CPM micros. A price that was bid: the middle one, of two the lower. */
  readonly medianMicros: number;
  /** Nine tenths of its bids are no higher, net CPM micros. */
  readonly ninetiethMicros: number;
  /** What the seller gets of the auctions that it won, the sum of CPM prices in micros. */
  readonly netMicros: number;
  /** By bids, most first. */
  readonly tiers: readonly BuyerTierTally[];
}

interface Sums {
  readonly nets: number[];
  readonly outcomes: Record<Outcome, number>;
  readonly tiers: Map<number, { bids: number; won: number; netMicros: number }>;
}

/** Sums decided auctions by buyer. */
export class BuyerTallies {
  readonly #tierSet: TierSet;
  readonly #buyers = new Map<number | null, Sums>();

  constructor(tierSet: TierSet) {
    this.#tierSet = tierSet;
  }

  add(request: AuctionRequest, decision: Decision): void {
    for (let place = 0; place < decision.bidCount; place++) {
      const buyer = this.#buyer(request.bids[place]!.memberId);
      buyer.nets.push(decision.netMicros[place]!);
      buyer.outcomes[outcomes[decision.outcomes[place]!]!]++;
      const tierIndex = decision.tierIndexes[place]!;
      const tier = buyer.tiers.get(tierIndex) ?? { bids: 0, won: 0, netMicros: 0 };
      buyer.tiers.set(tierIndex, tier);
      tier.bids++;
      if (place !== decision.winnerPlace) continue;
      tier.won++;
      tier.netMicros += netTakenMicros(request, decision);
    }
  }

  #buyer(id: number | null): Sums {
    const known = this.#buyers.get(id);
    if (known !== undefined) return known;
    const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
    const buyer: Sums = { nets: [], outcomes: none, tiers: new Map() };
    this.#buyers.set(id, buyer);
    return buyer;
  }

  list(): BuyerTally[] {
    const list = Array.from(this.#buyers, ([buyerId, sums]): BuyerTally => {
      const nets = Float64Array.from(sums.nets).toSorted();
      const tiers = Array.from(sums.tiers, ([index, tier]) => ({
        tierId: this.#tierSet.tiers[index]?.id ?? null,
        ...tier,
      }));
      return {
        buyerId,
        bids: nets.length,
        outcomes: sums.outcomes,
        medianMicros: quantile(nets, 0.5),
        ninetiethMicros: quantile(nets, 0.9),
        netMicros: tiers.reduce((sum, { netMicros }) => sum + netMicros, 0),
        tiers: tiers.toSorted((one, other) => other.bids - one.bids),
      };
    });
    return list.toSorted((one, other) => other.bids - one.bids);
  }
}

/** The least of the values that a share of them does not exceed. `sorted`: at least one value, ascending. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;

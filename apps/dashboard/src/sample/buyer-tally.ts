import { pairCell, pairWidth, type ReportCounts } from '@auction-tiers/tally';
import { type AuctionRequest, type Decision, type Outcome, outcomes } from '@auction-tiers/tier-engine';

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
  /** Number of bids by outcome: won, below the floor, excluded and so on. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** The median of its net prices, CPM micros; of an even number the lower one, so that it is a price that was bid. */
  readonly medianMicros: number;
  /** Nine tenths of its net prices are no higher, CPM micros. */
  readonly ninetiethMicros: number;
  /** What the seller gets of the auctions that it won, the sum of CPM prices in micros. */
  readonly netMicros: number;
  /** By bids, most first. */
  readonly tiers: readonly BuyerTierTally[];
}

interface Bids {
  readonly nets: number[];
  readonly outcomes: Record<Outcome, number>;
}

/** What the sums by tier and buyer do not have of a buyer: the prices and the outcomes of its bids. */
export class BuyerTallies {
  readonly #buyers = new Map<number | null, Bids>();

  add(request: AuctionRequest, decision: Decision): void {
    for (let place = 0; place < decision.bidCount; place++) {
      const buyer = this.#buyer(request.bids[place]!.memberId);
      buyer.nets.push(decision.netMicros[place]!);
      buyer.outcomes[outcomes[decision.outcomes[place]!]!]++;
    }
  }

  #buyer(id: number | null): Bids {
    const known = this.#buyers.get(id);
    if (known !== undefined) return known;
    const none = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
    const buyer: Bids = { nets: [], outcomes: none };
    this.#buyers.set(id, buyer);
    return buyer;
  }

  /** `sums`: of the same auctions. */
  list(sums: ReportCounts): BuyerTally[] {
    const tiersOf = Map.groupBy(pairsOf(sums), ({ buyerId }) => buyerId);
    const list = Array.from(this.#buyers, ([buyerId, bids]): BuyerTally => {
      const nets = Float64Array.from(bids.nets).toSorted();
      const tiers = (tiersOf.get(buyerId) ?? []).map(({ tier }) => tier);
      return {
        buyerId,
        bids: nets.length,
        outcomes: bids.outcomes,
        medianMicros: quantile(nets, 0.5),
        ninetiethMicros: quantile(nets, 0.9),
        netMicros: tiers.reduce((sum, { netMicros }) => sum + netMicros, 0),
        tiers: tiers.toSorted((one, other) => other.bids - one.bids || (one.tierId ?? 0) - (other.tierId ?? 0)),
      };
    });
    return list.toSorted((one, other) => other.bids - one.bids);
  }
}

const pairsOf = ({ pairs: { sums, size } }: ReportCounts) =>
  Array.from({ length: size }, (_, at) => {
    const row = (at + 1) * pairWidth;
    const of = (cell: number) => sums.number(row + cell);
    return {
      buyerId: of(pairCell.buyer) || null,
      tier: {
        tierId: of(pairCell.tier) || null,
        bids: of(pairCell.bids),
        won: of(pairCell.won),
        netMicros: of(pairCell.net),
      },
    };
  });

/** The least of the values that a share of them does not exceed. `sorted`: at least one value, ascending. */
export const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;

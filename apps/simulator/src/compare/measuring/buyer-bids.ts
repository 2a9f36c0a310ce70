import type { AuctionRequest, Decision, TierSetSource } from '@auction-tiers/tier-engine';

/** Bids of buyers as plain data: how many, and the highest, net CPM micros. */
export type BuyerBidsData = readonly (readonly [memberId: number, bids: number, highestNetMicros: number])[];

/** Number of bids and highest bid of the buyers that tiers name. */
export class BuyerBids {
  readonly #buyers = new Map<number, { bids: number; highestNetMicros: number }>();

  constructor(sources: readonly TierSetSource[]) {
    for (const memberId of sources.flatMap(({ tiers }) => tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds))) {
      this.#buyers.set(memberId, { bids: 0, highestNetMicros: 0 });
    }
  }

  add({ bids }: AuctionRequest, { netMicros }: Decision): void {
    for (let place = 0; place < bids.length; place++) {
      const { memberId } = bids[place]!;
      const buyer = memberId === null ? undefined : this.#buyers.get(memberId);
      if (buyer === undefined) continue;
      buyer.bids++;
      if (netMicros[place]! > buyer.highestNetMicros) buyer.highestNetMicros = netMicros[place]!;
    }
  }

  /** By buyer, of those with bids. */
  highestNetMicros(): ReadonlyMap<number, number> {
    const seen = [...this.#buyers].filter(([, { bids }]) => bids > 0);
    return new Map(seen.map(([memberId, { highestNetMicros }]) => [memberId, highestNetMicros]));
  }

  /** Buyers that tiers of the source name and that have no bid, ascending. */
  missing({ tiers }: TierSetSource): number[] {
    const named = new Set(tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds));
    return [...named]
      .filter((memberId) => this.#buyers.get(memberId)?.bids === 0)
      .toSorted((left, right) => left - right);
  }

  merge(data: BuyerBidsData): void {
    for (const [memberId, bids, highestNetMicros] of data) {
      const buyer = this.#buyers.get(memberId);
      if (buyer === undefined) throw new RangeError(`Buyer ${memberId} is in neither of the compared tier sets.`);
      buyer.bids += bids;
      buyer.highestNetMicros = Math.max(buyer.highestNetMicros, highestNetMicros);
    }
  }

  toData(): BuyerBidsData {
    return Array.from(this.#buyers, ([memberId, { bids, highestNetMicros }]) => [memberId, bids, highestNetMicros]);
  }
}

import type { AuctionRequest, Decision, TierSetSource } from '@auction-tiers/tier-engine';
import type { SumsData } from '../../kit/exact-sums.ts';
import { ExactSums } from '../../kit/exact-sums.ts';

/** Bids of buyers as plain data: of each named buyer how many, and the highest, net CPM micros. */
export interface BuyerBidsData {
  readonly named: readonly (readonly [memberId: number, bids: number, highestNetMicros: number])[];
  readonly unknown: SumsData;
  readonly oneBidAuctions: number;
}

/** Bids without a known buyer: how many, and the sum of their gross prices, CPM micros. */
const [unknownBids, unknownMicros] = [0, 1];

/** Number of bids and highest bid of the buyers that tiers name, and how many bids have an unknown buyer. */
export class BuyerBids {
  readonly #buyers = new Map<number, { bids: number; highestNetMicros: number }>();
  readonly #unknown = new ExactSums(2, { rows: 1 });
  #oneBidAuctions = 0;

  constructor(sources: readonly TierSetSource[]) {
    for (const memberId of sources.flatMap(({ tiers }) => tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds))) {
      this.#buyers.set(memberId, { bids: 0, highestNetMicros: 0 });
    }
  }

  add({ bids }: AuctionRequest, { netMicros }: Decision): void {
    if (bids.length === 1) this.#oneBidAuctions++;
    for (let place = 0; place < bids.length; place++) {
      const { memberId } = bids[place]!;
      if (memberId === null) {
        this.#unknown.add(unknownBids, 1);
        this.#unknown.add(unknownMicros, bids[place]!.grossMicros);
        continue;
      }
      const buyer = this.#buyers.get(memberId);
      if (buyer === undefined) continue;
      buyer.bids++;
      if (netMicros[place]! > buyer.highestNetMicros) buyer.highestNetMicros = netMicros[place]!;
    }
  }

  /** Bids without a known buyer, which no tier can name. */
  get unknown(): { readonly bids: number; readonly grossMicros: bigint } {
    return { bids: this.#unknown.number(unknownBids), grossMicros: this.#unknown.exact(unknownMicros) };
  }

  /** Auctions with exactly one bid. */
  get oneBidAuctions(): number {
    return this.#oneBidAuctions;
  }

  /** The highest net price of each buyer that has bid. */
  highestNetMicros(): ReadonlyMap<number, number> {
    const seen = [...this.#buyers].filter(([, { bids }]) => bids > 0);
    return new Map(seen.map(([memberId, { highestNetMicros }]) => [memberId, highestNetMicros]));
  }

  /** Bids of the buyers of a list, each once. */
  countOf(memberIds: Iterable<number>): number {
    return [...new Set(memberIds)].reduce((sum, memberId) => sum + (this.#buyers.get(memberId)?.bids ?? 0), 0);
  }

  /** Buyers that tiers of the source name and that have no bid, ascending. */
  missing({ tiers }: TierSetSource): number[] {
    const named = new Set(tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds));
    return [...named]
      .filter((memberId) => this.#buyers.get(memberId)?.bids === 0)
      .toSorted((left, right) => left - right);
  }

  merge({ named, unknown, oneBidAuctions }: BuyerBidsData): void {
    this.#oneBidAuctions += oneBidAuctions;
    this.#unknown.merge(0, unknown);
    for (const [memberId, bids, highestNetMicros] of named) {
      const buyer = this.#buyers.get(memberId);
      if (buyer === undefined) throw new RangeError(`Buyer ${memberId} is in neither of the compared tier sets.`);
      buyer.bids += bids;
      buyer.highestNetMicros = Math.max(buyer.highestNetMicros, highestNetMicros);
    }
  }

  toData(): BuyerBidsData {
    return {
      named: Array.from(this.#buyers, ([memberId, { bids, highestNetMicros }]) => [memberId, bids, highestNetMicros]),
      unknown: this.#unknown.toData(0),
      oneBidAuctions: this.#oneBidAuctions,
    };
  }
}

import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, TierSetSource } from '@auction-tiers/tier-engine';
import { dateHourOf } from '../../tally/dimension.ts';
import { ActiveHours, type ActiveHoursData } from './active-hours.ts';

/** Bids of buyers as plain data: of each how many, the highest, net CPM micros, and in which hours. */
export interface BuyerBidsData {
  readonly buyers: readonly (readonly [
    memberId: number,
    bids: number,
    highestNetMicros: number,
    hours: ActiveHoursData,
  ])[];
  readonly hasTooMany: boolean;
  readonly unknown: SumsData;
  readonly oneBidAuctions: number;
}

/** Indexes of the sums of bids without a known buyer: their number, and their gross prices in CPM micros. */
const [unknownBids, unknownMicros] = [0, 1];

/** Most buyers that are kept though no tier names them; if a log has more, none of them is kept. */
const mostOthers = 10_000;

class Buyer {
  bids = 0;
  highestNetMicros = 0;
  readonly hours = new ActiveHours();
}

/** Number of bids, highest bid and hours of buyers, and how many bids have an unknown buyer. */
export class BuyerBids {
  readonly #buyers = new Map<number, Buyer>();
  readonly #named: ReadonlySet<number>;
  #hasTooMany = false;
  readonly #unknown = new ExactSums(2, { rows: 1 });
  #oneBidAuctions = 0;

  constructor(sources: readonly TierSetSource[]) {
    this.#named = new Set(sources.flatMap(({ tiers }) => tiers.flatMap(({ buyerMemberIds }) => buyerMemberIds)));
    for (const memberId of this.#named) this.#buyers.set(memberId, new Buyer());
  }

  add({ bids, timeMs }: AuctionRequest, { netMicros }: Decision): void {
    const hour = dateHourOf(timeMs);
    if (bids.length === 1) this.#oneBidAuctions++;
    for (let index = 0; index < bids.length; index++) {
      const { memberId } = bids[index]!;
      if (memberId === null) {
        this.#unknown.add(unknownBids, 1);
        this.#unknown.add(unknownMicros, bids[index]!.grossMicros);
        continue;
      }
      const buyer = this.#buyers.get(memberId) ?? this.#addOther(memberId);
      if (buyer === undefined) continue;
      buyer.bids++;
      buyer.hours.add(hour);
      if (netMicros[index]! > buyer.highestNetMicros) buyer.highestNetMicros = netMicros[index]!;
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

  /** The buyers that have bid, with their hours. */
  active(): readonly { readonly memberId: number; readonly bids: number; readonly hours: ActiveHours }[] {
    return [...this.#buyers].flatMap(([memberId, { bids, hours }]) => (bids === 0 ? [] : [{ memberId, bids, hours }]));
  }

  /** The highest net price of each buyer that has bid. */
  highestNetMicros(): ReadonlyMap<number, number> {
    const seen = [...this.#buyers].filter(([, { bids }]) => bids > 0);
    return new Map(seen.map(([memberId, { highestNetMicros }]) => [memberId, highestNetMicros]));
  }

  /** Number of bids of the listed buyers; each buyer counts once. */
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

  merge({ buyers, hasTooMany, unknown, oneBidAuctions }: BuyerBidsData): void {
    this.#oneBidAuctions += oneBidAuctions;
    this.#unknown.merge(0, unknown);
    if (hasTooMany) this.#dropOthers();
    for (const [memberId, bids, highestNetMicros, hours] of buyers) {
      const buyer = this.#buyers.get(memberId) ?? this.#addOther(memberId);
      if (buyer === undefined) continue;
      buyer.bids += bids;
      buyer.highestNetMicros = Math.max(buyer.highestNetMicros, highestNetMicros);
      buyer.hours.merge(hours);
    }
  }

  toData(): BuyerBidsData {
    return {
      buyers: Array.from(this.#buyers, ([memberId, { bids, highestNetMicros, hours }]) => [
        memberId,
        bids,
        highestNetMicros,
        hours.toData(),
      ]),
      hasTooMany: this.#hasTooMany,
      unknown: this.#unknown.toData(0),
      oneBidAuctions: this.#oneBidAuctions,
    };
  }

  /** undefined: there are too many. */
  #addOther(memberId: number): Buyer | undefined {
    if (!this.#hasTooMany && this.#buyers.size >= this.#named.size + mostOthers) this.#dropOthers();
    if (this.#hasTooMany) return undefined;
    const buyer = new Buyer();
    this.#buyers.set(memberId, buyer);
    return buyer;
  }

  /** Drops all other buyers, because which ones came first depends on where a log is cut. */
  #dropOthers(): void {
    this.#hasTooMany = true;
    for (const memberId of this.#buyers.keys()) if (!this.#named.has(memberId)) this.#buyers.delete(memberId);
  }
}

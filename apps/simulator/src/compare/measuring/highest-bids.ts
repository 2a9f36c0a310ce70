import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { placeOf } from '../../log/auction/logged-auction.ts';

/** Enough to name what is absurd, few enough that no log makes it slow. */
export const mostHighestBids = 100;

/** A bid with its place in the log. Plain data. */
export interface PlacedBid {
  readonly file: string;
  readonly line: number;
  /** 0: its line has one impression. */
  readonly impression: number;
  /** Of the auction within its file, in words. */
  readonly place: string;
  /** Of the bid within its auction. */
  readonly at: number;
  readonly memberId: number | null;
  readonly grossMicros: number;
}

/** The bids with the highest gross prices of a log. Parts of a log merge, in any order, to those of the whole. */
export class HighestBids {
  #bids: PlacedBid[] = [];
  /** The last bid that is still among the highest; undefined: there are fewer than the bound. */
  #last: PlacedBid | undefined;

  offer(auction: LoggedAuction): void {
    const { bids } = auction.request;
    const leastMicros = this.#last?.grossMicros ?? -1;
    for (let at = 0; at < bids.length; at++) {
      const { grossMicros } = bids[at]!;
      if (grossMicros < leastMicros) continue;
      // Of a log whose prices are all equal no bid but the first ones is to cost anything.
      if (grossMicros === leastMicros && isAfter(auction, at, this.#last!)) continue;
      this.#keep(toPlaced(auction, at));
    }
  }

  /** The highest first; bids of equal prices in the order of their places. */
  highest(): readonly PlacedBid[] {
    this.#shrink();
    return this.#bids;
  }

  merge(bids: readonly PlacedBid[]): void {
    for (const bid of bids) this.#keep(bid);
  }

  toData(): readonly PlacedBid[] {
    return this.highest();
  }

  #keep(bid: PlacedBid): void {
    if (this.#last !== undefined && compareBids(bid, this.#last) > 0) return;
    this.#bids.push(bid);
    if (this.#bids.length >= 2 * mostHighestBids) this.#shrink();
  }

  #shrink(): void {
    this.#bids = this.#bids.toSorted(compareBids).slice(0, mostHighestBids);
    this.#last = this.#bids[mostHighestBids - 1];
  }
}

/** Whether a bid has its place after that of another. */
function isAfter({ file, line, impression = 0 }: LoggedAuction, at: number, other: PlacedBid): boolean {
  if (file !== other.file) return file > other.file;
  return (line - other.line || impression - other.impression || at - other.at) > 0;
}

function toPlaced(auction: LoggedAuction, at: number): PlacedBid {
  const { file, line, impression = 0, request } = auction;
  const { memberId, grossMicros } = request.bids[at]!;
  return { file, line, impression, place: placeOf(auction), at, memberId, grossMicros };
}

function compareBids(left: PlacedBid, right: PlacedBid): number {
  if (left.grossMicros !== right.grossMicros) return right.grossMicros - left.grossMicros;
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.impression - right.impression || left.at - right.at;
}

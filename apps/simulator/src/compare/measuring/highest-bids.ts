import { TopList } from '../../kit/top-list.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { LogPlace } from './log-place.ts';
import { comparePlaces, toLogPlace } from './log-place.ts';

/** Enough to name what is absurd, few enough that no log makes it slow. */
export const mostHighestBids = 100;

/** A bid with its place in the log. Plain data. */
export interface PlacedBid extends LogPlace {
  /** Of the bid within its auction. */
  readonly at: number;
  readonly memberId: number | null;
  readonly grossMicros: number;
}

/** The bids with the highest gross prices of a log. */
export class HighestBids {
  readonly #bids = new TopList<PlacedBid>(mostHighestBids, compareBids);

  offer(auction: LoggedAuction): void {
    const { bids } = auction.request;
    const { last } = this.#bids;
    const leastMicros = last?.grossMicros ?? -1;
    for (let at = 0; at < bids.length; at++) {
      const { memberId, grossMicros } = bids[at]!;
      if (grossMicros < leastMicros) continue;
      // In a log whose prices are all equal, this skips all but the first bids.
      if (grossMicros === leastMicros && comparePlaces(last!, auction) < 0) continue;
      this.#bids.keep({ ...toLogPlace(auction), at, memberId, grossMicros });
    }
  }

  /** The highest first; bids of equal prices in the order of their places. */
  highest(): readonly PlacedBid[] {
    return this.#bids.entries();
  }

  merge(bids: readonly PlacedBid[]): void {
    for (const bid of bids) this.#bids.keep(bid);
  }

  toData(): readonly PlacedBid[] {
    return this.highest();
  }
}

function compareBids(left: PlacedBid, right: PlacedBid): number {
  return right.grossMicros - left.grossMicros || comparePlaces(left, right) || left.at - right.at;
}

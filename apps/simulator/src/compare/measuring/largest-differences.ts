import { TopList } from '../../kit/top-list.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { LogPlace } from './log-place.ts';
import { comparePlaces, toLogPlace } from './log-place.ts';
import type { Sale } from './sale.ts';

/** A thousandth of a log of five million auctions; of a longer log, fewer than that. */
export const mostDifferences = 5000;

type Revenue = Pick<Sale, 'grossMicros' | 'netMicros'>;

/** An auction whose net revenue changes, with all that it takes to remove it from the sums by block. Plain data. */
export interface ChangedAuction extends LogPlace {
  /** Draft less current, CPM micros; not 0. */
  readonly netDifference: number;
  readonly timeMs: number;
  /** Its blocks. */
  readonly places: Int32Array;
  readonly hasUnit: boolean;
  readonly current: Revenue;
  readonly draft: Revenue;
}

/** The auctions whose net revenue changes the most, either way. */
export class LargestDifferences {
  readonly #auctions = new TopList<ChangedAuction>(mostDifferences, compareDifferences);

  /** `places` may be used again by the caller. */
  offer(auction: LoggedAuction, places: Int32Array, current: Sale, draft: Sale): void {
    const netDifference = draft.netMicros - current.netMicros;
    const { last } = this.#auctions;
    if (netDifference === 0) return;
    if (last !== undefined) {
      const more = Math.abs(netDifference) - Math.abs(last.netDifference);
      if (more < 0 || (more === 0 && comparePlaces(last, auction) < 0)) return;
    }
    this.#auctions.keep({
      ...toLogPlace(auction),
      netDifference,
      timeMs: auction.request.timeMs,
      places: places.slice(),
      hasUnit: auction.unit !== undefined,
      current: toRevenue(current),
      draft: toRevenue(draft),
    });
  }

  /** The largest first, either way; equal ones in the order of their places. */
  largest(): readonly ChangedAuction[] {
    return this.#auctions.entries();
  }

  merge(auctions: readonly ChangedAuction[]): void {
    for (const auction of auctions) this.#auctions.keep(auction);
  }

  toData(): readonly ChangedAuction[] {
    return this.largest();
  }
}

function toRevenue({ grossMicros, netMicros }: Sale): Revenue {
  return { grossMicros, netMicros };
}

function compareDifferences(left: ChangedAuction, right: ChangedAuction): number {
  return Math.abs(right.netDifference) - Math.abs(left.netDifference) || comparePlaces(left, right);
}

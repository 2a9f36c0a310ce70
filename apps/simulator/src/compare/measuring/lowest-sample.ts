import { copyPlain } from '../../kit/copy.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';

/** An auction, and its rank, which decides whether it is in the sample. */
export interface Ranked {
  readonly rank: number;
  readonly auction: LoggedAuction;
}

export interface SampleBounds {
  readonly mostAuctions: number;
  /** A second bound, because auctions may have thousands of bids. */
  readonly mostBids: number;
}

/** A sample as data for another thread. */
export interface SampleData {
  readonly drawn: readonly Ranked[];
  readonly firstLeftOut: Ranked | undefined;
}

/**
 * A random sample in bounded memory: the auctions of the lowest ranks, as many as the bounds allow. It does not depend on
 * the order of the log or on where it is cut, because the lowest ranks of all are among the lowest of any part.
 */
export class LowestSample {
  readonly #bounds: SampleBounds;
  #drawn: Ranked[] = [];
  #bids = 0;
  #firstLeftOut: Ranked | undefined;

  constructor(bounds: SampleBounds) {
    this.#bounds = bounds;
  }

  /**
   * Keeps a copy. If the first auctions of a reader survived, V8 would allocate all further ones in the old generation
   * (pretenuring), where garbage is collected late: that cost a sixth of the time and of the memory.
   */
  offer(rank: number, auction: LoggedAuction): void {
    if (this.#isOut(rank)) return;
    this.#keep({ rank, auction: copyAuction(auction) });
  }

  /** In the order of ranks. */
  drawn(): readonly LoggedAuction[] {
    this.#shrink();
    return this.#drawn.map(({ auction }) => auction);
  }

  merge({ drawn, firstLeftOut }: SampleData): void {
    for (const one of drawn) if (!this.#isOut(one.rank)) this.#keep(one);
    this.#leaveOut(firstLeftOut);
    this.#shrink();
  }

  toData(): SampleData {
    this.#shrink();
    return { drawn: this.#drawn, firstLeftOut: this.#firstLeftOut };
  }

  #isOut(rank: number): boolean {
    return this.#firstLeftOut !== undefined && rank > this.#firstLeftOut.rank;
  }

  #keep(one: Ranked): void {
    this.#drawn.push(one);
    this.#bids += one.auction.request.bids.length;
    // Shrinking only at twice the bounds keeps the cost of sorting low.
    if (this.#drawn.length > 2 * this.#bounds.mostAuctions || this.#bids > 2 * this.#bounds.mostBids) this.#shrink();
  }

  #shrink(): void {
    const { mostAuctions, mostBids } = this.#bounds;
    const limit = this.#firstLeftOut;
    const ranked = this.#drawn.toSorted(compareRanked);
    let bids = 0;
    let count = 0;
    for (const one of ranked) {
      const sum = bids + one.auction.request.bids.length;
      const isOut = limit !== undefined && compareRanked(one, limit) >= 0;
      if (isOut || count === mostAuctions || sum > mostBids) break;
      bids = sum;
      count++;
    }
    this.#leaveOut(ranked[count]);
    this.#drawn = ranked.slice(0, count);
    this.#bids = bids;
  }

  #leaveOut(one: Ranked | undefined): void {
    if (one === undefined) return;
    if (this.#firstLeftOut === undefined || compareRanked(one, this.#firstLeftOut) < 0) this.#firstLeftOut = one;
  }
}

/** `structuredClone` takes five times as long. */
function copyAuction(auction: LoggedAuction): LoggedAuction {
  const { request, recorded } = auction;
  const bids = request.bids.map((bid) => ({ ...bid }));
  return {
    ...auction,
    request: { ...request, impression: copyPlain(request.impression), bids },
    recorded: copyPlain(recorded),
  };
}

/** Auctions with equal ranks are ordered by their places. */
function compareRanked(left: Ranked, right: Ranked): number {
  return left.rank - right.rank || comparePlaces(left.auction, right.auction);
}

function comparePlaces(left: LoggedAuction, right: LoggedAuction): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || (left.impression ?? 0) - (right.impression ?? 0);
}

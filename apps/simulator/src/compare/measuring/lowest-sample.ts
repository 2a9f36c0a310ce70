import type { LoggedAuction } from '../../log/auction/logged-auction.ts';

/** An auction, and the number that decides whether it is drawn. */
export interface Ranked {
  readonly rank: number;
  readonly auction: LoggedAuction;
}

export interface SampleBounds {
  readonly mostAuctions: number;
  /** A few auctions may hold as much as thousands. */
  readonly mostBids: number;
}

/** A sample as data that a thread can be sent. */
export interface SampleData {
  readonly drawn: readonly Ranked[];
  readonly firstLeftOut: Ranked | undefined;
}

/**
 * A random sample in bounded memory: the auctions of the lowest ranks, as many as the bounds allow. It depends on the
 * ranks alone, not on the order of the log or on where it is cut: what is among the lowest of all is among the lowest of
 * any part.
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
   * What is kept is a copy: a reader whose first auctions all outlive it is taken to make nothing but lasting ones, and
   * all of them are laid where the collector seldom looks.
   */
  offer(rank: number, auction: LoggedAuction): void {
    if (this.#isOut(rank)) return;
    this.#keep({ rank, auction: structuredClone(auction) });
  }

  /** By rank. */
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
    // Waiting for twice as many makes sorting them cheap.
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

/** Two auctions that are alike in everything that ranks hang on are told apart by their places. */
function compareRanked(left: Ranked, right: Ranked): number {
  return left.rank - right.rank || comparePlaces(left.auction, right.auction);
}

function comparePlaces(left: LoggedAuction, right: LoggedAuction): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || (left.impression ?? 0) - (right.impression ?? 0);
}

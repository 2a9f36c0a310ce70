import type { AuctionRequest, Size } from '@auction-tiers/tier-engine';
import { logarithm } from '@auction-tiers/market/exact-math';
import { rounded, ValueCount } from './value-count.ts';

/** Numbers of countries and sizes stay below the bound of `deviationKey`. */
const [mostBuyers, mostCountries, mostSizes] = [10_000, 300, 200];
/** Most deals of a buyer: those with the most bids. */
const mostDeals = 100;
const microsPerUnit = 1_000_000;

/** Numbers the values of an attribute from 0, in the order of their first occurrence. */
export class Numbering<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string | number | null, number>();
  #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes no new values. */
  close(): void {
    this.#most = this.values.length;
  }

  /** The number of a value; undefined for a new value once the bound is reached. */
  at(key: string | number | null, value: Value): number | undefined {
    const known = this.#places.get(key);
    if (known !== undefined || this.values.length >= this.#most) return known;
    this.#places.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** Bids of one buyer for one country and list of sizes: auctions, bids, and sums of the logarithms of prices. */
export interface BuyerCell {
  auctions: number;
  bids: number;
  sum: number;
  sumOfSquares: number;
}

/** Impressions of one country and one list of sizes. */
export interface Cell {
  readonly countryAt: number;
  readonly sizesAt: number;
  auctions: number;
  /** Number of auctions by their number of buyers. */
  readonly auctionsByBuyers: Map<number, number>;
  /** By buyer number; undefined where the buyer never bid. */
  readonly buyers: (BuyerCell | undefined)[];
}

/** A bid with the number of its buyer. */
export interface TableBid {
  readonly buyerAt: number;
  readonly logPrice: number;
  /** null: none. */
  readonly deal: string | null;
}

/** Bids by buyer, country and sizes, from which price levels and participation are estimated. */
export class BidTable {
  readonly buyers = new Numbering<number>(mostBuyers);
  readonly countries = new Numbering<string | null>(mostCountries);
  readonly sizes = new Numbering<readonly string[]>(mostSizes);
  readonly #cells = new Map<number, Cell>();
  /** By buyer number: its bids by deal, null for none. */
  readonly #deals: ValueCount<string | null>[] = [];

  /** Takes no new buyers, countries and sizes. */
  close(): void {
    for (const numbering of [this.buyers, this.countries, this.sizes]) numbering.close();
  }

  get cells(): readonly Cell[] {
    return [...this.#cells.values()];
  }

  /** The cell of an auction. A country or list of sizes beyond the bounds counts as the first one. */
  cellOf({ impression }: AuctionRequest): Cell {
    const country = countryCode(impression.country);
    const countryAt = this.countries.at(country, country) ?? 0;
    const names = sizeNames(impression.sizes);
    const sizesAt = this.sizes.at(names.join(), names) ?? 0;
    const key = countryAt * mostSizes + sizesAt;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = { countryAt, sizesAt, auctions: 0, auctionsByBuyers: new Map(), buyers: [] };
      this.#cells.set(key, cell);
    }
    return cell;
  }

  /** The bids with a known buyer and a price. */
  bidsOf({ bids }: AuctionRequest): TableBid[] {
    return bids.flatMap(({ memberId, grossMicros, deal = null }) => {
      const buyerAt = memberId === null || grossMicros === 0 ? undefined : this.buyers.at(memberId, memberId);
      return buyerAt === undefined ? [] : [{ buyerAt, logPrice: logarithm(grossMicros / microsPerUnit), deal }];
    });
  }

  /** The part of a buyer's bids that is on each of its deals. */
  dealsOf(buyerAt: number): { readonly code: string; readonly share: number }[] {
    const counts = this.#deals[buyerAt]?.ranked() ?? [];
    const bids = counts.reduce((sum, { count }) => sum + count, 0);
    return counts
      .flatMap(({ value: code, count }) => (code === null ? [] : { code, share: rounded(count / bids) }))
      .slice(0, mostDeals);
  }

  add(request: AuctionRequest): void {
    const cell = this.cellOf(request);
    const bids = this.bidsOf(request);
    cell.auctions++;
    const buyers = new Set(bids.map(({ buyerAt }) => buyerAt));
    cell.auctionsByBuyers.set(buyers.size, (cell.auctionsByBuyers.get(buyers.size) ?? 0) + 1);
    for (const { buyerAt, logPrice, deal } of bids) {
      (this.#deals[buyerAt] ??= new ValueCount()).add(deal, deal);
      const found = (cell.buyers[buyerAt] ??= { auctions: 0, bids: 0, sum: 0, sumOfSquares: 0 });
      found.bids++;
      found.sum += logPrice;
      found.sumOfSquares += logPrice * logPrice;
    }
    for (const buyerAt of buyers) cell.buyers[buyerAt]!.auctions++;
  }
}

/** In upper case; null: not known. */
function countryCode(country: string | undefined): string | null {
  return country !== undefined && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null;
}

const [largestSide, mostSizesAtOnce] = [99_999, 20];

const isSide = (side: number) => side >= 1 && side <= largestSide;

function sizeNames(sizes: readonly Size[] = []): string[] {
  const plausible = sizes.filter(({ width, height }) => isSide(width) && isSide(height));
  return plausible.slice(0, mostSizesAtOnce).map(({ width, height }) => `${width}x${height}`);
}

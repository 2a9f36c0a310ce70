import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { BidTable, TableBid } from './bid-table.ts';
import { Histogram } from './mixture.ts';
import type { PriceLevels } from './price-level.ts';
import { sharedLevel } from './price-level.ts';

/** How far bids are from what their buyers, country and sizes lead one to expect, on a logarithmic scale. */
function distances(table: BidTable, levels: PriceLevels, request: AuctionRequest, bids: readonly TableBid[]): number[] {
  const { countryAt, sizesAt } = table.cellOf(request);
  return bids.map(
    ({ buyerAt, logPrice }) => logPrice - levels.buyers[buyerAt]! - sharedLevel(levels, buyerAt, countryAt, sizesAt),
  );
}

/** Measures what bids of one impression have in common: how far they stray together, and how far each by itself. */
export class QualitySpread {
  readonly #table: BidTable;
  readonly #levels: PriceLevels;
  #pairs = 0;
  #products = 0;
  #bids = 0;
  #squares = 0;

  constructor(table: BidTable, levels: PriceLevels) {
    this.#table = table;
    this.#levels = levels;
  }

  add(request: AuctionRequest): void {
    const strays = distances(this.#table, this.#levels, request, this.#table.bidsOf(request));
    const sum = strays.reduce((total, stray) => total + stray, 0);
    const squares = strays.reduce((total, stray) => total + stray * stray, 0);
    this.#products += sum * sum - squares;
    this.#pairs += strays.length * (strays.length - 1);
    this.#squares += squares;
    this.#bids += strays.length;
  }

  /** The variance of the quality: what two bids of an impression have in common on average. */
  get commonVariance(): number {
    return this.#pairs === 0 ? 0 : Math.max(0, this.#products / this.#pairs);
  }

  /** What is left of the variance of a bid. */
  get ownVariance(): number {
    return Math.max(1e-6, this.#squares / this.#bids - this.commonVariance);
  }
}

/**
 * Gathers the prices of each buyer, freed from country and sizes and, as far as the other bids of the impression tell it,
 * from quality: what is left of that is known on average, and is to be taken from the variance of what is gathered.
 */
export class BuyerPrices {
  readonly histograms: readonly Histogram[];
  readonly #remainders: Float64Array;
  readonly #table: BidTable;
  readonly #levels: PriceLevels;
  readonly #commonVariance: number;
  readonly #ownVariance: number;

  constructor(table: BidTable, levels: PriceLevels, { commonVariance, ownVariance }: QualitySpread) {
    this.#table = table;
    this.#levels = levels;
    this.#commonVariance = commonVariance;
    this.#ownVariance = ownVariance;
    this.histograms = table.buyers.values.map(() => new Histogram());
    this.#remainders = new Float64Array(table.buyers.values.length);
  }

  add(request: AuctionRequest): void {
    const bids = this.#table.bidsOf(request);
    const strays = distances(this.#table, this.#levels, request, bids);
    const sum = strays.reduce((total, stray) => total + stray, 0);
    const others = strays.length - 1;
    // Of the mean stray of the others, so much is likely to be quality.
    const trust = (others * this.#commonVariance) / (others * this.#commonVariance + this.#ownVariance);
    for (const [at, { buyerAt }] of bids.entries()) {
      const quality = others === 0 ? 0 : (trust * (sum - strays[at]!)) / others;
      this.histograms[buyerAt]!.add(this.#levels.buyers[buyerAt]! + strays[at]! - quality);
      this.#remainders[buyerAt]! += this.#commonVariance * (1 - trust);
    }
  }

  /** The variance that quality still adds to what was gathered of a buyer. */
  remainder(buyerAt: number): number {
    const { count } = this.histograms[buyerAt]!;
    return count === 0 ? 0 : this.#remainders[buyerAt]! / count;
  }
}

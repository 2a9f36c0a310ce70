import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { BidTable, TableBid } from './bid-table.ts';
import { BinnedValues } from './mixture.ts';
import type { PriceLevels } from './price-level.ts';
import { sharedLevel } from './price-level.ts';

/** The residuals of bids: how far logarithms of prices are from the levels of buyer, country and sizes. */
function residualsOf(
  table: BidTable,
  levels: PriceLevels,
  request: AuctionRequest,
  bids: readonly TableBid[],
): number[] {
  const { countryAt, sizesAt } = table.cellOf(request);
  return bids.map(
    ({ buyerAt, logPrice }) => logPrice - levels.buyers[buyerAt]! - sharedLevel(levels, buyerAt, countryAt, sizesAt),
  );
}

/** Estimates the variance of quality, which all bids of an impression have in common, and the variance within buyers. */
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
    const residuals = residualsOf(this.#table, this.#levels, request, this.#table.bidsOf(request));
    const sum = residuals.reduce((total, residual) => total + residual, 0);
    const squares = residuals.reduce((total, residual) => total + residual * residual, 0);
    this.#products += sum * sum - squares;
    this.#pairs += residuals.length * (residuals.length - 1);
    this.#squares += squares;
    this.#bids += residuals.length;
  }

  /** The variance of quality: the mean product of the residuals of two bids of an impression. */
  get commonVariance(): number {
    return this.#pairs === 0 ? 0 : Math.max(0, this.#products / this.#pairs);
  }

  /** The rest of a bid's variance. */
  get ownVariance(): number {
    return Math.max(1e-6, this.#squares / this.#bids - this.commonVariance);
  }
}

/**
 * Collects the prices of each buyer without the effects of country and sizes, and without the quality as estimated from
 * the other bids of the impression. The error of that estimate is known on average: `remainder`.
 */
export class BuyerPrices {
  readonly histograms: readonly BinnedValues[];
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
    this.histograms = table.buyers.values.map(() => new BinnedValues());
    this.#remainders = new Float64Array(table.buyers.values.length);
  }

  add(request: AuctionRequest): void {
    const bids = this.#table.bidsOf(request);
    const residuals = residualsOf(this.#table, this.#levels, request, bids);
    const sum = residuals.reduce((total, residual) => total + residual, 0);
    const others = residuals.length - 1;
    // The part of the other bids' mean residual that is quality, on average.
    const trust = (others * this.#commonVariance) / (others * this.#commonVariance + this.#ownVariance);
    for (const [at, { buyerAt }] of bids.entries()) {
      const quality = others === 0 ? 0 : (trust * (sum - residuals[at]!)) / others;
      this.histograms[buyerAt]!.add(this.#levels.buyers[buyerAt]! + residuals[at]! - quality);
      this.#remainders[buyerAt]! += this.#commonVariance * (1 - trust);
    }
  }

  /** The variance that the remaining quality adds to a buyer's collected prices; to be subtracted from theirs. */
  remainder(buyerAt: number): number {
    const { count } = this.histograms[buyerAt]!;
    return count === 0 ? 0 : this.#remainders[buyerAt]! / count;
  }
}

import { exponential, logarithm } from '../kit/exact-math.ts';
import { scaleToNumber } from './inclusion.ts';
import type { BuyerParams, MarketParams } from './params.ts';
import type { Random } from '../kit/random.ts';
import { Weighted } from '../kit/random.ts';

const twoTo32 = 4_294_967_296;

/** One log-normal of a buyer's mixture, ready to draw from. */
interface PriceComponent {
  readonly logMedian: number;
  readonly spread: number;
}

/** Who bids and how much, where the country and the sizes are given. */
export interface BidCell {
  /** For each buyer, how likely it takes part, of 2^32; the likelihoods add up to the number of bids. */
  readonly thresholds: Float64Array;
  /** For each buyer, what is added to the logarithm of its price. */
  readonly priceShifts: Float64Array;
}

/**
 * Draws the bids of impressions: which buyers, each at most once, and their prices. Buyers take part independently of
 * each other, but for their number, which is given: draws of another number are thrown away. (That is conditional
 * Poisson sampling; its weights are the odds of taking part.) A price is a draw from the buyer's mixture of log-normals
 * times the factors of the country, of the sizes and of the impression's quality, which all of its bids share.
 */
export class Bidding {
  readonly #bidCount: number;
  readonly #params: MarketParams;
  readonly #prices: readonly Weighted<PriceComponent>[];
  readonly #chosen: Int32Array;

  constructor(params: MarketParams, bidCount: number) {
    this.#params = params;
    this.#bidCount = bidCount;
    this.#chosen = new Int32Array(params.buyers.length);
    this.#prices = params.buyers.map(
      ({ prices }) =>
        new Weighted(
          prices.map(({ weight, median, spread }) => [{ logMedian: logarithm(median), spread }, weight] as const),
        ),
    );
  }

  /** Of a country and a list of sizes, by their places in the params. */
  cell(countryAt: number, sizesAt: number): BidCell {
    const { countries, sizes, buyers } = this.#params;
    const country = countries[countryAt]!;
    const size = sizes[sizesAt]!;
    const odds = Float64Array.from(buyers, (buyer) => oddsOf(buyer, country.code, size.sizes));
    const shared = logarithm(country.price_factor) + logarithm(size.price_factor);
    return {
      thresholds: scaleToNumber(odds, this.#bidCount).map((likelihood) => likelihood * twoTo32),
      priceShifts: Float64Array.from(
        buyers,
        (buyer) => shared + logarithm(factorOf(buyer, country.code, size.sizes, 'price_factor')),
      ),
    };
  }

  /** The buyers that bid, by their places in the params, in a random order. The array is used again by the next draw. */
  chooseBuyers(random: Random, { thresholds }: BidCell): Int32Array {
    const wanted = this.#bidCount;
    let count = 0;
    do {
      count = 0;
      for (let at = 0; at < thresholds.length && count <= wanted; at++) {
        if (random.u32() < thresholds[at]!) this.#chosen[count++] = at;
      }
    } while (count !== wanted);
    random.shuffle(this.#chosen, count);
    return this.#chosen;
  }

  /** Gross CPM in units of the currency. `quality` is the logarithm of what all bids of the impression share. */
  drawPrice(random: Random, { priceShifts }: BidCell, buyerAt: number, quality: number): number {
    const { logMedian, spread } = this.#prices[buyerAt]!.draw(random);
    return exponential(logMedian + priceShifts[buyerAt]! + quality + spread * random.normal());
  }
}

function oddsOf(buyer: BuyerParams, country: string | null, sizes: readonly string[]): number {
  const odds = buyer.participation / (1 - buyer.participation);
  return odds * factorOf(buyer, country, sizes, 'participation_factor');
}

/** How a buyer differs there. */
function factorOf(
  { by_country: byCountry, by_size: bySize }: BuyerParams,
  country: string | null,
  sizes: readonly string[],
  factor: 'participation_factor' | 'price_factor',
): number {
  const name = sizesName(sizes);
  const ofCountry = byCountry.find((deviation) => deviation.name === country)?.[factor] ?? 1;
  return ofCountry * (bySize.find((deviation) => deviation.name === name)?.[factor] ?? 1);
}

/** What deviations call a list of sizes; null: not known. */
export function sizesName(sizes: readonly string[]): string | null {
  return sizes.length === 0 ? null : sizes.join('+');
}

import { exponential, logarithm, type Random, Weighted } from '@auction-tiers/chance';
import { scaleToNumber } from './inclusion.ts';
import type { BuyerParams, MarketParams } from './params.ts';

const twoTo32 = 4_294_967_296;

/** One log-normal of a buyer's mixture, ready to draw from. */
interface PriceComponent {
  readonly logMedian: number;
  readonly spread: number;
}

/** Probabilities and prices of all buyers for one country and list of sizes. */
export interface BidCell {
  /** For each buyer, 2^32 times its probability of bidding; the probabilities add up to the number of bids. */
  readonly thresholds: Float64Array;
  /** For each buyer, what is added to the logarithm of its price. */
  readonly priceShifts: Float64Array;
}

/**
 * Draws the bids of impressions: which buyers, each at most once, and their prices. Buyers bid independently of each
 * other, but the number of bids is given: draws with another number are rejected. (This is conditional Poisson sampling;
 * its weights are the odds of bidding.) A price is drawn from the buyer's mixture of log-normals and multiplied by the
 * factors of the country, of the sizes and of the impression's quality, which is the same for all of its bids.
 */
export class Bidding {
  readonly #bidCount: number;
  readonly #params: MarketParams;
  readonly #prices: readonly Weighted<PriceComponent>[];
  /** By buyer; null: it has none. */
  readonly #deals: readonly (Weighted<string | null> | null)[];
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
    this.#deals = params.buyers.map(({ deals }) => {
      const rest = Math.max(0, 1 - deals.reduce((sum, { share }) => sum + share, 0));
      const shares = deals.map(({ code, share }) => [code, share] as const);
      return deals.length === 0 ? null : new Weighted<string | null>([...shares, [null, rest]]);
    });
  }

  /** The cell of a country and a list of sizes, by their indexes in the params. */
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

  /** The bidding buyers, as indexes in the params, in random order. The next call overwrites the returned array. */
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

  /** Gross CPM price in USD. `quality` is the logarithm of the impression's quality. */
  drawPrice(random: Random, { priceShifts }: BidCell, buyerAt: number, quality: number): number {
    const { logMedian, spread } = this.#prices[buyerAt]!.draw(random);
    return exponential(logMedian + priceShifts[buyerAt]! + quality + spread * random.normal());
  }

  /** The deal of a buyer's bid; null: none. */
  drawDeal(random: Random, buyerAt: number): string | null {
    return this.#deals[buyerAt]?.draw(random) ?? null;
  }
}

function oddsOf(buyer: BuyerParams, country: string | null, sizes: readonly string[]): number {
  const odds = buyer.participation / (1 - buyer.participation);
  return odds * factorOf(buyer, country, sizes, 'participation_factor');
}

/** The product of a buyer's factors for a country and a list of sizes. */
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

/** The name of a list of sizes in a buyer's deviations; null: no sizes are known. */
function sizesName(sizes: readonly string[]): string | null {
  return sizes.length === 0 ? null : sizes.join('+');
}

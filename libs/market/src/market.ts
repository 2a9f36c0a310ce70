import { maxPriceMicros, microsToNumber } from '@auction-tiers/tier-engine';
import type { BidCell } from './bidding.ts';
import { Bidding } from './bidding.ts';
import { Inventories, Places } from './inventory.ts';
import type { MarketParams } from './params.ts';
import { hashSeed, Random, Weighted } from '@auction-tiers/chance';
import type { SyntheticAuction, SyntheticBid, SyntheticImpression } from './synthetic-auction.ts';

const [msPerHour, msPerSecond, hoursPerDay, secondsPerHour] = [3_600_000, 1000, 24, 3600];
const microsPerUnit = 1_000_000;
const lowestBidMicros = 10_000;

/** An auction's id is a prefix in this range, drawn from the seed, and its number in nine digits: above 2^53, below 2^63. */
const [firstPrefix, prefixCount] = [1_000_000_000, 8_000_000_000];
const numberDigits = 9;

/** Draws synthetic auctions. Each depends on the params, the seed and its number only, not on the auctions before it. */
export class Market {
  readonly #params: MarketParams;
  readonly #seedHash: readonly [number, number];
  readonly #idPrefix: number;
  readonly #bidCount: number;
  readonly #bidding: Bidding;
  readonly #places: Places;
  readonly #inventories: Inventories;
  readonly #cells = new Map<number, BidCell>();
  readonly #sizes: Weighted<number>;
  readonly #sizeLists: readonly SyntheticImpression['sizes'][];
  readonly #hours: Weighted<number>;
  readonly #floors: Weighted<number | null>;
  readonly #languages: Weighted<string | null>;
  readonly #segments: Weighted<number>;
  readonly #startMs: number;

  /** There are `bidCount` bids per auction, at most one per buyer: the params must have as many buyers. */
  constructor(params: MarketParams, bidCount: number, seed: string) {
    this.#params = params;
    this.#bidCount = bidCount;
    this.#seedHash = hashSeed(seed);
    this.#idPrefix = firstPrefix + new Random(this.#seedHash, 0).below(prefixCount);
    this.#bidding = new Bidding(params, bidCount);
    this.#places = new Places(params);
    this.#inventories = new Inventories(params);
    this.#sizes = new Weighted(params.sizes.map(({ weight }, at) => [at, weight] as const));
    this.#sizeLists = params.sizes.map(({ sizes }) => (sizes.length === 0 ? undefined : sizes.map(toSize)));
    this.#hours = new Weighted(params.hours.map((weight, hour) => [hour, weight] as const));
    this.#floors = new Weighted(params.bid_floors.map(({ price, weight }) => [price, weight] as const));
    this.#languages = new Weighted(params.languages.map(({ code, weight }) => [code, weight] as const));
    const { count, zipf } = params.segments;
    this.#segments = Weighted.zipf(
      Array.from({ length: count }, (_, at) => at + 1),
      zipf,
    );
    this.#startMs = Date.parse(params.start);
  }

  /** The auction with a number, from 1. */
  auction(number: number): SyntheticAuction {
    const random = new Random(this.#seedHash, number);
    const countryAt = this.#places.drawCountry(random);
    const sizesAt = this.#sizes.draw(random);
    const impression = this.#drawImpression(random, countryAt, sizesAt);
    const floor = this.#floors.draw(random);
    const { ym_profile_id: ymProfileId, second_price_share: secondPriceShare, revenue_share_pct: fee } = this.#params;
    return {
      ...(ymProfileId === null ? { publisher_id: impression.publisher_id } : { ym_profile_id: ymProfileId }),
      auction_type: random.fraction() < secondPriceShare ? 2 : 1,
      ...(floor === null ? {} : { bid_floor: floor }),
      ...(fee === null ? {} : { revenue_share_pct: fee }),
      seed: `${this.#idPrefix}${String(number).padStart(numberDigits, '0')}`,
      impression,
      bids: this.#drawBids(random, countryAt, sizesAt),
    };
  }

  #drawImpression(random: Random, countryAt: number, sizesAt: number): SyntheticImpression {
    const sizes = this.#sizeLists[sizesAt];
    const language = this.#languages.draw(random);
    return {
      ...this.#places.drawPlace(random, countryAt),
      ...(sizes === undefined ? {} : { sizes }),
      ...this.#inventories.draw(random),
      ...(language === null ? {} : { language }),
      ...this.#drawSegments(random),
      time: this.#drawTime(random),
    };
  }

  #drawBids(random: Random, countryAt: number, sizesAt: number): SyntheticBid[] {
    const cell = this.#cellOf(countryAt, sizesAt);
    const quality = this.#params.quality_spread * random.normal();
    const chosen = this.#bidding.chooseBuyers(random, cell);
    const bids = Array.from({ length: this.#bidCount }, (_, at): SyntheticBid => {
      const buyerAt = chosen[at]!;
      const price = this.#bidding.drawPrice(random, cell, buyerAt, quality);
      return { id: `b${at + 1}`, member_id: this.#params.buyers[buyerAt]!.member_id, price: toBidPrice(price) };
    });
    // After all prices, so that these are the same without deals.
    return bids.map((bid, at) => {
      const deal = this.#bidding.drawDeal(random, chosen[at]!);
      return deal === null ? bid : { ...bid, deal };
    });
  }

  #cellOf(countryAt: number, sizesAt: number): BidCell {
    const index = countryAt * this.#sizeLists.length + sizesAt;
    let cell = this.#cells.get(index);
    if (cell === undefined) this.#cells.set(index, (cell = this.#bidding.cell(countryAt, sizesAt)));
    return cell;
  }

  #drawSegments(random: Random): Pick<SyntheticImpression, 'segments'> {
    const { count, most } = this.#params.segments;
    if (count === 0) return {};
    const drawn = Array.from({ length: random.below(most + 1) }, () => this.#segments.draw(random));
    return drawn.length === 0 ? {} : { segments: [...new Set(drawn)] };
  }

  #drawTime(random: Random): string {
    const hour = random.below(this.#params.days) * hoursPerDay + this.#hours.draw(random);
    const ms = this.#startMs + hour * msPerHour + random.below(secondsPerHour) * msPerSecond;
    return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  }
}

function toSize(name: string): { readonly width: number; readonly height: number } {
  const [width, height] = name.split('x').map(Number);
  return { width: width!, height: height! };
}

/** The price in USD, rounded to whole micros, within what a bid may have. */
function toBidPrice(price: number): number {
  const micros = Math.round(price * microsPerUnit);
  return microsToNumber(Math.min(Math.max(micros, lowestBidMicros), maxPriceMicros));
}

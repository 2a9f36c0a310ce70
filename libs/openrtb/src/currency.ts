import { maxPriceMicros } from '@auction-tiers/tier-engine';
import { toText } from './loose.ts';

/** OpenRTB's currency for prices without one. */
export const defaultCurrency = 'USD';

/** A currency as in OpenRTB; undefined if there is none. */
export function toCurrency(value: unknown): string | undefined {
  return toText(value)?.toUpperCase();
}

/** The value of one unit of a currency in another one: `units` / `divisor`, exact. */
interface Rate {
  readonly units: bigint;
  readonly divisor: bigint;
}

/** What prices are in, and how others become so. */
export interface Rates {
  /** ISO 4217; the currency of tiers and of the resulting auctions. Default USD. */
  readonly currency?: string | undefined;
  /**
   * By another currency, the value of one unit of it in `currency`, as decimal text. Without a rate a bid is invalid,
   * and an impression with such a floor is refused.
   */
  readonly rates?: Readonly<Record<string, string>> | undefined;
}

/** Converts prices into the currency of the auction, and prices to bid back into the currency of a bid. */
export class Exchange {
  /** The currency of the auction, ISO 4217. */
  readonly currency: string;
  readonly #rates: Readonly<Record<string, string>>;
  readonly #read = new Map<string, Rate | undefined>();

  constructor({ currency, rates = {} }: Rates) {
    this.currency = toCurrency(currency) ?? defaultCurrency;
    this.#rates = rates;
  }

  /** Whether a price was converted by a rate. */
  get isUsed(): boolean {
    return [...this.#read.values()].some((rate) => rate !== undefined);
  }

  /** The currencies that prices may be in, as a text for messages. */
  get allowed(): string {
    const others = Object.keys(this.#rates).filter((currency) => currency !== this.currency);
    return [this.currency, ...others.toSorted()].join(', ');
  }

  /**
   * Converts to CPM micros of the auction's currency: a bid is rounded up, a floor down, at most to the highest price.
   * Undefined: there is no rate for the currency.
   */
  convert(micros: number, currency: string, round: 'up' | 'down'): number | undefined {
    if (currency === this.currency) return micros;
    const rate = this.#rateOf(currency);
    return rate && toAuctionMicros(BigInt(micros), rate, round);
  }

  /**
   * The least price in a currency, in its micros, that `convert` as a bid brings to at least `micros` of the auction's
   * currency. Throws a RangeError where there is no rate.
   */
  leastBid(micros: number, currency: string): bigint {
    if (currency === this.currency || micros === 0) return BigInt(micros);
    const { units, divisor } = this.#knownRateOf(currency);
    return ((BigInt(micros) - 1n) * divisor) / units + 1n;
  }

  /** The least price of a bid in a currency, in micros of the auction's, that is at least `micros`. */
  nextBid(micros: number, currency: string): number {
    if (currency === this.currency) return micros;
    return toAuctionMicros(this.leastBid(micros, currency), this.#knownRateOf(currency), 'up');
  }

  #knownRateOf(currency: string): Rate {
    const rate = this.#rateOf(currency);
    if (rate === undefined) throw new RangeError(`${currency} has no rate; allowed is ${this.allowed}.`);
    return rate;
  }

  #rateOf(currency: string): Rate | undefined {
    if (!this.#read.has(currency)) this.#read.set(currency, readRate(this.#rates, currency));
    return this.#read.get(currency);
  }
}

function readRate(rates: Readonly<Record<string, string>>, currency: string): Rate | undefined {
  const text = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
  if (text === undefined) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), divisor: 10n ** BigInt(fraction.length) };
}

function toAuctionMicros(micros: bigint, { units, divisor }: Rate, round: 'up' | 'down'): number {
  const product = micros * units + (round === 'up' ? divisor - 1n : 0n);
  return Math.min(Number(product / divisor), maxPriceMicros);
}

const microDigits = 6;

/** Micros as the decimal text that one would write: `2.5`. */
export function toPriceText(micros: bigint): string {
  const digits = micros.toString().padStart(microDigits + 1, '0');
  return `${digits.slice(0, -microDigits)}.${digits.slice(-microDigits)}`.replace(/\.?0+$/, '');
}

const largeDecimal = /^[1-9]\d*(\.\d+)?(e\+?\d+)?$/i;

/**
 * CPM micros of a price above the highest price, in a currency that may be worth less than the auction's. Exact up to 15
 * digits. Undefined: the price is not above the highest price, or no decimal number.
 */
export function toLargeMicros(price: number | string): number | undefined {
  if (!largeDecimal.test(String(price))) return undefined;
  const micros = Math.round(Math.min(Number(price) * 1_000_000, Number.MAX_VALUE));
  return micros > maxPriceMicros ? micros : undefined;
}

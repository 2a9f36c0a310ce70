import { maxPriceMicros } from '@auction-tiers/tier-engine';
import type { Defaults } from './model.ts';
import { toText } from './loose.ts';

/** OpenRTB's currency for prices without one. */
export const defaultCurrency = 'USD';

/** A currency as in OpenRTB; undefined if there is none. */
export function toCurrency(value: unknown): string | undefined {
  return toText(value)?.toUpperCase();
}

/** Converts prices into the currency of the auction. */
export class Exchange {
  /** The currency of the auction, ISO 4217. */
  readonly currency: string;
  readonly #rates: Readonly<Record<string, string>>;

  constructor({ currency, rates = {} }: Pick<Defaults, 'currency' | 'rates'>) {
    this.currency = toCurrency(currency) ?? defaultCurrency;
    this.#rates = rates;
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
    const rate = Object.hasOwn(this.#rates, currency) ? this.#rates[currency] : undefined;
    if (rate === undefined) return undefined;
    const [whole = '', fraction = ''] = rate.split('.');
    const divisor = 10n ** BigInt(fraction.length);
    const product = BigInt(micros) * BigInt(whole + fraction) + (round === 'up' ? divisor - 1n : 0n);
    return Math.min(Number(product / divisor), maxPriceMicros);
  }
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

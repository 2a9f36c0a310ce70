import { figuresIn, signed } from '@auction-tiers/figure';
import { grossNeededMicros, maxPriceMicros, parseMoney } from '@auction-tiers/tier-engine';

/** The language of the reader, in whose way all figures and days are written. */
export const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;

/** The country that the language is spoken in, for examples: `DE` for `de-DE` and for `de`. */
export const readerCountry = new Intl.Locale(locale).maximize().region ?? 'US';

export const figures = figuresIn(locale);

/** Money as the service writes it: a CPM price with six decimals, or what was earned with nine. */
export type MoneyText = string;

const microsPerUnit = 1_000_000;

/** A CPM price with up to six decimals: `2.35`, `2.352942`. Its unit, `cpmIn`, is in the column's head or beside it. */
export const cpmText = (price: MoneyText | number): string => figures.price(Number(price));

/** A CPM price in a sentence, with its unit: `2.35 EUR CPM`. */
export const cpmPrice = (price: MoneyText | number): string => `${cpmText(price)} ${cpmIn()}`;

/** A CPM price in a column: two decimals. */
export const cpmColumn = (price: MoneyText | number): string => figures.decimal(Number(price), 2);

/** A price in micros; null for one that is absent or that cannot be read. */
export function microsOf(price: MoneyText | null): number | null {
  const parsed = price === null ? null : parseMoney(price.trim());
  return parsed?.ok === true ? parsed.micros : null;
}

/**
 * What a bid must be gross to reach a net price once the fee is taken, micros; null without a price, Infinity where the
 * highest bid would not reach it.
 */
export function grossNeededOf(price: MoneyText | null, feePpm: number): number | null {
  const micros = microsOf(price);
  const gross = micros === null ? null : grossNeededMicros(micros, feePpm);
  return gross !== null && gross > maxPriceMicros ? Infinity : gross;
}

/** A gross price that a bid needs, in micros: rounded up, so that a bid of exactly this text is high enough. */
export const neededText = (gross: number): string => figures.priceNeeded(gross, maxPriceMicros);

/** The same with its unit: `2.51 EUR CPM`. */
export const neededPrice = (gross: number): string => `${neededText(gross)} ${cpmIn()}`;

/** The currency of the seller that the page shows. A page shows one seller at a time, so all its prices are in it. */
let shownCurrency = 'USD';

/** Names the currency, ISO 4217, of all prices that are written from now on. */
export function showCurrency(currency: string): void {
  shownCurrency = currency;
}

/** The currency of the seller that the page shows. */
export const currencyShown = (): string => shownCurrency;

/** The unit of a price: `EUR CPM`; by default in the currency of the page. */
export const cpmIn = (currency = shownCurrency): string => `${currency} CPM`;

/** An earned amount, two decimals, or four where two would show only zeros. Its currency is beside it. */
export const earnedText = figures.money;

/** Writes amounts of a currency on the axis of a chart. */
export const { shortMoney } = figures;

/** An earned amount in a column: two decimals. */
export const earnedColumn = (amount: number): string => figures.decimal(amount, 2);

/** A figure with its sign: `+1.20`, `−0.35`; without a sign if it is shown as zero. */
export const signedText = signed;

/** A price in micros: the nearest whole one. */
export const toMicros = (value: number): number => Math.round(value * microsPerUnit);

export const fromMicros = (value: number): number => value / microsPerUnit;

/** The range in which a figure usually lies. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A range whose bounds the service writes as texts. */
export const toRange = (texts: { readonly low: string; readonly high: string } | null): Range | null =>
  texts && { low: Number(texts.low), high: Number(texts.high) };

/**
 * The side of a figure: 1 above its range, -1 below, 0 within it or without a range. One that reads as the end of its range
 * does, as `say` writes both, is within it.
 */
export function sideOf(value: number | null, range: Range | null, say: (figure: number) => string): -1 | 0 | 1 {
  if (value === null || range === null) return 0;
  const end = Math.min(Math.max(value, range.low), range.high);
  return say(value) === say(end) ? 0 : value > end ? 1 : -1;
}

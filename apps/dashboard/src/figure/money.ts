/** Money as the service writes it: a CPM price with six decimals, or what was earned with nine. */
export type MoneyText = string;

const micros = 1_000_000;
const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;
const fixed = (least: number, most = least) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
const [two, upToSix, four] = [fixed(2), fixed(2, 6), fixed(4)];

/** A figure with a true minus sign; without one where all digits are zeros. */
const minus = (text: string): string => text.replace('-', /[1-9]/.test(text) ? '−' : '');

/** A CPM price with up to six decimals: `2.35`, `2.352942`. Its unit, `cpmIn`, is in the column's head or beside it. */
export const cpmText = (price: MoneyText | number): string => minus(upToSix.format(Number(price)));

/** A CPM price in a sentence, with its unit: `2.35 EUR CPM`. */
export const cpmPrice = (price: MoneyText | number): string => `${cpmText(price)} ${cpmIn()}`;

/** A CPM price in a column: two decimals. */
export const cpmColumn = (price: MoneyText | number): string => minus(two.format(Number(price)));

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

const halfCent = 0.005;

/** An earned amount, two decimals, or four where two would show only zeros. Its currency is beside it. */
export const earnedText = (amount: number): string =>
  minus((amount !== 0 && Math.abs(amount) < halfCent ? four : two).format(amount));

/** An earned amount in a column: two decimals. */
export const earnedColumn = (amount: number): string => minus(two.format(amount));

/** A figure with its sign: `+1.20`, `−0.35`; without a sign if it is shown as zero. */
export function signedText(value: number, show: (value: number) => string): string {
  const text = show(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A price in micros: the nearest whole one. */
export const toMicros = (value: number): number => Math.round(value * micros);

export const fromMicros = (value: number): number => value / micros;

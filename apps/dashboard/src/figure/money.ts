/** Money as the service writes it: CPM prices with six decimals, or sums of them. */
export type MoneyText = string;

const micros = 1_000_000;
const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;
const fixed = (least: number, most = least) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
const [two, upToSix, four] = [fixed(2), fixed(2, 6), fixed(4)];

/** A figure with a true minus sign; without one where all digits are zeros. */
const minus = (text: string): string => text.replace('-', /[1-9]/.test(text) ? '−' : '');

/** A CPM price as it is set: `2.35`, `2.352942`. Its unit, CPM, stands in the head of the column or beside it. */
export const cpmText = (price: MoneyText | number): string => minus(upToSix.format(Number(price)));

/** A CPM price among others in a column: two decimals. */
export const cpmColumn = (price: MoneyText | number): string => minus(two.format(Number(price)));

/** What impressions earn, USD, from a sum of their CPM prices: a thousandth of it. */
export const earnedUsd = (sumOfCpm: MoneyText | number): number => Number(sumOfCpm) / 1000;

/** USD earned, two decimals, or four where less than a dollar is shown. */
export const usdText = (usd: number): string => minus((Math.abs(usd) < 1 && usd !== 0 ? four : two).format(usd));

/** USD earned among others in a column: two decimals. */
export const usdColumn = (usd: number): string => minus(two.format(usd));

/** With its sign: `+1.20`, `−0.35`; without one where what is shown is zero. */
export function signedText(value: number, show: (value: number) => string): string {
  const text = show(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

export const fromMicros = (value: number): number => value / micros;

// Figures of reports, with a true minus sign, which is as wide as the plus, and with spaces that do not break between a
// figure and its unit. A terminal replaces both.

import { formatIn } from '@auction-tiers/calendar';

import { figuresIn, signed } from '@auction-tiers/figure';

const minus = '\u2212';
const space = '\u00a0';
export const figures = figuresIn('en-US', { space });
const [leastMoneyDecimals, mostMoneyDecimals] = [2, 9];
/** Least digits that money shows of the largest amount of its column. */
const moneyDigits = 3;
const wholeDollarsFrom = 1_000_000;

/** Labels of axes, and the mark of a currency. */
export const { mark, short, shortMoney, shortPercent } = figures;

/** `1,234` */
export function count(value: number): string {
  return figures.decimal(value, 0, 3);
}

/** `1,234 auctions` */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)}${space}${value === 1 ? noun : plural}`;
}

/** `+1,234`, `0` */
export function signedCount(value: number): string {
  return signed(value, count);
}

/** A number with all of its digits: `−0.5` */
export function plainNumber(value: number): string {
  return String(value).replace('-', minus);
}

/** A share from 0 to 1 in per cent: `13.66 %`, as on a terminal. */
export const percent = figures.part;

/** A number that is per cent already: `+2.50 %` */
export function signedPerCent(value: number): string {
  return signed(value, (perCent) => figures.percent(perCent / 100, 2));
}

/** A CPM price to the micro, which may decide an auction: `$2.50 CPM`, `$2.352942 CPM` */
export function cpm(price: number, currency: string): string {
  return `${figures.mark(currency)}${figures.price(price)}${space}CPM`;
}

/** A sentence with true minus signs, in which no line breaks between a figure and its per cent sign. */
export function prose(text: string): string {
  return text.replaceAll(/(?<=\d) %/g, `${space}%`).replaceAll(/(?<=\s)-(?=\d)/g, minus);
}

/** Units of a currency: an exact decimal text, or an estimate. */
type Amount = string | number;

/** Formats the amounts of one column with the same number of decimals. */
export interface MoneyFormat {
  /** `$1,234.50` */
  readonly plain: (units: Amount) => string;
  /** `+$1,234.50`, `$0.00` */
  readonly signed: (units: Amount) => string;
}

/** One format for all amounts that a column shows of its rows. */
export const moneyOf = <Row>(
  currency: string,
  rows: readonly Row[],
  of: (row: Row) => Amount | null | readonly (Amount | null)[],
): MoneyFormat => moneyFormat(currency, rows.flatMap(of));

/** One format for these amounts. */
export function moneyFormat(currency: string, amounts: readonly (Amount | null)[]): MoneyFormat {
  const before = figures.mark(currency);
  const largest = Math.max(0, ...amounts.map((units) => Math.abs(Number(units ?? 0))));
  const decimals = decimalsFor(largest);
  const show = (value: number) => figures.decimal(value, decimals).replace(/\d/, (digit) => `${before}${digit}`);
  return { plain: (units) => show(Number(units)), signed: (units) => signed(Number(units), show) };
}

function decimalsFor(largest: number): number {
  if (largest === 0) return leastMoneyDecimals;
  if (largest >= wholeDollarsFrom) return 0;
  const needed = moneyDigits - 1 - Math.floor(Math.log10(largest));
  return Math.min(mostMoneyDecimals, Math.max(leastMoneyDecimals, needed));
}

const day = formatIn('UTC', 'en-GB', { day: 'numeric', month: 'short' });
const dayOfYear = formatIn('UTC', 'en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const time = formatIn('UTC', 'en-GB', { hour: '2-digit', minute: '2-digit' });

/** The day in UTC of an ISO 8601 text: `16 Nov` */
export function dayText(iso: string): string {
  return day.format(new Date(iso));
}

/** `16 Nov 2026, 08:00 UTC` */
export function momentText(iso: string): string {
  const moment = new Date(iso);
  return `${dayOfYear.format(moment)}, ${time.format(moment)} UTC`;
}

/** The time in UTC of an ISO 8601 text: `08:00` */
export function timeText(iso: string): string {
  return time.format(new Date(iso));
}

/** What amounts of a report mean. */
export const moneyNote = (currency: string): string =>
  `Money is in ${currency}: an impression that is sold at ${mark(currency)}2.50 CPM brings ${mark(currency)}0.0025. `;

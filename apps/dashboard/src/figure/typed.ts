import { readNumberIn, typedIn } from '@auction-tiers/figure';
import { locale, microsOf, type MoneyText } from './figures.ts';

/** A number as a field shows it, in the reader's way and without separators of thousands: `1234,5`. */
export const typedText = typedIn(locale);

/** Reads a number that the reader has typed. */
export const readNumber = readNumberIn(locale);

/** A CPM price as a field shows it: `2,00`, `2,1250`. */
export const typedPrice = (price: MoneyText): string => typedText(Number(price), 2);

/** A typed price in micros; null for one that is absent or cannot be read. */
export function typedMicros(typed: string): number | null {
  const read = readNumber(typed);
  return read.ok ? microsOf(read.digits) : null;
}

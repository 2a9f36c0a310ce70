import { parseDecimal } from './decimal.ts';

const microsPerUnit = 1_000_000;

/** The highest price there is: 999,999.999999. */
export const maxPriceMicros = 999_999_999_999;

export type MoneyResult =
  | { readonly ok: true; readonly micros: number }
  | { readonly ok: false; readonly problem: string };

const boundsInWords = 'a decimal number from 0 to 999999.999999';

/**
 * A price as a person sets it, such as a tier's min_price: CPM in micros. At most 6 decimals, 0 to 999,999.999999;
 * nothing is ever rounded. A problem is one sentence with the value seen and what is allowed.
 */
export function parseMoney(value: string | number): MoneyResult {
  return toMoney(value, false, `${boundsInWords} with at most 6 decimals`);
}

/**
 * A price in an auction, a bid or a floor: CPM in micros. As `parseMoney`, but a finer price is rounded to the nearest
 * micro (half up), because bidders compute in floating point.
 */
export function parsePrice(value: string | number): MoneyResult {
  return toMoney(value, true, boundsInWords);
}

function toMoney(value: string | number, rounds: boolean, allowed: string): MoneyResult {
  const result = parseDecimal(value, { decimals: 6, maxUnits: maxPriceMicros, rounds, allowed });
  return result.ok ? { ok: true, micros: result.units } : result;
}

/** Micros with exactly 6 decimals, `"2.000000"`. Throws a RangeError unless given a safe integer that is not negative. */
export function formatMoney(micros: number): string {
  if (!Number.isSafeInteger(micros) || micros < 0) {
    throw new RangeError(`formatMoney was given ${micros}; allowed is a whole number of micros from 0.`);
  }
  const fraction = micros % microsPerUnit;
  return `${(micros - fraction) / microsPerUnit}.${String(fraction).padStart(6, '0')}`;
}

/** Micros as the JSON number that one would write: 2,500,000 gives 2.5. Exact in print up to 15 digits of micros. */
export function microsToNumber(micros: number): number {
  return micros / microsPerUnit;
}

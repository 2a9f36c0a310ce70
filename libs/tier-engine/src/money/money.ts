import { type DecimalResult, parseDecimal } from './decimal.ts';
import { bidGoesUp, floorGoesUp } from './noise.ts';

const microsPerUnit = 1_000_000;
const million = 1_000_000;
const ppmPerPercent = 10_000;
const cheapMicros = 2 ** 32;

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
  const allowed = `${boundsInWords} with at most 6 decimals`;
  return toMoney(parseDecimal(value, { decimals: 6, maxUnits: maxPriceMicros, allowed }));
}

const bidRule = { decimals: 6, maxUnits: maxPriceMicros, goesUp: bidGoesUp, allowed: boundsInWords };
const floorRule = { ...bidRule, goesUp: floorGoesUp };

/**
 * A bid price: CPM in micros, with the bounds of `parseMoney`. A finer price is rounded up to the next micro, so that
 * rounding never costs a buyer its tier. A price within 4 units in the last place (of a double) of a whole micro counts
 * as that micro: `noise.ts` has the exact rule.
 */
export function parseBid(value: string | number): MoneyResult {
  return toMoney(parseDecimal(value, bidRule));
}

/** A floor that bids are compared with: as `parseBid`, but a finer one is rounded down. */
export function parseFloor(value: string | number): MoneyResult {
  return toMoney(parseDecimal(value, floorRule));
}

function toMoney(result: DecimalResult): MoneyResult {
  return result.ok ? { ok: true, micros: result.units } : result;
}

/** Micros with exactly 6 decimals, `"2.000000"`. Throws a RangeError unless given a safe integer that is not negative. */
export function formatMoney(micros: number): string {
  if (!Number.isSafeInteger(micros) || micros < 0) {
    throw new RangeError(`${micros} is not a whole number of micros from 0`);
  }
  return withPoint(micros, 6);
}

/** A whole number of units as a decimal number with this many decimals. */
function withPoint(units: bigint | number, decimals: number): string {
  const digits = String(units < 0 ? -units : units).padStart(decimals + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** A difference of prices in micros, with exactly 6 decimals and a minus where it is negative: `"-0.150000"`. */
export function formatDifference(micros: number): string {
  return micros < 0 ? `-${formatMoney(-micros)}` : formatMoney(micros);
}

/** Nine decimals: the revenue of impressions is the sum of their prices in CPM micros, divided by 10^9. */
const earnedDigits = 9;

/**
 * The revenue of impressions, from the sum of their CPM prices in micros: a thousandth of that sum, exact, with nine
 * decimals. 6,375,000 gives `"0.006375000"`. Throws a RangeError for a number that is not whole.
 */
export function formatEarned(cpmMicros: bigint | number): string {
  return withPoint(BigInt(cpmMicros), earnedDigits);
}

/** Micros as the JSON number that one would write: 2,500,000 gives 2.5. Exact in print up to 15 digits of micros. */
export function microsToNumber(micros: number): number {
  return micros / microsPerUnit;
}

export type FeeResult =
  | { readonly ok: true; readonly feePpm: number }
  | { readonly ok: false; readonly problem: string };

/** A fee in per cent (at most 4 decimals, 0 to under 100) as parts per million; a problem is one sentence. */
export function parseFee(percent: string | number): FeeResult {
  const allowed = 'a percentage from 0 to under 100 with at most 4 decimals';
  const result = parseDecimal(percent, { decimals: 4, maxUnits: million - 1, allowed });
  return result.ok ? { ok: true, feePpm: result.units } : result;
}

/** Parts per million as the per cent that one would write in JSON: 150,000 gives 15. */
export function formatFee(feePpm: number): number {
  return feePpm / ppmPerPercent;
}

/** The parts per million of a stored fee, which is in per cent. Throws a RangeError for a number that is no stored fee. */
export function toFeePpm(percentage: number): number {
  const ppm = Math.round(percentage * ppmPerPercent);
  if (ppm >= 0 && ppm < million && ppm / ppmPerPercent === percentage) return ppm;
  throw new RangeError(`${percentage} is not a stored fee`);
}

/**
 * What is left of a gross price once the fee is taken, rounded down to a micro. Exact for every safe integer: a price that
 * is too high for its product to be exact is split at a million, so that no product passes 2^53.
 */
export function netMicros(grossMicros: number, feePpm: number): number {
  const keptPpm = million - feePpm;
  // The product is exact, and the quotient is too far from the next whole number for rounding to reach it.
  if (grossMicros < cheapMicros) return Math.floor((grossMicros * keptPpm) / million);
  const low = grossMicros % million;
  const high = (grossMicros - low) / million;
  return high * keptPpm + Math.floor((low * keptPpm) / million);
}

/**
 * The smallest gross price whose net is at least `wantedNetMicros`. Exact wherever it is a safe integer, else Infinity
 * (a fee near 100 % on a high price); it may lie above the highest legal price.
 */
export function grossNeededMicros(wantedNetMicros: number, feePpm: number): number {
  const keptPpm = million - feePpm;
  const rest = wantedNetMicros % keptPpm;
  const grossMicros = ((wantedNetMicros - rest) / keptPpm) * million + Math.ceil((rest * million) / keptPpm);
  return Number.isSafeInteger(grossMicros) ? grossMicros : Infinity;
}

import { parseDecimal } from './decimal.ts';

const million = 1_000_000;
const ppmPerPercent = 10_000;
const cheapMicros = 2 ** 32;

export type FeeResult =
  | { readonly ok: true; readonly feePpm: number }
  | { readonly ok: false; readonly problem: string };

/** A fee in per cent (at most 4 decimals, 0 to under 100) as parts per million; a problem is one sentence. */
export function parseFee(percent: string | number): FeeResult {
  const allowed = 'a percentage from 0 to under 100 with at most 4 decimals';
  const result = parseDecimal(percent, { decimals: 4, maxUnits: million - 1, rounds: false, allowed });
  return result.ok ? { ok: true, feePpm: result.units } : result;
}

/** Parts per million as the per cent that one would write in JSON: 150,000 gives 15. */
export function formatFee(feePpm: number): number {
  return feePpm / ppmPerPercent;
}

/**
 * What is left of a gross price once the fee is taken, rounded down to a micro. Exact for every safe integer: a price that
 * is too high for its product to be exact is split at a million, so that no product passes 2^53.
 */
export function netMicros(grossMicros: number, feePpm: number): number {
  const keptPpm = million - feePpm;
  // Such a product is exact, and its quotient is further from the next whole number than rounding could bring it.
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

import { toUnits } from '../report/money-text.ts';
import type { Estimate } from './bootstrap.ts';

/** `toUnits` of an estimate, which is no whole number. */
export function roundToUnits(cpmMicros: number): string {
  return toUnits(BigInt(Math.round(cpmMicros)));
}

/** An interval of what one auction brings, over so many auctions. */
export function toMoneyInterval({ low, high }: Pick<Estimate, 'low' | 'high'>, auctions: number) {
  return { low: roundToUnits(low * auctions), high: roundToUnits(high * auctions) };
}

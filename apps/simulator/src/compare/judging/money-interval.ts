import { roundToUnits } from '../../figure/text.ts';
import type { Estimate } from './bootstrap.ts';

/** An interval of what one auction brings, over so many auctions. */
export function toMoneyInterval({ low, high }: Pick<Estimate, 'low' | 'high'>, auctions: number) {
  return { low: roundToUnits(low * auctions), high: roundToUnits(high * auctions) };
}

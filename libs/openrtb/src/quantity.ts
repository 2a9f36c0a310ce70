import { type AuctionRequest, parseFloor } from '@auction-tiers/tier-engine';
import type { Imp } from 'iab-openrtb/v26';
import { isAbsent, type Loose, shown, valueAt } from './loose.ts';
import type { Report } from './model.ts';

/**
 * How many impressions a play out of home counts as. A multiplier has the form of a price, in millionths; one that cannot be
 * read is 1, with a warning.
 */
export function toQuantity({ qty }: Loose<Imp>, report: Report): Pick<AuctionRequest, 'quantityMicros'> {
  const multiplier = valueAt(qty, 'multiplier');
  if (isAbsent(multiplier) || multiplier === 1) return {};
  const isNumber = typeof multiplier === 'number' || typeof multiplier === 'string';
  const parsed = isNumber ? parseFloor(multiplier) : undefined;
  if (parsed?.ok === true) return { quantityMicros: parsed.micros };
  report('qty.multiplier', `is ${shown(multiplier)}, and 1 is used; allowed is a number from 0 to 999999.999999`);
  return {};
}

import { parsePrice } from '@auction-tiers/tier-engine';
import type { Bid } from 'iab-openrtb/v26';
import { isAbsent, isObject, shown, toObject } from './loose.ts';
import type { InvalidBid } from './model.ts';
import type { RawBid } from './response.ts';

/** The impression that a bid names; null: none. */
export function toImpId({ bid }: RawBid): string | null {
  const { impid } = toObject<Bid>(bid);
  return typeof impid === 'string' ? impid : null;
}

/** Why a bid belongs to no impression of the request. */
export function strayReason({ bid }: RawBid, impId: string | null): InvalidBid {
  if (!isObject(bid)) return { reason: 'not_an_object', message: `${shown(bid)} is no bid; allowed is an object` };
  if (impId === null) {
    const { impid } = toObject<Bid>(bid);
    return { reason: 'impression_missing', message: `impid is ${shown(impid)}; allowed is the id of an impression` };
  }
  return { reason: 'unknown_impression', message: `${shown(impId)} is no impression of the request` };
}

/** The gross price, CPM micros, or why it cannot be used. */
export function toGrossMicros({ bid, currency }: RawBid, auctionCurrency: string): number | InvalidBid {
  const { price } = toObject<Bid>(bid);
  if (isAbsent(price)) return { reason: 'price_missing', message: `price is ${shown(price)}; a bid needs one` };
  if (typeof price !== 'number' && typeof price !== 'string') {
    return { reason: 'price_invalid', message: `${shown(price)} is no price; allowed is a number` };
  }
  const parsed = parsePrice(price);
  if (!parsed.ok) return { reason: 'price_invalid', message: parsed.problem };
  if (currency === auctionCurrency) return parsed.micros;
  return {
    reason: 'currency_unsupported',
    message: `the response is in ${shown(currency)}; allowed is ${auctionCurrency}, the currency of the auction`,
  };
}

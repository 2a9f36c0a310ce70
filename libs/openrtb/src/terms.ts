import type { AuctionType } from '@auction-tiers/tier-engine';
import { maxPriceMicros, microsToNumber, parsePrice } from '@auction-tiers/tier-engine';
import type { BidRequest, Imp } from 'iab-openrtb/v26';
import type { Report } from './issue.ts';
import type { Loose } from './loose.ts';
import { isAbsent, shown, toText } from './loose.ts';

/** OpenRTB prices what names no currency in US dollars. */
const defaultCurrency = 'USD';

/** Auction types from here on are an exchange's own. */
const firstExchangeAuctionType = 500;

/** A currency as OpenRTB names it; US dollars where none is named. */
export function toCurrency(value: unknown): string {
  return toText(value)?.toUpperCase() ?? defaultCurrency;
}

/** OpenRTB's own default, second price, holds here: the request is written in OpenRTB's language. */
export function toAuctionType({ at }: Loose<BidRequest>, report: Report): AuctionType {
  if (isAbsent(at)) return 2;
  const code = typeof at === 'string' ? Number(at) : at;
  if (code === 1 || code === 2) return code;
  if (code === 3 || (typeof code === 'number' && code >= firstExchangeAuctionType)) {
    report('bid_request.at', `${shown(at)} is run as 1, a first price auction; 1 and 2 are known`);
    return 1;
  }
  report('bid_request.at', `${shown(at)} is no auction type; 2, OpenRTB's default, is used`);
  return 2;
}

/** CPM micros; 0 where the impression names no floor, or one that cannot be compared with the bids. */
export function toBidFloorMicros({ bidfloor, bidfloorcur }: Loose<Imp>, currency: string, report: Report): number {
  if (isAbsent(bidfloor)) return 0;
  if (typeof bidfloor !== 'number' && typeof bidfloor !== 'string') {
    report('bidfloor', `${shown(bidfloor)} is no price; no floor is used`);
    return 0;
  }
  const floorCurrency = toCurrency(bidfloorcur);
  if (floorCurrency !== currency) {
    if (Number(bidfloor) === 0) return 0;
    report('bidfloorcur', `${shown(floorCurrency)} is not ${currency}, the currency of the auction; no floor is used`);
    return 0;
  }
  const price = parsePrice(bidfloor);
  if (price.ok) return price.micros;
  // A floor above every price shuts the impression: to drop it would sell what was not for sale.
  const isTooLarge = Number(bidfloor) > microsToNumber(maxPriceMicros);
  report('bidfloor', `${price.problem} ${isTooLarge ? 'The highest price' : 'No floor'} is used.`);
  return isTooLarge ? maxPriceMicros : 0;
}

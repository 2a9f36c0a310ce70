import type { AuctionType } from '@auction-tiers/tier-engine';
import { maxPriceMicros, microsToNumber, parseFloor } from '@auction-tiers/tier-engine';
import type { BidRequest, Imp } from 'iab-openrtb/v26';
import type { Loose } from './loose.ts';
import { defaultCurrency, type Exchange, toCurrency, toLargeMicros } from './currency.ts';
import { isAbsent, isObject, shown, toArray, toId, toObject } from './loose.ts';
import type { Issue, OpenRtbInput, Report } from './model.ts';

/** The parts of a request that an auction requires; all other parts may have any form. */
export interface ReadableRequest {
  readonly request: Loose<BidRequest>;
  readonly imps: readonly { readonly id: string; readonly imp: Loose<Imp> }[];
  readonly responses: readonly unknown[];
}

/** The request, or everything that makes an auction impossible. */
export function readRequest({ bidRequest, bidResponses }: OpenRtbInput): ReadableRequest | readonly Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, message) => void issues.push({ path, message });
  const request = toObject<BidRequest>(bidRequest);
  if (!isObject(bidRequest)) {
    report('bid_request', `is ${shown(bidRequest)}; allowed is an OpenRTB bid request, an object`);
  } else if (!Array.isArray(request.imp) || request.imp.length === 0) {
    report('bid_request.imp', `is ${shown(request.imp)}; allowed is an array of at least one impression`);
  }
  if (!isAbsent(bidResponses) && !Array.isArray(bidResponses)) {
    report('bid_responses', `is ${shown(bidResponses)}; allowed is an array of bid responses`);
  }
  const imps = readImps(Array.isArray(request.imp) ? request.imp : [], report);
  return issues.length > 0 ? issues : { request, imps, responses: Array.isArray(bidResponses) ? bidResponses : [] };
}

function readImps(values: readonly unknown[], report: Report): ReadableRequest['imps'] {
  const firstAt = new Map<string, number>();
  return Array.from(values, (value, at) => {
    const path = `bid_request.imp[${at}]`;
    const imp = toObject<Imp>(value);
    const id = typeof imp.id === 'string' ? imp.id : '';
    const earlier = firstAt.get(id);
    if (!isObject(value)) report(path, `is ${shown(value)}; allowed is an impression, an object`);
    else if (id === '') report(`${path}.id`, `is ${shown(imp.id)}; allowed is a text that is not empty`);
    else if (earlier === undefined) firstAt.set(id, at);
    else report(`${path}.id`, `${shown(id)} is the id of imp[${earlier}] already; allowed is each id once`);
    return { id, imp };
  });
}

/** Auction types from this number on are defined by the exchange. */
const firstExchangeAuctionType = 500;

/** The default is OpenRTB's, second price. */
export function toAuctionType({ at }: Loose<BidRequest>, report: Report): AuctionType {
  if (isAbsent(at)) return 2;
  const code = toId(at);
  if (code === 1 || code === 2) return code;
  if (code === 3 || (code !== undefined && code >= firstExchangeAuctionType)) {
    report('bid_request.at', `${shown(at)} is run as 1, a first price auction; 1 and 2 are known`);
    return 1;
  }
  report('bid_request.at', `${shown(at)} is no auction type; 2, OpenRTB's default, is used`);
  return 2;
}

/** CPM micros of the auction's currency; undefined where no floor is named. A floor in a currency without a rate is an issue. */
export function toFloorMicros(
  { bidfloor, bidfloorcur }: { readonly bidfloor?: unknown; readonly bidfloorcur?: unknown },
  exchange: Exchange,
  warn: Report,
  refuse: Report,
): number | undefined {
  if (isAbsent(bidfloor)) return undefined;
  if (typeof bidfloor !== 'number' && typeof bidfloor !== 'string') {
    warn('bidfloor', `${shown(bidfloor)} is no price; no floor is used`);
    return undefined;
  }
  if (Number(bidfloor) === 0) return 0;
  const price = parseFloor(bidfloor);
  // A floor above every price excludes every bid: without it the impression would be sold below its floor.
  const isTooLarge = !price.ok && Number(bidfloor) > microsToNumber(maxPriceMicros);
  const currency = toCurrency(bidfloorcur) ?? defaultCurrency;
  const large = price.ok || currency === exchange.currency ? undefined : toLargeMicros(bidfloor);
  if (!price.ok && large === undefined) {
    warn('bidfloor', `${price.problem} ${isTooLarge ? 'The highest price' : 'No floor'} is used.`);
    return isTooLarge ? maxPriceMicros : undefined;
  }
  const micros = exchange.convert(price.ok ? price.micros : large!, currency, 'down');
  if (micros === undefined) {
    const message = `is in ${shown(currency)}, for which the seller has no rate; allowed: ${exchange.allowed}`;
    refuse('bidfloor', message);
  }
  return micros;
}

/** The currency of a response without one: the only currency that the request allows, else US dollars. */
export function toResponseCurrency({ cur }: Loose<BidRequest>): string {
  const allowed = new Set(toArray(cur).flatMap((one) => toCurrency(one) ?? []));
  return allowed.size === 1 ? [...allowed][0]! : defaultCurrency;
}

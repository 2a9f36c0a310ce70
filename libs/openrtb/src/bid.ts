import type { AuctionType, BidAttributes, Bid as EngineBid, MediaType } from '@auction-tiers/tier-engine';
import { maxPriceMicros, parseBid } from '@auction-tiers/tier-engine';
import { nameKey, toHost } from '@auction-tiers/tier-engine/name';
import type { Bid, BidResponse, SeatBid as ResponseSeat } from 'iab-openrtb/v26';
import { hash } from './hash.ts';
import type { Loose } from './loose.ts';
import { isAbsent, isObject, shown, toArray, toId, toLabel, toObject, toText } from './loose.ts';
import type { Group, InvalidBid, Offer, Report, SeatBid, SeatDirectory, StrayBid } from './model.ts';
import { readGroup, toImpId } from './group.ts';
import { type Exchange, toCurrency, toLargeMicros } from './currency.ts';
import { type ReadableRequest, toResponseCurrency } from './request.ts';
import { barred, dueOf, type Terms } from './terms.ts';

const microsPerUnit = 1_000_000;

const longestSeat = 255;

/** All bids on one impression, and the ones among them that take part. */
interface ImpressionBids {
  readonly bids: SeatBid[];
  readonly engineBids: EngineBid[];
  /** The auction type of each of them. */
  readonly types: AuctionType[];
}

interface GatheredBids {
  readonly groups: readonly Group[];
  readonly bidsOfImp: ReadonlyMap<string | null, ImpressionBids>;
  readonly strayBids: readonly StrayBid[];
}

/** Assigns every bid of every response to its impression, once. `termsOf`: by impression, what it asks of its bids. */
export function gatherBids(
  { request, imps, responses }: ReadableRequest,
  exchange: Exchange,
  termsOf: ReadonlyMap<string | null, Terms>,
  memberOfSeat: SeatDirectory,
  report: Report,
): GatheredBids {
  const bidsOfImp = new Map<string | null, ImpressionBids>(
    imps.map(({ id }) => [id, { bids: [], engineBids: [], types: [] }]),
  );
  const strayBids: StrayBid[] = [];
  const groups = new Set<Group>();
  for (const raw of readBids(responses, toResponseCurrency(request), memberOfSeat, report)) {
    const { seat, memberId, responseIndex, bidIndex, group } = raw;
    if (group !== undefined) groups.add(group);
    const bid = toObject<Bid>(raw.bid);
    const bidder = { seat, memberId, bidId: toBidId(bid), responseIndex, bidIndex, ...(group && { group }) };
    const impId = toImpId(raw.bid);
    const impression = bidsOfImp.get(impId);
    const price = toPrice(raw, exchange);
    if (impression === undefined) {
      strayBids.push({ ...bidder, impId, invalid: strayReason(raw, impId) });
      continue;
    }
    const terms = termsOf.get(impId)!;
    if ('reason' in price) {
      impression.bids.push({ ...bidder, invalid: price });
      continue;
    }
    const invalid = barred(terms, bid, seat, memberId);
    if (invalid !== undefined) {
      impression.bids.push({ ...bidder, invalid: { ...invalid, offer: price.offer } });
      continue;
    }
    const index = impression.engineBids.length;
    const { auctionType, floorMicros, ...agreed } = dueOf(terms, bid);
    impression.types.push(auctionType);
    const { agreedMicros = Infinity } = agreed;
    const isSettled = price.grossMicros > agreedMicros;
    impression.engineBids.push({
      // Given ids may be missing or repeat between seats. The place is unique, and the draws depend on it alone.
      id: String(index),
      memberId,
      grossMicros: isSettled ? agreedMicros : price.grossMicros,
      ...toAttributes(bid),
      floorMicros,
      seat: toEngineSeat(bidder),
    });
    const { currency } = price.offer;
    const offer = isSettled ? { currency, micros: Number(exchange.leastBid(agreedMicros, currency)) } : price.offer;
    impression.bids.push({ ...bidder, index, offer, ...agreed });
  }
  return { bidsOfImp, strayBids, groups: [...groups] };
}

/** A bid of a response, with its seat and the currency of the response. */
interface RawBid {
  readonly seat: string | null;
  readonly memberId: number | null;
  readonly currency: string;
  readonly group: Group | undefined;
  /** The element of `seatbid[].bid[]`; need not be an object. */
  readonly bid: unknown;
  readonly path: string;
  readonly responseIndex: number;
  readonly bidIndex: number;
}

const longestDeal = 64;
const mediaTypeOfCode: Readonly<Record<number, MediaType>> = { 1: 'banner', 2: 'video', 3: 'audio', 4: 'native' };

/** The attributes of a bid that profiles can target. Unreadable ones are left out. */
function toAttributes({ dealid, adomain, mtype }: Loose<Bid>): BidAttributes {
  const domains = toArray(adomain).flatMap((domain) => toHost(toText(domain) ?? '') || []);
  const deal = toLabel(dealid);
  return {
    deal: deal !== undefined && deal.length <= longestDeal ? deal : undefined,
    advertiserDomains: domains.length === 0 ? undefined : domains.slice(0, mostDomains),
    mediaType: mediaTypeOfCode[toId(mtype) ?? 0],
  };
}

/** The limit of a bid of `POST /auction`. */
const mostDomains = 1000;

/**
 * Every element of every `seatbid[].bid[]`, in order, except null: a bidder's empty answer (HTTP 204) is logged as
 * null, and some write null for a seat or a bid that they left out. A value of another shape has no bids, and is
 * reported.
 */
function readBids(
  responses: readonly unknown[],
  defaultCurrency: string,
  memberOfSeat: SeatDirectory,
  report: Report,
): RawBid[] {
  const bids: RawBid[] = [];
  for (const [at, response] of responses.entries()) {
    if (isAbsent(response)) continue;
    const path = `bid_responses[${at}]`;
    const { cur, seatbid } = toObject<BidResponse>(response);
    if (!isObject(response)) report(path, `${shown(response)} is no bid response; allowed is an object`);
    let bidIndex = 0;
    const currency = toCurrency(cur) ?? defaultCurrency;
    for (const [seatAt, entry] of readList(seatbid, `${path}.seatbid`, report)) {
      if (isAbsent(entry)) continue;
      const seatPath = `${path}.seatbid[${seatAt}]`;
      const seatBid = toObject<ResponseSeat>(entry);
      if (!isObject(entry)) report(seatPath, `${shown(entry)} is no seatbid; allowed is an object`);
      const seat = toGivenText(seatBid.seat);
      const memberId = seat === null ? null : memberOfSeat(seat);
      const group = readGroup(seatBid, seatPath, report);
      for (const [bidAt, bid] of readList(seatBid.bid, `${seatPath}.bid`, report)) {
        const place = { path: `${seatPath}.bid[${bidAt}]`, responseIndex: at, bidIndex: bidIndex++ };
        if (!isAbsent(bid)) bids.push({ seat, memberId, currency, group, bid, ...place });
      }
    }
  }
  return bids;
}

/** The key of an unknown buyer: its seat in the form in which seats are compared, or a hash of one that is longer than a bid's `seat` may be. */
function toEngineSeat({ seat, memberId }: Pick<RawBid, 'seat' | 'memberId'>): string | undefined {
  const key = seat === null ? '' : nameKey(seat);
  if (memberId !== null || key === '') return undefined;
  return key.length <= longestSeat ? key : hash(key);
}

/** A name as it was given; a number gives its digits. */
function toGivenText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function toBidId({ id }: Loose<Bid>): string | null {
  return toGivenText(id);
}

function readList(value: unknown, path: string, report: Report): IterableIterator<[number, unknown]> {
  if (Array.isArray(value)) return value.entries();
  if (!isAbsent(value)) report(path, `is ${shown(value)}; allowed is an array`);
  return [].entries();
}

/** Why a bid belongs to no impression of the request. */
function strayReason({ bid }: RawBid, impId: string | null): InvalidBid {
  if (!isObject(bid)) return { reason: 'not_an_object', message: `${shown(bid)} is no bid; allowed is an object` };
  if (impId === null) {
    const { impid } = toObject<Bid>(bid);
    return { reason: 'impression_missing', message: `impid is ${shown(impid)}; allowed is the id of an impression` };
  }
  return { reason: 'unknown_impression', message: `${shown(impId)} is no impression of the request` };
}

/** A price as it was bid, and in CPM micros of the auction's currency. */
interface Price {
  readonly grossMicros: number;
  readonly offer: Offer;
}

/** The gross price, or why it cannot be used. */
function toPrice({ bid, currency }: RawBid, exchange: Exchange): Price | InvalidBid {
  const { price } = toObject<Bid>(bid);
  if (isAbsent(price)) return { reason: 'price_missing', message: `price is ${shown(price)}; a bid needs one` };
  if (typeof price !== 'number' && typeof price !== 'string') {
    return { reason: 'price_invalid', message: `${shown(price)} is no price; allowed is a number` };
  }
  const parsed = parseBid(price);
  // In another currency a price may be above the highest one before it is converted.
  const large = parsed.ok || currency === exchange.currency ? undefined : toLargeMicros(price);
  const micros = parsed.ok ? parsed.micros : large;
  const converted = micros === undefined ? undefined : exchange.convert(micros, currency, 'up');
  if (!parsed.ok && (micros === undefined || converted === maxPriceMicros)) {
    const offered = Number(price) * microsPerUnit;
    const offer = offered > 0 && offered < Infinity ? { offer: { currency, micros: offered } } : {};
    return { reason: 'price_invalid', message: parsed.problem, ...offer };
  }
  const offer = { currency, micros: micros! };
  if (converted !== undefined) return { grossMicros: converted, offer };
  return {
    reason: 'currency_unsupported',
    message: `the response is in ${shown(currency)}, for which the seller has no rate; allowed: ${exchange.allowed}`,
    offer,
  };
}

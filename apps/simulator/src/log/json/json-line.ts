import { findCountryByCode, withoutUnknownPlaces } from '@auction-tiers/dma-data';
import type { Directory, InvalidReason, OpenRtbAuction } from '@auction-tiers/openrtb';
import { toAuctions } from '@auction-tiers/openrtb';
import { type OwnAuction, readOwnObject, toId } from '@auction-tiers/recorded/line';
import type { NamedOwner } from '@auction-tiers/recorded/usual-line';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { maxPriceMicros, microsToNumber } from '@auction-tiers/tier-engine';
import { describeIssues } from '../../cli/failure.ts';
import type { LostBids } from '../auction/input-report.ts';
import type { CurrencyRates } from '../auction/reading.ts';
import type { SeatBook } from '../auction/seat-book.ts';
import { readLineTime } from './line-time.ts';
import { fromPrebidLine } from './prebid-line.ts';

/** Values for what a line does not have. */
export interface LineDefaults {
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Moment of impressions that name none, milliseconds since the epoch. */
  readonly timeMs: number;
  /** Dotted path of the time in lines of OpenRTB. Default: `time`, which they may lack. */
  readonly timeField: string | undefined;
  /** The currency of the seller, and its rates for the currencies of OpenRTB. Default: USD, and none. */
  readonly currency?: string | undefined;
  readonly rates?: CurrencyRates;
  /** Makes the seed of an auction that names none. */
  readonly seed: () => string;
}

/** The auctions of a line of JSON, or why it cannot be used. */
export type JsonLine =
  | {
      readonly ok: true;
      readonly kind: 'own';
      readonly auction: OwnAuction;
    }
  | {
      readonly ok: true;
      readonly kind: 'openrtb';
      /** Of all impressions. */
      readonly unit: string | undefined;
      readonly named: NamedOwner;
      /** One per impression. */
      readonly requests: readonly AuctionRequest[];
      /** Bids that cannot take part: on an unknown impression, without a usable price, ... */
      readonly invalidBidCount: number;
      /** The invalid bids by buyer. */
      readonly lost: readonly LostBids[];
      /** Prices, in micros, of invalid bids in another currency. */
      readonly foreignPrices: readonly { readonly currency: string; readonly micros: number }[];
      /** Invalid bids with a price above the highest allowed. */
      readonly tooHighPriceCount: number;
      /** Fields that were ignored, such as a floor that is not a number. */
      readonly warningCount: number;
      /** The seat of each bid of an unknown buyer; such a bid takes part untiered. */
      readonly unmappedSeats: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Bids of an auction body with a price above the highest allowed. */
      readonly tooHighPriceCount: number;
      /** Its bids by buyer, as far as it tells. */
      readonly lost: readonly LostBids[];
    };

const longestSeed = 64;
const mostUnits = microsToNumber(maxPriceMicros);

/** Reads a line with an auction body (as for `POST /auction`), OpenRTB, or a log line of Prebid Server; the content tells which. */
export function readJsonLine(text: string, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const parsed = parseObject(text);
  if (parsed === undefined) return broken('is not a JSON object');
  const value = fromPrebidLine(parsed);
  if ('bid_request' in value) return readOpenRtb(value, seats, defaults);
  if ('bids' in value) return readOwn(value, seats, defaults);
  return broken(
    'has neither bids (the body of POST /auction) nor a bid_request (OpenRTB) nor a Request (Prebid Server)',
  );
}

const broken = (problem: string, lost: readonly LostBids[] = [], tooHighPriceCount = 0): JsonLine => ({
  ok: false,
  problem,
  tooHighPriceCount,
  lost,
});

function readOwn(value: Readonly<Record<string, unknown>>, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const reading = readOwnObject(value, defaults);
  if (!reading.ok) return broken(describeIssues(reading.issues), lostOf(value, seats), countTooHigh(value));
  return { ok: true, kind: 'own', auction: reading.auction };
}

function readOpenRtb(value: Readonly<Record<string, unknown>>, seats: SeatBook, defaults: LineDefaults): JsonLine {
  const { bid_request: bidRequest, bid_responses: bidResponses } = value;
  const directory: Directory = {
    memberOfSeat: seats.memberOfSeat,
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
  const time = readLineTime(value, defaults.timeField);
  if (!time.ok) return broken(time.problem, lostOfResponses(bidResponses, seats));
  const requestId = idOf(bidRequest);
  const seed = requestId ?? defaults.seed();
  const { timeMs = defaults.timeMs } = time;
  const mapped = toAuctions({ bidRequest, bidResponses }, directory, { ...defaults, timeMs, seed });
  if (!mapped.ok) return broken(describeIssues(mapped.issues), lostOfResponses(bidResponses, seats));
  const { auctions, refused, strayBids, groups, warnings } = mapped;
  const refusals = refused.flatMap(({ issues }) => issues);
  if (auctions.length === 0) return broken(describeIssues(refusals), lostOfResponses(bidResponses, seats));
  const bids = auctions.flatMap((auction) => auction.bids);
  const ofRefused = refused.flatMap((impression) => impression.bids);
  const invalid = [...bids, ...strayBids].flatMap((bid) => bid.invalid ?? []);
  const lost = [...ofRefused, ...[...bids, ...strayBids].filter((bid) => bid.invalid !== undefined)];
  const offersOf = (reason: InvalidReason) =>
    invalid.flatMap((one) => (one.reason === reason ? (one.offer ?? []) : []));
  const unmapped = bids.filter(({ seat, memberId, index }) => index !== undefined && memberId === null && seat);
  return {
    ok: true,
    kind: 'openrtb',
    unit: auctions[0]?.unit,
    named: { publisherId: mapped.publisherId },
    requests: toRequests(auctions, requestId),
    invalidBidCount: lost.length,
    lost: lost.map(({ memberId, seat }) => ({ memberId, seat: memberId === null ? seat : null, bids: 1 })),
    foreignPrices: offersOf('currency_unsupported'),
    tooHighPriceCount: offersOf('price_invalid').filter(({ micros }) => micros > maxPriceMicros).length,
    // A log's impressions are decided apart, by several tier sets, so that groups are not obeyed.
    warningCount: warnings.length + refusals.length + groups.length,
    unmappedSeats: unmapped.map(({ seat }) => seat ?? ''),
  };
}

/** Bids of something like an auction body whose price is above the highest allowed. */
function countTooHigh({ bids }: { readonly bids?: unknown }): number {
  if (!Array.isArray(bids)) return 0;
  return bids.filter((bid) => Number((bid as { readonly price?: unknown } | null)?.price) > mostUnits).length;
}

/** The bids of something like an auction body, by buyer. */
function lostOf({ bids }: { readonly bids?: unknown }, { memberOf }: SeatBook): LostBids[] {
  if (!Array.isArray(bids)) return [];
  return bids.flatMap((bid): LostBids[] => {
    const id = toId((bid as { readonly member_id?: unknown } | null)?.member_id);
    return id === undefined ? [] : [{ memberId: memberOf?.(id) ?? id, seat: null, bids: 1 }];
  });
}

/** What something like an object has under a name; undefined: nothing. */
function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A list inside something like an object; empty: it has none. */
function partsOf(value: unknown, name: string): unknown[] {
  const parts = partOf(value, name);
  return Array.isArray(parts) ? parts : [];
}

/** The bids of something like OpenRTB's responses, by buyer. */
function lostOfResponses(responses: unknown, { memberOfSeat }: SeatBook): LostBids[] {
  const seatBids = partsOf({ responses }, 'responses').flatMap((response) => partsOf(response, 'seatbid'));
  return seatBids.flatMap((seatBid): LostBids[] => {
    const seat = partOf(seatBid, 'seat');
    if (typeof seat !== 'string') return [];
    const memberId = memberOfSeat(seat);
    return [{ memberId, seat: memberId === null ? seat : null, bids: partsOf(seatBid, 'bid').length }];
  });
}

/** As the service reads it: country codes and other places that do not exist are left out. */
const withKnownPlaces = (request: AuctionRequest): AuctionRequest => ({
  ...request,
  impression: withoutUnknownPlaces(request.impression),
});

/** The seed of a request with one impression is its id, without the place of the impression. */
function toRequests(auctions: readonly OpenRtbAuction[], requestId: string | undefined): AuctionRequest[] {
  const requests = auctions.map(({ request }) => withKnownPlaces(request));
  const [only, ...others] = requests;
  return only === undefined || requestId === undefined || others.length > 0 ? requests : [{ ...only, seed: requestId }];
}

/** The id of a bid request, if it can be a seed. */
function idOf(bidRequest: unknown): string | undefined {
  const { id }: { id?: unknown } = typeof bidRequest === 'object' && bidRequest !== null ? bidRequest : {};
  return typeof id === 'string' && id.length >= 1 && id.length <= longestSeed ? id : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

import type { AuctionRequest } from '@auction-tiers/tier-engine';
import type { Exchange, Rates } from './currency.ts';

/** A problem of the input, and where it is: `bid_request.imp[0].id`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Notes a problem. */
export type Report = (path: string, message: string) => void;

/** The buyer's member id behind a seat, which may be an id, a name or anything else; null: the seat is unknown. */
export type SeatDirectory = (seat: string) => number | null;

/** ISO 3166-1 alpha-3 in upper case to alpha-2; undefined: no such country. */
export type CountryDirectory = (alpha3: string) => string | undefined;

/** Look-ups of the mapping that depend on the installation or on another library. */
export interface Directory {
  readonly memberOfSeat: SeatDirectory;
  readonly countryFromAlpha3: CountryDirectory;
}

/** The input; both parts may be of any shape. */
export interface OpenRtbInput {
  /** An OpenRTB 2.6 bid request. */
  readonly bidRequest: unknown;
  /** Its bid responses, in the order that decides a bid's place; null or undefined: none. */
  readonly bidResponses: unknown;
}

/** Values that a bid request does not contain. */
export interface Defaults extends Rates {
  /** Fee of every bid, parts per million. */
  readonly feePpm: number;
  /** The seed from which each impression's seed is made. */
  readonly seed: string;
  /** Moment of the impressions, milliseconds since the epoch. */
  readonly timeMs: number;
}

/** Why a bid cannot take part. */
export const invalidReasons = [
  'not_an_object',
  'impression_missing',
  'unknown_impression',
  'price_missing',
  'price_invalid',
  'currency_unsupported',
  'private_auction',
  'deal_unknown',
  'deal_seat',
  'deal_advertiser',
  'seat_blocked',
  'advertiser_blocked',
  'category_blocked',
  'app_blocked',
  'group_split',
] as const;
export type InvalidReason = (typeof invalidReasons)[number];

export interface InvalidBid {
  readonly reason: InvalidReason;
  /** One sentence: the value seen, and what is allowed. */
  readonly message: string;
  /** The price, if it is a number: micros of its currency, even above the highest allowed. */
  readonly offer?: Offer;
}

/** The bids of a `seatbid` whose `group` is 1: they win all their impressions or none. */
export interface Group {
  /** Where it is in the responses: `bid_responses[0].seatbid[1]`. */
  readonly path: string;
  /** The impressions that its bids name, at least two; null: a bid names none. */
  readonly impIds: ReadonlySet<string | null>;
}

export interface Bidder {
  /** Its indexes in the request: of the response, and of the bid in the response. Ids of bids may repeat. */
  readonly responseIndex: number;
  readonly bidIndex: number;
  /** As given; null: the response names none. */
  readonly seat: string | null;
  /** The bid's id as given, which need not be unique; null: it has none. */
  readonly bidId: string | null;
  /** The buyer behind the seat; null: the seat is unknown. */
  readonly memberId: number | null;
  /** The group that the bid is part of; undefined: none, it may win alone. */
  readonly group?: Group;
}

/** A price in a currency. */
export interface Offer {
  /** ISO 4217. */
  readonly currency: string;
  readonly micros: number;
}

/**
 * A bid of the responses: either it takes part, at `index` of `request.bids` and for `offer`, or it is invalid.
 * `agreedMicros`: the agreed price of its deal, CPM micros of the auction's currency; a bid that offers more takes part
 * with this price.
 */
export type SeatBid =
  | (Bidder & {
      readonly index: number;
      readonly offer: Offer;
      readonly agreedMicros?: number;
      readonly invalid?: undefined;
    })
  | (Bidder & { readonly index?: undefined; readonly invalid: InvalidBid });

/** An invalid bid that belongs to no impression of the request. */
export interface StrayBid extends Bidder {
  /** The impression it names; null: none. */
  readonly impId: string | null;
  readonly invalid: InvalidBid;
}

/** The auction of one impression. */
export interface OpenRtbAuction {
  readonly impId: string;
  /** Place of the impression in the request, from 0. */
  readonly impIndex: number;
  /** The user in the request, in any form of up to 64 characters; undefined: there is none. */
  readonly unit: string | undefined;
  /** The valid bids, in the order of the responses; their ids are their places ("0", "1", ...). */
  readonly request: AuctionRequest;
  /** Every bid that names this impression, in the order of the responses. */
  readonly bids: readonly SeatBid[];
}

/** An impression that cannot be auctioned because a floor of it cannot be converted: a floor is never dropped. */
export interface RefusedImpression extends Pick<OpenRtbAuction, 'impId' | 'impIndex' | 'bids'> {
  readonly issues: readonly Issue[];
}

export type ToAuctionsResult =
  | {
      readonly ok: true;
      /** Of the site, app or screen; selects the ym-profile. */
      readonly publisherId: number | string | undefined;
      /** One per impression that is not refused, in the order of the request. */
      readonly auctions: readonly OpenRtbAuction[];
      readonly refused: readonly RefusedImpression[];
      /** Bids without an impression. With the bids of `auctions` and `refused` these are all bids of all responses. */
      readonly strayBids: readonly StrayBid[];
      /** The groups, in the order of the responses. The bids of `auctions` are as sent: `settleGroups` obeys the groups. */
      readonly groups: readonly Group[];
      /** Converts between the currency of the auctions and those of the bids. */
      readonly exchange: Exchange;
      /** Ignored values, such as a floor that is not a number. */
      readonly warnings: readonly Issue[];
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

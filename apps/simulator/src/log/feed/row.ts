import { calendarOf } from '@auction-tiers/calendar';
import { findCountryByName } from '@auction-tiers/dma-data';
import { maxPriceMicros, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import { toInventoryId } from '@auction-tiers/tier-engine/name';
import type { RecordedBid } from '../auction/logged-auction.ts';
import { momentsAllowed, readMoment } from '../auction/moment.ts';
import type { SeatBook } from '../auction/seat-book.ts';
import type { FeedColumn, GamColumn } from '../file/feed-columns.ts';
import { gamBuyers } from '../file/feed-columns.ts';
import type { FeedHeader } from '../file/separated-rows.ts';
import { splitRow } from '../file/separated-rows.ts';

/** A bid of a feed, and the auction that it belongs to. */
export interface FeedRow {
  readonly auctionId: string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly sellerMemberId: number | null;
  readonly layout: FeedHeader['layout'];
  /** Of the impression, ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  readonly placementId: number | string | null;
  readonly bid: RecordedBid;
}

export type FeedRowResult =
  | {
      readonly ok: true;
      readonly row: FeedRow;
      /** The seat of an unknown buyer. */
      readonly unmappedSeat: string | undefined;
      /** Whether it names a country that is none. */
      readonly hasUnknownCountry?: boolean;
      /** Whether its time was read in the time zone of the form. */
      readonly isLocalTime?: boolean;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether its price is above the highest allowed. */
      readonly isPriceTooHigh: boolean;
      /** The buyer, where the row names one. */
      readonly memberId: number | null;
      readonly seat: string | null;
    };

/** How exports write a missing value. For ids and reasons, 0 is a missing value too. */
const nothing = new Set(['', 'NULL', 'null', '\\N']);
const plainPrice = /^(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?$/;
const microsPerUnit = 1_000_000;
const [longestSeed, longestName] = [64, 255];

type Column = FeedColumn | GamColumn;

/** How the rows of a file are read. */
export interface RowForm {
  readonly header: FeedHeader;
  readonly hasDecimalCommas: boolean;
  /** Of Ad Manager's times that name none, IANA. */
  readonly timeZone: string;
}

/** Reads a row and validates every value that is used. The buyer is the service's; the seller is the feed's. */
export function readFeedRow(text: string, form: RowForm, seats: SeatBook): FeedRowResult {
  const { header } = form;
  const fields = splitRow(text, header.separator);
  if (fields === undefined) return refuse('has a double quote that is not closed');
  if (fields.length !== header.fieldCount) {
    return refuse(`has ${fields.length} fields, the header has ${header.fieldCount}`);
  }
  const reading = new FieldReading(fields, form, seats);
  const isGam = header.layout === 'gam_bids';
  const row = isGam ? readGam(reading) : readFeed(reading);
  const { problem, isPriceTooHigh, unmappedSeat } = reading;
  if (problem !== undefined)
    return { ...refuse(problem), isPriceTooHigh, memberId: row.bid.memberId, seat: unmappedSeat ?? null };
  const hasUnknownCountry = isGam && row.country === null && reading.code('Country') !== null;
  return { ok: true, row, unmappedSeat, hasUnknownCountry, isLocalTime: reading.isLocalTime };
}

function readFeed(reading: FieldReading): FeedRow {
  const netMicros = reading.price('actual_bid_price') ?? reading.requiredPrice('actual_bid_price');
  const hardFloorMicros = reading.price('hard_floor', parseFloor) ?? 0;
  const rejectReason = reading.code('bid_reject_reason');
  return {
    auctionId: reading.auctionId('auction_id_64'),
    timeMs: reading.momentMs('date_time'),
    sellerMemberId: reading.id('seller_member_id'),
    layout: 'feed',
    country: null,
    placementId: null,
    bid: {
      memberId: reading.buyer('buyer_member_id'),
      netMicros,
      rawNetMicros: reading.price('raw_net_bid_price'),
      hardFloorMicros,
      rejectReason,
      isRejected: rejectReason !== null && netMicros >= hardFloorMicros,
      tierId: reading.id('ym_auction_tier_id'),
      dealId: reading.code('deal_id'),
      isWinning: reading.flag('is_winning_bid'),
    },
  };
}

/** Reasons that Ad Manager gives for a bid that took part in the auction, as does a bid without a reason. */
const tookPart = new Set(['winner', 'outbid', 'floor']);

/**
 * A query has one `KeyPart` and one `TimeUsec2`; neither tells queries apart alone. A row without microseconds has the time
 * of the event by the clock of the network.
 */
function readGam(reading: FieldReading): FeedRow {
  const time = reading.has('TimeUsec2') ? 'TimeUsec2' : 'Time';
  const reason = reading.code('BidRejectionReason');
  const isRejected = reason !== null && !tookPart.has(reason.toLowerCase());
  const country = reading.code('Country');
  const placementId = reading.code('AdUnitId');
  return {
    auctionId: `${reading.auctionId('KeyPart')}-${reading.required(time)}`,
    timeMs: time === 'Time' ? reading.localMs(time) : reading.momentMs(time),
    sellerMemberId: null,
    layout: 'gam_bids',
    country: country === null ? null : (findCountryByName(country)?.code ?? null),
    placementId: placementId !== null && placementId.length <= longestName ? toInventoryId(placementId) : null,
    bid: {
      memberId: reading.anyBuyer(gamBuyers),
      netMicros: reading.price('BidPrice') ?? reading.requiredPrice('BidPrice'),
      rawNetMicros: null,
      hardFloorMicros: reading.price('BidSellerReservePrice', parseFloor) ?? 0,
      rejectReason: isRejected ? reason : null,
      isRejected,
      tierId: null,
      dealId: reading.code('BidDealId'),
      isWinning: reason?.toLowerCase() === 'winner',
    },
  };
}

const refuse = (problem: string): FeedRowResult & { ok: false } => ({
  ok: false,
  problem,
  isPriceTooHigh: false,
  memberId: null,
  seat: null,
});

/** Reads the fields of one row, and keeps the first problem found. */
class FieldReading {
  problem: string | undefined;
  isPriceTooHigh = false;
  unmappedSeat: string | undefined;
  isLocalTime = false;
  readonly #fields: readonly string[];
  readonly #header: FeedHeader;
  readonly #hasDecimalCommas: boolean;
  readonly #timeZone: string;
  readonly #seats: SeatBook;

  constructor(fields: readonly string[], { header, hasDecimalCommas, timeZone }: RowForm, seats: SeatBook) {
    this.#fields = fields;
    this.#header = header;
    this.#hasDecimalCommas = hasDecimalCommas;
    this.#timeZone = timeZone;
    this.#seats = seats;
  }

  auctionId(column: Column): string {
    const text = this.#text(column);
    if (this.#header.hasTextIds) {
      const isId = text !== '' && text.length <= longestSeed && !text.includes('\t');
      if (!isId) this.#refuse(column, text, `a text of 1 to ${longestSeed} characters`);
    } else if (!/^-?\d{1,20}$/.test(text)) this.#refuse(column, text, 'a whole number of 64 bits');
    return text;
  }

  momentMs(column: Column): number {
    const text = this.#text(column);
    const timeMs = readMoment(text);
    if (timeMs === undefined) this.#refuse(column, text, momentsAllowed);
    return timeMs ?? 0;
  }

  /** A time by the clock of the form's zone, as Ad Manager writes it: 2026-11-21-08:30:15. Of two, the first moment. */
  localMs(column: Column): number {
    const text = this.#text(column);
    const [, day, time] = /^(\d{4}-\d\d-\d\d)[-T ](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
    if (day === undefined) return this.momentMs(column);
    this.isLocalTime = true;
    const timeMs = calendarOf(this.#timeZone).momentOf(day, time!);
    if (timeMs === null) this.#refuse(column, text, `a time that the clock of ${this.#timeZone} shows`);
    return timeMs ?? 0;
  }

  /** null: missing, 0, or the seat of an unknown buyer. */
  buyer(column: Column): number | null {
    const { memberOf, memberOfSeat } = this.#seats;
    const text = this.#text(column);
    if (!this.#header.hasSeats) {
      const id = this.id(column);
      return id && (memberOf?.(id) ?? id);
    }
    if (nothing.has(text) || text === '0') return null;
    const memberId = memberOfSeat(text);
    if (memberId === null) this.unmappedSeat = text;
    return memberId;
  }

  /** The first that is known; null: none is. */
  anyBuyer(columns: readonly Column[]): number | null {
    const texts = columns.map((column) => this.#text(column));
    // Where Google won, `YieldGroupNames` has all groups that competed.
    const seats = texts.filter((text) => !nothing.has(text) && text !== '0' && !text.includes('|'));
    for (const seat of seats) {
      const memberId = this.#seats.memberOfSeat(seat);
      if (memberId !== null) return memberId;
    }
    [this.unmappedSeat] = seats;
    return null;
  }

  /** Whether the row has a value there. */
  has(column: Column): boolean {
    return !nothing.has(this.#text(column));
  }

  /** null: missing, 0 or refused. */
  id(column: Column): number | null {
    const text = this.#text(column);
    if (nothing.has(text) || text === '0') return null;
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    this.#refuse(column, text, 'a whole number from 0');
    return null;
  }

  /** null: missing. */
  price(column: Column, parse = parseBid): number | null {
    const written = this.#text(column);
    const isPointed = this.#hasDecimalCommas && written.includes('.');
    if (isPointed) this.#refuse(column, written, 'a price without points, because of --decimal-comma');
    const text = this.#hasDecimalCommas ? written.replace(',', '.') : written;
    // With at most 12 digits, rounding the double gives the exact decimal.
    if (plainPrice.test(text)) return Math.round(Number(text) * microsPerUnit);
    if (nothing.has(text)) return null;
    const price = parse(text);
    if (price.ok) return price.micros;
    this.problem ??= `has the ${column} ${price.problem.replace(/\.$/, '')}`;
    this.isPriceTooHigh ||=
      (column === 'actual_bid_price' || column === 'BidPrice') && Number(text) * microsPerUnit > maxPriceMicros;
    return 0;
  }

  /** null: missing or 0. Codes of other systems are not changed. */
  code(column: Column): string | null {
    const text = this.#text(column).replaceAll('\t', ' ');
    return nothing.has(text) || text === '0' ? null : text;
  }

  flag(column: Column): boolean {
    const text = this.#text(column);
    if (text === '1' || text === 'true') return true;
    if (!nothing.has(text) && text !== '0' && text !== 'false') this.#refuse(column, text, '0 or 1');
    return false;
  }

  requiredPrice(column: Column): number {
    this.#refuse(column, '', 'a price');
    return 0;
  }

  required(column: Column): string {
    const text = this.#text(column);
    if (nothing.has(text)) this.#refuse(column, text, 'a value');
    return text;
  }

  #text(column: Column): string {
    const place = this.#header.places[column];
    return place === undefined ? '' : this.#fields[place]!.trim();
  }

  #refuse(column: Column, text: string, allowed: string): void {
    this.problem ??= `has the ${column} ${JSON.stringify(text.slice(0, 40))}, allowed: ${allowed}`;
  }
}

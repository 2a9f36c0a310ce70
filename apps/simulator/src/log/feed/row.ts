import { maxPriceMicros, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import type { RecordedBid } from '../auction/logged-auction.ts';
import { momentsAllowed, readMoment } from '../auction/moment.ts';
import type { SeatBook } from '../auction/seat-book.ts';
import type { FeedColumn } from '../file/feed-columns.ts';
import type { FeedHeader } from '../file/separated-rows.ts';
import { splitRow } from '../file/separated-rows.ts';

/** A bid of a feed, and the auction that it belongs to. */
export interface FeedRow {
  readonly auctionId: string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly sellerMemberId: number | null;
  readonly bid: RecordedBid;
}

export type FeedRowResult =
  | {
      readonly ok: true;
      readonly row: FeedRow;
      /** The seat of an unknown buyer. */
      readonly unmappedSeat: string | undefined;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether its price is above the highest allowed. */
      readonly isPriceTooHigh: boolean;
    };

/** How exports write a missing value. For ids and reasons, 0 is a missing value too. */
const nothing = new Set(['', 'NULL', 'null', '\\N']);
const plainPrice = /^(?:0|[1-9]\d{0,5})(?:\.\d{1,6})?$/;
const microsPerUnit = 1_000_000;
const longestSeed = 64;

/** Reads a row and validates every value that is used. The buyer is the service's; the seller is the feed's. */
export function readFeedRow(text: string, header: FeedHeader, seats: SeatBook): FeedRowResult {
  const fields = splitRow(text, header.separator);
  if (fields === undefined) return refuse('has a double quote that is not closed');
  if (fields.length !== header.fieldCount) {
    return refuse(`has ${fields.length} fields, the header has ${header.fieldCount}`);
  }
  const reading = new FieldReading(fields, header, seats);
  const row: FeedRow = {
    auctionId: reading.auctionId('auction_id_64'),
    timeMs: reading.momentMs('date_time'),
    sellerMemberId: reading.id('seller_member_id'),
    bid: {
      memberId: reading.buyer('buyer_member_id'),
      netMicros: reading.price('actual_bid_price') ?? reading.required('actual_bid_price'),
      rawNetMicros: reading.price('raw_net_bid_price'),
      hardFloorMicros: reading.price('hard_floor', parseFloor) ?? 0,
      rejectReason: reading.code('bid_reject_reason'),
      tierId: reading.id('ym_auction_tier_id'),
      dealId: reading.code('deal_id'),
      isWinning: reading.flag('is_winning_bid'),
    },
  };
  const { problem, isPriceTooHigh, unmappedSeat } = reading;
  return problem === undefined ? { ok: true, row, unmappedSeat } : refuse(problem, isPriceTooHigh);
}

const refuse = (problem: string, isPriceTooHigh = false): FeedRowResult => ({ ok: false, problem, isPriceTooHigh });

/** Reads the fields of one row, and keeps the first problem found. */
class FieldReading {
  problem: string | undefined;
  isPriceTooHigh = false;
  unmappedSeat: string | undefined;
  readonly #fields: readonly string[];
  readonly #header: FeedHeader;
  readonly #seats: SeatBook;

  constructor(fields: readonly string[], header: FeedHeader, seats: SeatBook) {
    this.#fields = fields;
    this.#header = header;
    this.#seats = seats;
  }

  auctionId(column: FeedColumn): string {
    const text = this.#text(column);
    if (this.#header.hasTextIds) {
      const isId = text !== '' && text.length <= longestSeed && !text.includes('\t');
      if (!isId) this.#refuse(column, text, `a text of 1 to ${longestSeed} characters`);
    } else if (!/^-?\d{1,20}$/.test(text)) this.#refuse(column, text, 'a whole number of 64 bits');
    return text;
  }

  momentMs(column: FeedColumn): number {
    const text = this.#text(column);
    const timeMs = readMoment(text);
    if (timeMs === undefined) this.#refuse(column, text, momentsAllowed);
    return timeMs ?? 0;
  }

  /** null: missing, 0, or the seat of an unknown buyer. */
  buyer(column: FeedColumn): number | null {
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

  /** null: missing or 0. */
  id(column: FeedColumn): number | null {
    const text = this.#text(column);
    if (nothing.has(text) || text === '0') return null;
    if (!/^[1-9]\d{0,14}$/.test(text)) this.#refuse(column, text, 'a whole number from 0');
    return Number(text);
  }

  /** null: missing. */
  price(column: FeedColumn, parse = parseBid): number | null {
    const text = this.#text(column);
    // With at most 12 digits, rounding the double gives the exact decimal.
    if (plainPrice.test(text)) return Math.round(Number(text) * microsPerUnit);
    if (nothing.has(text)) return null;
    const price = parse(text);
    if (price.ok) return price.micros;
    this.problem ??= `has the ${column} ${price.problem.replace(/\.$/, '')}`;
    this.isPriceTooHigh ||= column === 'actual_bid_price' && Number(text) * microsPerUnit > maxPriceMicros;
    return 0;
  }

  /** null: missing or 0. Codes of other systems are not changed. */
  code(column: FeedColumn): string | null {
    const text = this.#text(column).replaceAll('\t', ' ');
    return nothing.has(text) || text === '0' ? null : text;
  }

  flag(column: FeedColumn): boolean {
    const text = this.#text(column);
    if (text === '1' || text === 'true') return true;
    if (!nothing.has(text) && text !== '0' && text !== 'false') this.#refuse(column, text, '0 or 1');
    return false;
  }

  required(column: FeedColumn): number {
    this.#refuse(column, '', 'a price');
    return 0;
  }

  #text(column: FeedColumn): string {
    const place = this.#header.places[column];
    return place === undefined ? '' : this.#fields[place]!.trim();
  }

  #refuse(column: FeedColumn, text: string, allowed: string): void {
    this.problem ??= `has the ${column} ${JSON.stringify(text.slice(0, 40))}, allowed: ${allowed}`;
  }
}

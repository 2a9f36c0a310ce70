import { maxPriceMicros, parsePrice } from '@auction-tiers/tier-engine';
import type { RecordedBid } from '../auction/logged-auction.ts';
import type { FeedColumn, FeedHeader } from '../file/separated-rows.ts';
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
  | { readonly ok: true; readonly row: FeedRow }
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
const lastSecond = 253_402_300_799;

/** Reads a row and validates every value that is used. Member ids are those of the feed. */
export function readFeedRow(text: string, header: FeedHeader): FeedRowResult {
  const fields = splitRow(text, header.separator);
  if (fields === undefined) return refuse('has a double quote that is not closed');
  if (fields.length !== header.fieldCount) {
    return refuse(`has ${fields.length} fields, the header has ${header.fieldCount}`);
  }
  const reading = new FieldReading(fields, header);
  const row: FeedRow = {
    auctionId: reading.auctionId('auction_id_64'),
    timeMs: reading.momentMs('date_time'),
    sellerMemberId: reading.id('seller_member_id'),
    bid: {
      memberId: reading.id('buyer_member_id'),
      netMicros: reading.price('actual_bid_price') ?? reading.required('actual_bid_price'),
      rawNetMicros: reading.price('raw_net_bid_price'),
      hardFloorMicros: reading.price('hard_floor') ?? 0,
      rejectReason: reading.code('bid_reject_reason'),
      tierId: reading.id('ym_auction_tier_id'),
      dealId: reading.code('deal_id'),
      isWinning: reading.flag('is_winning_bid'),
    },
  };
  return reading.problem === undefined ? { ok: true, row } : refuse(reading.problem, reading.isPriceTooHigh);
}

const refuse = (problem: string, isPriceTooHigh = false): FeedRowResult => ({ ok: false, problem, isPriceTooHigh });

/** Reads the fields of one row, and keeps the first problem found. */
class FieldReading {
  problem: string | undefined;
  isPriceTooHigh = false;
  readonly #fields: readonly string[];
  readonly #header: FeedHeader;

  constructor(fields: readonly string[], header: FeedHeader) {
    this.#fields = fields;
    this.#header = header;
  }

  auctionId(column: FeedColumn): string {
    const text = this.#text(column);
    if (!/^-?\d{1,20}$/.test(text)) this.#refuse(column, text, 'a whole number of 64 bits');
    return text;
  }

  momentMs(column: FeedColumn): number {
    const text = this.#text(column);
    const seconds = Number(text);
    const isMoment = /^\d+(\.\d+)?$/.test(text) && seconds <= lastSecond;
    if (!isMoment) this.#refuse(column, text, 'seconds since 1970, up to the year 9999');
    return Math.floor(seconds * 1000);
  }

  /** null: missing or 0. */
  id(column: FeedColumn): number | null {
    const text = this.#text(column);
    if (nothing.has(text) || text === '0') return null;
    if (!/^[1-9]\d{0,14}$/.test(text)) this.#refuse(column, text, 'a whole number from 0');
    return Number(text);
  }

  /** null: missing. */
  price(column: FeedColumn): number | null {
    const text = this.#text(column);
    // With at most 12 digits, rounding the double gives the exact decimal.
    if (plainPrice.test(text)) return Math.round(Number(text) * microsPerUnit);
    if (nothing.has(text)) return null;
    const price = parsePrice(text);
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

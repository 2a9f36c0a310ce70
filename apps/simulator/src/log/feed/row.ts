import { calendarOf } from '@auction-tiers/calendar';
import { findCountryByName } from '@auction-tiers/dma-data';
import { maxPriceMicros, parseBid, parseFloor } from '@auction-tiers/tier-engine';
import { momentsAllowed, readMoment } from '../auction/moment.ts';
import type { SeatBook } from '../auction/seat-book.ts';
import type { FeedHeader } from '../file/separated-rows.ts';
import { splitRow } from '../file/separated-rows.ts';
import { rowFormatOf } from '../format/formats.ts';
import type { FeedRow, RowValues } from '../format/row-format.ts';

/** A bid of a feed, and which columns its file has. */
export interface LaidOutRow extends FeedRow {
  readonly layout: FeedHeader['layout'];
}

export type FeedRowResult =
  | {
      readonly ok: true;
      readonly row: LaidOutRow;
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
const longestSeed = 64;

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
  const row = { ...rowFormatOf(header.layout).read(reading), layout: header.layout };
  const { problem, isPriceTooHigh, unmappedSeat } = reading;
  if (problem !== undefined)
    return { ...refuse(problem), isPriceTooHigh, memberId: row.bid.memberId, seat: unmappedSeat ?? null };
  const { hasUnknownCountry, isLocalTime } = reading;
  return { ok: true, row, unmappedSeat, hasUnknownCountry, isLocalTime };
}

const refuse = (problem: string): FeedRowResult & { ok: false } => ({
  ok: false,
  problem,
  isPriceTooHigh: false,
  memberId: null,
  seat: null,
});

/** Reads the fields of one row, and keeps the first problem found. */
class FieldReading implements RowValues {
  problem: string | undefined;
  isPriceTooHigh = false;
  unmappedSeat: string | undefined;
  isLocalTime = false;
  hasUnknownCountry = false;
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

  auctionId(column: string): string {
    const text = this.#text(column);
    if (this.#header.hasTextIds) {
      const isId = text !== '' && text.length <= longestSeed && !text.includes('\t');
      if (!isId) this.#refuse(column, text, `a text of 1 to ${longestSeed} characters`);
    } else if (!/^-?\d{1,20}$/.test(text)) this.#refuse(column, text, 'a whole number of 64 bits');
    return text;
  }

  momentMs(column: string): number {
    const text = this.#text(column);
    const timeMs = readMoment(text);
    if (timeMs === undefined) this.#refuse(column, text, momentsAllowed);
    return timeMs ?? 0;
  }

  /** A time by the clock of the form's zone, as Ad Manager writes it: 2026-11-21-08:30:15. Of two, the first moment. */
  localMs(column: string): number {
    const text = this.#text(column);
    const [, day, time] = /^(\d{4}-\d\d-\d\d)[-T ](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? [];
    if (day === undefined) return this.momentMs(column);
    this.isLocalTime = true;
    const timeMs = calendarOf(this.#timeZone).momentOf(day, time!);
    if (timeMs === null) this.#refuse(column, text, `a time that the clock of ${this.#timeZone} shows`);
    return timeMs ?? 0;
  }

  /** null: missing, 0, or the seat of an unknown buyer. */
  buyer(column: string): number | null {
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
  anyBuyer(columns: readonly string[]): number | null {
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
  has(column: string): boolean {
    return !nothing.has(this.#text(column));
  }

  /** null: missing, 0 or refused. */
  id(column: string): number | null {
    const text = this.#text(column);
    if (nothing.has(text) || text === '0') return null;
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    this.#refuse(column, text, 'a whole number from 0');
    return null;
  }

  /** null: missing. */
  price(column: string, parse = parseBid): number | null {
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
      column === rowFormatOf(this.#header.layout).priceColumn && Number(text) * microsPerUnit > maxPriceMicros;
    return 0;
  }

  floor(column: string): number {
    return this.price(column, parseFloor) ?? 0;
  }

  country(column: string): string | null {
    const name = this.code(column);
    const code = name === null ? null : (findCountryByName(name)?.code ?? null);
    this.hasUnknownCountry ||= name !== null && code === null;
    return code;
  }

  /** null: missing or 0. Codes of other systems are not changed. */
  code(column: string): string | null {
    const text = this.#text(column).replaceAll('\t', ' ');
    return nothing.has(text) || text === '0' ? null : text;
  }

  flag(column: string): boolean {
    const text = this.#text(column);
    if (text === '1' || text === 'true') return true;
    if (!nothing.has(text) && text !== '0' && text !== 'false') this.#refuse(column, text, '0 or 1');
    return false;
  }

  requiredPrice(column: string): number {
    this.#refuse(column, '', 'a price');
    return 0;
  }

  required(column: string): string {
    const text = this.#text(column);
    if (nothing.has(text)) this.#refuse(column, text, 'a value');
    return text;
  }

  #text(column: string): string {
    const index = this.#header.places[column];
    return index === undefined ? '' : this.#fields[index]!.trim();
  }

  #refuse(column: string, text: string, allowed: string): void {
    this.problem ??= `has the ${column} ${JSON.stringify(text.slice(0, 40))}, allowed: ${allowed}`;
  }
}

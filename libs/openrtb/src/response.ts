import type { Bid, BidResponse, SeatBid } from 'iab-openrtb/v26';
import type { SeatDirectory } from './directory.ts';
import type { Report } from './issue.ts';
import type { Loose } from './loose.ts';
import { isAbsent, isObject, shown, toObject } from './loose.ts';
import { toCurrency } from './terms.ts';

/** A bid as it stands in a response, with what its seat and its response say of it. */
export interface RawBid {
  readonly seat: string | null;
  readonly memberId: number | null;
  readonly currency: string;
  /** What stands in the place of a bid; need not be an object. */
  readonly bid: unknown;
  readonly path: string;
}

/** Every element of every `seatbid[].bid[]`, in order. What is of another shape holds no bids, and is reported. */
export function* readBids(
  responses: readonly unknown[],
  memberOfSeat: SeatDirectory,
  report: Report,
): Generator<RawBid, void, undefined> {
  for (const [at, response] of responses.entries()) {
    // A bidder that answers with nothing (HTTP 204) is logged as null.
    if (isAbsent(response)) continue;
    const path = `bid_responses[${at}]`;
    const { cur, seatbid } = toObject<BidResponse>(response);
    if (!isObject(response)) report(path, `${shown(response)} is no bid response; allowed is an object`);
    for (const [seatAt, entry] of readList(seatbid, `${path}.seatbid`, report)) {
      const seatPath = `${path}.seatbid[${seatAt}]`;
      const seatBid = toObject<SeatBid>(entry);
      if (!isObject(entry)) report(seatPath, `${shown(entry)} is no seatbid; allowed is an object`);
      const seat = toGivenText(seatBid.seat);
      const memberId = seat === null ? null : memberOfSeat(seat);
      for (const [bidAt, bid] of readList(seatBid.bid, `${seatPath}.bid`, report)) {
        yield { seat, memberId, currency: toCurrency(cur), bid, path: `${seatPath}.bid[${bidAt}]` };
      }
    }
  }
}

/** A name as it was given; a number stands for its digits. */
export function toGivenText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function toBidId({ id }: Loose<Bid>): string | null {
  return toGivenText(id);
}

function readList(value: unknown, path: string, report: Report): IterableIterator<[number, unknown]> {
  if (Array.isArray(value)) return value.entries();
  if (!isAbsent(value)) report(path, `is ${shown(value)}; allowed is an array`);
  return [].entries();
}

import type { AuctionRequest } from '@auction-tiers/tier-engine';

/** Who is behind the seats and member ids of a log. */
export interface SeatBook {
  /** The buyer behind an OpenRTB seat; null: nobody knows it. */
  readonly memberOfSeat: (seat: string) => number | null;
  /** Our id of a member that the log names by number; undefined: the log's ids are ours. */
  readonly memberOf: ((memberId: number) => number) | undefined;
}

export interface SeatSources {
  /** Seats, and the log's member ids as text, with our member ids: as a seat file gives them. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** Buyers by name, in lower case: of a directory or a tier set. */
  readonly memberOfName?: ReadonlyMap<string, number>;
}

const memberIdPattern = /^[1-9]\d{0,14}$/;

/**
 * A seat is looked up in the seat file as it stands, else it is a member id, else a name in any case. A member id that
 * the file does not list is itself.
 */
export function createSeatBook({ mapped = new Map(), memberOfName = new Map() }: SeatSources = {}): SeatBook {
  const members = new Map<number, number>();
  for (const [seat, memberId] of mapped) if (memberIdPattern.test(seat)) members.set(Number(seat), memberId);
  return {
    memberOfSeat: (seat) =>
      mapped.get(seat) ?? (memberIdPattern.test(seat) ? Number(seat) : (memberOfName.get(seat.toLowerCase()) ?? null)),
    memberOf: members.size === 0 ? undefined : (memberId) => members.get(memberId) ?? memberId,
  };
}

/** The same auction with the members that the ids of its log stand for. */
export function withMembers(request: AuctionRequest, { memberOf }: SeatBook): AuctionRequest {
  if (memberOf === undefined) return request;
  const bids = request.bids.map((bid) => ({ ...bid, memberId: bid.memberId && memberOf(bid.memberId) }));
  return { ...request, bids };
}

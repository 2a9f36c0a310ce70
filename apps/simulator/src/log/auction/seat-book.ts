import { nameKey } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest } from '@auction-tiers/tier-engine';

/** The buyers of the seats and member ids of a log. */
export interface SeatBook {
  /** The buyer of an OpenRTB seat; null: unknown. */
  readonly memberOfSeat: (seat: string) => number | null;
  /** The service's id of a member id of the log; undefined: they are the same. */
  readonly memberOf: ((memberId: number) => number) | undefined;
}

export interface SeatSources {
  /** Members by seat, or by member id of the log as text: the content of a seat file. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** Members by seat, as the seller maps them in the service. */
  readonly ofSeller?: ReadonlyMap<string, number>;
  /** Buyers by the key of their name: of a directory or a tier set. */
  readonly memberOfName?: ReadonlyMap<string, number>;
}

type Pairs = readonly (readonly [string, number])[];

/** The sources of a seat book as plain data, for other threads and machines. */
export type SeatData = Readonly<Record<keyof SeatSources, Pairs>>;

export const toSeatBook = ({ mapped, ofSeller, memberOfName }: SeatData): SeatBook =>
  createSeatBook({ mapped: new Map(mapped), ofSeller: new Map(ofSeller), memberOfName: new Map(memberOfName) });

const memberIdPattern = /^[1-9]\d{0,14}$/;

/**
 * A seat is looked up in the seat file, then among those that the seller maps; else it is a member id, or the name of a
 * buyer in any case. A member id of the log that the file does not list stays unchanged.
 */
export function createSeatBook({
  mapped = new Map(),
  ofSeller = new Map(),
  memberOfName = new Map(),
}: SeatSources = {}): SeatBook {
  const members = new Map<number, number>();
  const ofSeat = new Map([...ofSeller, ...mapped].map(([seat, memberId]) => [nameKey(seat), memberId]));
  for (const [seat, memberId] of mapped) if (memberIdPattern.test(seat)) members.set(Number(seat), memberId);
  return {
    memberOfSeat: (seat) => {
      const key = nameKey(seat);
      return ofSeat.get(key) ?? (memberIdPattern.test(key) ? Number(key) : (memberOfName.get(key) ?? null));
    },
    memberOf: members.size === 0 ? undefined : (memberId) => members.get(memberId) ?? memberId,
  };
}

/** The auction with the service's member ids in place of those of the log. */
export function withMembers(request: AuctionRequest, { memberOf }: SeatBook): AuctionRequest {
  if (memberOf === undefined) return request;
  const bids = request.bids.map((bid) => ({ ...bid, memberId: bid.memberId && memberOf(bid.memberId) }));
  return { ...request, bids };
}

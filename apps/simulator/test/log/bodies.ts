/** An auction without a fee that every kind of log can tell of. */
export interface AuctionBody {
  /** An id beyond 2^53, as text. */
  readonly seed: string;
  readonly bid_floor?: number;
  readonly impression: { readonly time: string };
  /** The highest price first, each buyer once. */
  readonly bids: readonly { readonly id: string; readonly member_id: number; readonly price: number }[];
}

/** The first id that a double cannot tell from its neighbour. */
const firstId = 2n ** 53n + 1n;

/** Auctions that differ in their number of bids, prices and floors. */
export function createBodies(count: number): AuctionBody[] {
  return Array.from({ length: count }, (_, at) => ({
    seed: String(firstId + BigInt(at)),
    ...(at % 3 === 0 ? {} : { bid_floor: (at % 5) / 4 }),
    impression: { time: new Date(Date.UTC(2026, 10, 21, at % 24)).toISOString() },
    bids: Array.from({ length: at % 7 === 6 ? 1 : (at % 7) + 1 }, (__, index) => ({
      id: `${index + 1}`,
      member_id: 101 + ((at + index) % 20),
      price: (9000 - index * 1000 - (at % 900)) / 1000,
    })),
  }));
}

export function toOwnLine(body: AuctionBody): string {
  return JSON.stringify({ publisher_id: 9, ...body });
}

/** `more` are seats that bid next to nothing besides. */
export function toOpenRtbLine({ seed, bid_floor: floor, bids }: AuctionBody, more: readonly string[] = []): string {
  const offers = bids.map(({ member_id: memberId, price }) => ({ seat: `${memberId}`, price }));
  return JSON.stringify({
    bid_request: { id: seed, at: 1, imp: [{ id: '1', bidfloor: floor }] },
    bid_responses: offers.concat(more.map((seat) => ({ seat, price: 0.001 }))).map(({ seat, price }) => ({
      seatbid: [{ seat, bid: [{ impid: '1', price }] }],
    })),
  });
}

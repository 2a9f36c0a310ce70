import { z } from 'zod';

const Price = z.number();

const Winner = z.strictObject({
  bid_id: z.string(),
  member_id: z.int().nullable(),
  tier_id: z.int().nullable(),
  /** CPM: net price of the winning bid. */
  net_price: Price,
  /** CPM: what the winner pays, gross. */
  clearing_price: Price,
  /** CPM: the seller's part of the clearing price, after the fee. */
  net_to_seller: Price,
});

/** The result of one tier set for one bid. */
const BidSide = z.strictObject({
  outcome: z.enum(['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor']),
  tier_id: z.int().nullable(),
  priority: z.int().nullable(),
  rank: z.int().nullable(),
  /** Why the bid is in this tier, and the result of each tier that names the buyer; one sentence each. */
  explanation: z.array(z.string()),
});

/** A bid that wins under one of the tier sets. */
const ExampleBid = z.strictObject({
  bid_id: z.string(),
  member_id: z.int().nullable(),
  /** CPM. */
  price: Price,
  net_price: Price,
  current: BidSide,
  draft: BidSide,
});

/** An auction that the draft decides differently, with the bids that win. */
export const ChangeExample = z.strictObject({
  file: z.string(),
  /** Such as `line 7`. */
  place: z.string(),
  seed: z.string(),
  /** ISO 8601 in UTC. */
  time: z.string(),
  bids_in_auction: z.int(),
  bid_floor: Price,
  current_winner: Winner.nullable(),
  draft_winner: Winner.nullable(),
  /** The winners: one bid, or two. */
  bids: z.array(ExampleBid),
});
export type ChangeExample = z.output<typeof ChangeExample>;
export type ExampleBid = z.output<typeof ExampleBid>;
export type BidSide = z.output<typeof BidSide>;

import { z } from 'zod';

/** What the draft does to an auction, from nothing to the most. */
export const changeKinds = [
  'same',
  'tier_changes',
  'price_changes',
  'bid_changes',
  'buyer_changes',
  'sold_to_unsold',
  'unsold_to_sold',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The kinds in words. */
export const changeWords: Readonly<Record<ChangeKind, string>> = {
  same: 'nothing changes',
  tier_changes: 'same winner and price, another tier',
  price_changes: 'same winner, another price',
  bid_changes: 'another bid of the same buyer wins',
  buyer_changes: 'another buyer wins',
  sold_to_unsold: 'sold before, now unsold',
  unsold_to_sold: 'unsold before, now sold',
};

const Price = z.number();

const Winner = z.strictObject({
  bid_id: z.string(),
  member_id: z.int().nullable(),
  tier_id: z.int().nullable(),
  /** CPM: of its bid. */
  net_price: Price,
  /** CPM: what it pays, gross. */
  clearing_price: Price,
  /** CPM: what the seller gets of the clearing price, after the fee. */
  net_to_seller: Price,
});

/** What one tier set made of one bid. */
const BidSide = z.strictObject({
  outcome: z.enum(['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor']),
  tier_id: z.int().nullable(),
  priority: z.int().nullable(),
  rank: z.int().nullable(),
  /** Why this tier and no other, and what the tiers that name the buyer said; one sentence each. */
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

/** An auction that the draft decides otherwise, with the bids that decide it. */
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

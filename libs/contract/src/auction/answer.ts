import { z } from 'zod';

const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

export const BidAnswer = z.strictObject({
  bid_id: z.string(),
  member_id: z.number().nullable(),
  outcome: z.enum(outcomes),
  tier_id: z.number().nullable(),
  priority: z.number().nullable(),
  net_price: z.number(),
  rank: z.number().nullable(),
});
export type BidAnswer = z.output<typeof BidAnswer>;

export const WinnerAnswer = z.strictObject({
  bid_id: z.string(),
  member_id: z.number().nullable(),
  tier_id: z.number().nullable(),
  price: z.number(),
  net_price: z.number(),
  clearing_price: z.number(),
});

/** The `auction` of an answer. Prices are CPM. */
export const AuctionAnswer = z.strictObject({
  winner: WinnerAnswer.nullable(),
  bids: z.array(BidAnswer),
  ym_profile_id: z.number(),
  seed: z.string(),
  time: z.string(),
  revision: z.string(),
});
export type AuctionAnswer = z.output<typeof AuctionAnswer>;

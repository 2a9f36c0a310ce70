import type { AuctionBody } from './bodies.ts';

/** A row of a feed, by column; what is undefined is left empty. */
export type FeedBid = Readonly<Record<string, string | number | undefined>>;

export const feedHeader = [
  'date_time',
  'auction_id_64',
  'user_id_64',
  'buyer_member_id',
  'seller_member_id',
  'actual_bid_price',
  'raw_net_bid_price',
  'bid_reject_reason',
  'ym_auction_tier_id',
  'hard_floor',
  'is_winning_bid',
  'deal_id',
];

/** The rows of separated values, with their header. */
export function toSeparated(bids: readonly FeedBid[], separator = ','): string {
  const rows = bids.map((bid) => feedHeader.map((column) => bid[column] ?? '').join(separator));
  return [feedHeader.join(separator), ...rows, ''].join('\n');
}

/** The same auction as the rows of a feed: without a fee, gross prices are net prices. */
export function toFeedBids({ seed, bid_floor: floor = 0, impression, bids }: AuctionBody): FeedBid[] {
  return bids.map(({ member_id: memberId, price }, at) => ({
    date_time: Date.parse(impression.time) / 1000,
    auction_id_64: seed,
    buyer_member_id: memberId,
    seller_member_id: 1,
    actual_bid_price: price,
    raw_net_bid_price: price,
    bid_reject_reason: 0,
    hard_floor: floor,
    is_winning_bid: at === 0 ? 1 : 0,
    deal_id: 0,
  }));
}

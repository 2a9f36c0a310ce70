import type { ColumnNames, ColumnPlaces, RowFormat } from './row-format.ts';

/** The columns of a bid landscape feed that are read, each with other names that logs have for it, the likeliest first. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  date_time: ['timestamp', 'time', 'ts', 'datetime', 'event_time', 'auction_time', 'bid_time'],
  auction_id_64: ['auction_id', 'request_id', 'bid_request_id'],
  buyer_member_id: ['buyer_id', 'member_id', 'buyer', 'seat', 'seat_id', 'bidder_id', 'bidder'],
  seller_member_id: ['seller_id'],
  actual_bid_price: ['price', 'bid_price', 'net_price', 'net_bid_price', 'bid_cpm', 'cpm'],
  raw_net_bid_price: ['raw_price'],
  bid_reject_reason: ['reject_reason'],
  ym_auction_tier_id: ['auction_tier_id', 'tier_id'],
  hard_floor: ['floor', 'bid_floor', 'bidfloor', 'floor_price'],
  is_winning_bid: ['is_winning', 'is_winner', 'won'],
  deal_id: ['deal', 'dealid'],
};
const columns = Object.keys(otherNames);
const required = ['date_time', 'auction_id_64', 'buyer_member_id', 'actual_bid_price'];

/** The bid landscape feed of the original service, or rows of any log whose columns mean the same. */
export const bidFeed: RowFormat = {
  kind: 'feed',
  option: null,
  columns,
  priceColumn: 'actual_bid_price',
  hasOwnFloors: false,
  // By the name that the caller gives, else by our own, else by another.
  find: (names, named = {}) =>
    Object.fromEntries(
      columns.flatMap((column) => {
        const name = named[column]?.toLowerCase();
        const asked = name === undefined ? [column, ...otherNames[column]!] : [name];
        const found = asked.find((one) => names.includes(one));
        return found === undefined ? [] : [[column, names.indexOf(found)]];
      }),
    ),
  // It has the id of auctions by our own name, or all that is required.
  detect: (places, names) => names.includes('auction_id_64') || required.every((one) => places[one] !== undefined),
  missing: (places, named = {}) =>
    columns.filter((one) => (required.includes(one) || named[one] !== undefined) && places[one] === undefined),
  hasTexts: (places, names) => {
    const isNamed = (column: string) => names[places[column] ?? -1] === column;
    return { hasTextIds: !isNamed('auction_id_64'), hasSeats: !isNamed('buyer_member_id') };
  },
  read: (values) => {
    const netMicros = values.price('actual_bid_price') ?? values.requiredPrice('actual_bid_price');
    const hardFloorMicros = values.floor('hard_floor');
    const rejectReason = values.code('bid_reject_reason');
    return {
      auctionId: values.auctionId('auction_id_64'),
      timeMs: values.momentMs('date_time'),
      sellerMemberId: values.id('seller_member_id'),
      country: null,
      placementId: null,
      bid: {
        memberId: values.buyer('buyer_member_id'),
        netMicros,
        rawNetMicros: values.price('raw_net_bid_price'),
        hardFloorMicros,
        rejectReason,
        isRejected: rejectReason !== null && netMicros >= hardFloorMicros,
        tierId: values.id('ym_auction_tier_id'),
        dealId: values.code('deal_id'),
        isWinning: values.flag('is_winning_bid'),
      },
    };
  },
  isSample: true,
  note: 'A bid landscape feed is a sample of users with at most the top 15 bids of an auction: what is beyond them is not in these figures.',
  lacks: (auctions) =>
    `A bid landscape feed gave ${auctions}: a sample of users, at most the 15 highest bids of each auction, without attributes of impressions`,
  attributes: 'no',
};

/** What a header of a feed lacks, in words. `names`: the names of its columns. */
export function feedProblem(
  file: string,
  names: readonly string[],
  places: ColumnPlaces,
  named: ColumnNames = {},
): string {
  const missing = bidFeed.missing(places, named);
  const wanted = missing.map((column) =>
    named[column] === undefined
      ? `${column} (or ${otherNames[column]!.join(', ')})`
      : `${column} (as ${named[column]}, by --columns)`,
  );
  return `${file} is a bid landscape feed without ${missing.join(', ')}. Looked for: ${wanted.join('; ')}. Found: ${names.join(', ')}. --columns FILE says what a log calls them.`;
}

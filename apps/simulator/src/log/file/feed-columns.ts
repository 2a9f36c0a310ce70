/** The columns of a bid landscape feed that are read, each with other names that logs have for it, the likeliest first. */
const otherNames = {
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
} as const;

export type FeedColumn = keyof typeof otherNames;
export const feedColumns = Object.keys(otherNames) as readonly FeedColumn[];

const requiredColumns: readonly FeedColumn[] = ['date_time', 'auction_id_64', 'buyer_member_id', 'actual_bid_price'];

/** What a log calls columns, in any case. */
export type ColumnNames = Readonly<Partial<Record<FeedColumn, string>>>;

/**
 * The columns of Ad Manager's bids (Data Transfer, NetworkBackfillBids and NetworkBackfillBidsJoinable) that are read. Their
 * meaning: support.google.com/admanager/answer/7357436 and 13947328.
 */
export const gamColumns = [
  'KeyPart',
  'TimeUsec2',
  'Time',
  'BidPrice',
  'BidRejectionReason',
  'BidSellerReservePrice',
  'BidYieldGroupNames',
  'YieldGroupNames',
  'BidBidder',
  'BidBuyer',
  'BidDealId',
  'Country',
  'AdUnitId',
] as const;
export type GamColumn = (typeof gamColumns)[number];

/** The columns that name the buyer of a bid, the first that a seat file or the tiers know counts. */
export const gamBuyers = [
  'BidYieldGroupNames',
  'YieldGroupNames',
  'BidBidder',
  'BidBuyer',
] as const satisfies readonly GamColumn[];

/** The places of columns in a row. */
export type ColumnPlaces = Readonly<Partial<Record<FeedColumn | GamColumn, number>>>;

/** The places of the columns of Ad Manager's bids. `names` are in lower case. */
export function findGamPlaces(names: readonly string[]): ColumnPlaces {
  return Object.fromEntries(
    gamColumns.flatMap((column) => {
      const place = names.indexOf(column.toLowerCase());
      return place < 0 ? [] : [[column, place]];
    }),
  );
}

/** What a header of Ad Manager's bids lacks, in words. */
export function missingGamColumns(places: ColumnPlaces): string[] {
  const lacks = (...columns: GamColumn[]) => columns.every((column) => places[column] === undefined);
  return [
    ...(lacks('KeyPart') ? ['KeyPart'] : []),
    ...(lacks('TimeUsec2', 'Time') ? ['TimeUsec2 or Time'] : []),
    ...(lacks('BidPrice') ? ['BidPrice'] : []),
    ...(lacks('BidRejectionReason') ? ['BidRejectionReason'] : []),
    ...(lacks(...gamBuyers) ? [gamBuyers.join(' or ')] : []),
  ];
}

/** The places of columns: by the name that `columns` gives, else by our own, else by another. `names` are in lower case. */
export function findPlaces(names: readonly string[], columns: ColumnNames = {}): ColumnPlaces {
  return Object.fromEntries(
    feedColumns.flatMap((column) => {
      const name = columns[column]?.toLowerCase();
      const asked: readonly string[] = name === undefined ? [column, ...otherNames[column]] : [name];
      const found = asked.find((one) => names.includes(one));
      return found === undefined ? [] : [[column, names.indexOf(found)]];
    }),
  );
}

/** The required columns that a header lacks, and the columns that only `columns` names. */
export function missingColumns(places: ColumnPlaces, columns: ColumnNames = {}): FeedColumn[] {
  const needed = feedColumns.filter((column) => requiredColumns.includes(column) || columns[column] !== undefined);
  return needed.filter((column) => places[column] === undefined);
}

/** Whether a header is meant as the header of a feed: it has the id of auctions by our own name, or all that is required. */
export function isFeed(places: ColumnPlaces, names: readonly string[]): boolean {
  return names.includes('auction_id_64') || requiredColumns.every((column) => places[column] !== undefined);
}

/** `actual_bid_price (or price, bid_price, ...)`: what a column may be called. */
export function describeColumn(column: FeedColumn, columns: ColumnNames = {}): string {
  const named = columns[column];
  if (named !== undefined) return `${column} (as ${named}, by --columns)`;
  return `${column} (or ${otherNames[column].join(', ')})`;
}

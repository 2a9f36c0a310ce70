/** The columns of a bid landscape feed that are read; others are ignored. */
export const feedColumns = [
  'date_time',
  'auction_id_64',
  'buyer_member_id',
  'seller_member_id',
  'actual_bid_price',
  'raw_net_bid_price',
  'bid_reject_reason',
  'ym_auction_tier_id',
  'hard_floor',
  'is_winning_bid',
  'deal_id',
] as const;
export type FeedColumn = (typeof feedColumns)[number];

const requiredColumns: readonly FeedColumn[] = ['date_time', 'auction_id_64', 'buyer_member_id', 'actual_bid_price'];
const separators = ['\t', ',', ';', '|'];

/** The places of the columns in a row. */
export interface FeedHeader {
  readonly separator: string;
  readonly fieldCount: number;
  /** The place of each column in a row; undefined: the feed does not have it. */
  readonly places: Readonly<Partial<Record<FeedColumn, number>>>;
}

/** The header in a first line, in any case; undefined: the line is not the header of a feed. */
export function readFeedHeader(line: string): FeedHeader | undefined {
  for (const separator of separators) {
    const names = splitRow(line, separator)?.map((name) => name.trim().toLowerCase());
    if (names?.includes('auction_id_64')) return { separator, fieldCount: names.length, places: placesOf(names) };
  }
  return undefined;
}

/** The required columns that the header lacks. */
export function missingColumns({ places }: FeedHeader): FeedColumn[] {
  return requiredColumns.filter((column) => places[column] === undefined);
}

function placesOf(names: readonly string[]): FeedHeader['places'] {
  return Object.fromEntries(
    feedColumns.flatMap((column) => (names.includes(column) ? [[column, names.indexOf(column)]] : [])),
  );
}

const quote = '"';

/**
 * The fields of a row of separated values: fields may be in double quotes, and a double quote inside is written twice.
 * undefined: a quote is not closed within the row, or something follows a closing one.
 */
export function splitRow(row: string, separator: string): string[] | undefined {
  if (!row.includes(quote)) return row.split(separator);
  const fields: string[] = [];
  for (let at = 0; at <= row.length; ) {
    if (row[at] !== quote) {
      const end = endOf(row, separator, at);
      fields.push(row.slice(at, end));
      at = end + 1;
      continue;
    }
    let field = '';
    let from = at + 1;
    let end = row.indexOf(quote, from);
    while (end >= 0 && row[end + 1] === quote) {
      field += row.slice(from, end + 1);
      from = end + 2;
      end = row.indexOf(quote, from);
    }
    if (end < 0 || (end + 1 < row.length && row[end + 1] !== separator)) return undefined;
    fields.push(field + row.slice(from, end));
    at = end + 2;
  }
  return fields;
}

function endOf(row: string, separator: string, from: number): number {
  const end = row.indexOf(separator, from);
  return end < 0 ? row.length : end;
}

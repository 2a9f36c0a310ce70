import type { ColumnNames, ColumnPlaces } from './feed-columns.ts';
import { findGamPlaces, findPlaces, isFeed, missingGamColumns } from './feed-columns.ts';

const separators = ['\t', ',', ';', '|'];

/** The places of the columns in a row. */
export interface FeedHeader {
  /** Which columns it has: a feed's, or those of Ad Manager's bids. */
  readonly layout: 'feed' | 'gam_bids';
  readonly separator: string;
  readonly fieldCount: number;
  /** The place of each column in a row; undefined: the feed does not have it. */
  readonly places: ColumnPlaces;
  /** Whether ids of auctions may be any text: their column is not called `auction_id_64`. */
  readonly hasTextIds: boolean;
  /** Whether buyers may be seats and names: their column is not called `buyer_member_id`. */
  readonly hasSeats: boolean;
}

/** The header in a first line, in any case; undefined: the line is not the header of a feed. */
export function readFeedHeader(line: string, columns?: ColumnNames): FeedHeader | undefined {
  for (const separator of separators) {
    const names = splitRow(line, separator)?.map((name) => name.trim().toLowerCase()) ?? [];
    const places = findPlaces(names, columns);
    if (!isFeed(places, names)) continue;
    const isNamed = (column: 'auction_id_64' | 'buyer_member_id') => names[places[column] ?? -1] === column;
    const hasSeats = !isNamed('buyer_member_id');
    const hasTextIds = !isNamed('auction_id_64');
    return { layout: 'feed', separator, fieldCount: names.length, places, hasTextIds, hasSeats };
  }
  return undefined;
}

/** The header of Ad Manager's bids in a first line, in any case; undefined: it is not one. */
export function readGamHeader(line: string): FeedHeader | undefined {
  for (const separator of separators) {
    const names = splitRow(line, separator)?.map((name) => name.trim().toLowerCase()) ?? [];
    const places = findGamPlaces(names);
    if (missingGamColumns(places).length > 0) continue;
    return { layout: 'gam_bids', separator, fieldCount: names.length, places, hasTextIds: true, hasSeats: true };
  }
  return undefined;
}

const namePattern = /^[a-z_][\w .$/-]*$/i;

/** The names in a first line that looks like the header of separated values; undefined: it does not. */
export function namesOfHeader(line: string): string[] | undefined {
  for (const separator of separators) {
    const names = splitRow(line, separator)?.map((name) => name.trim()) ?? [];
    if (names.length > 1 && names.every((name) => namePattern.test(name))) return names;
  }
  return undefined;
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

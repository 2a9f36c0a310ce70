import { bidFeed } from '../format/bid-feed.ts';
import { rowFormats } from '../format/formats.ts';
import type { ColumnNames, ColumnPlaces, RowFormat, RowIds } from '../format/row-format.ts';

const separators = ['\t', ',', ';', '|'];

/** The header of rows. Plain data: JSON carries it. */
export interface FeedHeader extends RowIds {
  readonly layout: RowFormat['kind'];
  readonly separator: string;
  readonly fieldCount: number;
  /** The place of each column in a row. */
  readonly places: ColumnPlaces;
}

/**
 * The header in a first line, in any case; undefined: the line is none. `formats`: those that it may be of, by default all,
 * or where the caller names columns the feed. The feed comes last, as logs of other makers may be read as one too.
 */
export function readHeader(line: string, named?: ColumnNames, formats?: readonly RowFormat[]): FeedHeader | undefined {
  const all = rowFormats.toSorted((one, other) => Number(one === bidFeed) - Number(other === bidFeed));
  for (const format of formats ?? (named === undefined ? all : [bidFeed])) {
    for (const separator of separators) {
      const names = splitRow(line, separator)?.map((name) => name.trim().toLowerCase()) ?? [];
      const places = format.find(names, named);
      if (!format.detect(places, names)) continue;
      const ids = format.hasTexts(places, names);
      return { layout: format.kind, separator, fieldCount: names.length, places, ...ids };
    }
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

import type { CsvColumn } from '@auction-tiers/contract';

/*
 * Rows as CSV (RFC 4180). Own code, because a cell is quoted by one rule and a row is joined by another.
 */

type Row = Readonly<Record<string, unknown>>;

/** Without this mark a spreadsheet reads the text in its country's code page. */
const byteOrderMark = '\u{FEFF}';

/** Rows as CSV: a byte order mark, a line of headings, and the rows. */
export function toCsv(columns: readonly CsvColumn[], rows: readonly Row[]): string {
  const headings = toLine(columns.map(({ heading }) => toCell(heading)));
  const lines = rows.map((row) => toLine(columns.map(({ cell, isDecimal }) => toCell(cell(row as never), isDecimal))));
  return [byteOrderMark, headings, ...lines].join('');
}

const toLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Null is empty. A text that a spreadsheet would run as a formula gets an apostrophe in front; a negative number does not. */
function toCell(value: unknown, isDecimal = false): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isDecimal) return value;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

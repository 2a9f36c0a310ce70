import { calendarOf } from '@auction-tiers/calendar';
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
  const toCells = ({ cell, isDecimal, timezone }: CsvColumn) => {
    const valueOf = timezone === undefined ? (value: unknown) => value : localTimes(timezone);
    return (row: Row) => toCell(valueOf(cell(row as never)), isDecimal);
  };
  const cells = columns.map(toCells);
  const lines = rows.map((row) => toLine(cells.map((toCellOf) => toCellOf(row))));
  return [byteOrderMark, headings, ...lines].join('');
}

const toLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** From a moment in UTC, `2026-11-01 05:00:00`, to that of a time zone, `2026-11-01 01:00 -04:00`. */
function localTimes(timezone: string): (moment: unknown) => unknown {
  const calendar = calendarOf(timezone);
  return (moment) => {
    if (typeof moment !== 'string') return moment;
    const ms = Date.parse(`${moment.replace(' ', 'T')}Z`);
    const { offsetMs } = calendar.clockAt(ms);
    const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
    return `${calendar.localText(ms).slice(0, 16)} ${offsetMs < 0 ? '-' : '+'}${offset}`;
  };
}

/** Null is empty. A text that a spreadsheet would run as a formula gets an apostrophe in front; a negative number does not. */
function toCell(value: unknown, isDecimal = false): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isDecimal) return value;
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

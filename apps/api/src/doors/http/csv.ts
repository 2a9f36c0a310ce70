import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CsvColumn } from '@auction-tiers/contract';
import express from 'express';
import { sendLongText } from './long-json.ts';

/*
 * Rows as CSV (RFC 4180). Own code, because a cell is quoted by one rule and a row is joined by another.
 */

const rowsPerPiece = 128;

export const csvMediaType = 'text/csv';

/** Whether the client accepts CSV rather than JSON. */
export const isCsvWanted = (request: IncomingMessage): boolean =>
  express.request.accepts.call(request, 'application/json', csvMediaType) === csvMediaType;

/** The header `content-type` of the text. */
const csvType = 'text/csv; charset=utf-8; header=present';

type Row = Readonly<Record<string, unknown>>;

/** Without it a spreadsheet takes the text for one of the code page of its country. */
const byteOrderMark = '\u{FEFF}';

/** Ends a response with rows as CSV, made in slices: a byte order mark, a line of headings, and the rows. */
export async function sendCsv(
  response: ServerResponse,
  columns: readonly CsvColumn[],
  rows: readonly Row[],
): Promise<void> {
  response.setHeader('Content-Type', csvType);
  await sendLongText(response, csvPieces(columns, rows));
}

/** The text in pieces of some rows. */
export function* csvPieces(columns: readonly CsvColumn[], rows: readonly Row[]): Generator<string, void, undefined> {
  yield `${byteOrderMark}${toLine(columns.map(({ heading }) => toCell(heading)))}`;
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    const some = rows.slice(start, start + rowsPerPiece);
    const lines = some.map((row) =>
      toLine(columns.map(({ cell, isDecimal }) => toCell(cell(row as never), isDecimal))),
    );
    yield lines.join('');
  }
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

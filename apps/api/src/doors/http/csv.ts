import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Ends a response with rows as CSV, made in slices. The first line names the columns. */
export async function sendCsv(
  response: ServerResponse,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  response.setHeader('Content-Type', csvType);
  await sendLongText(response, csvPieces(columns, rows));
}

function* csvPieces(columns: readonly string[], rows: readonly Row[]): Generator<string, void, undefined> {
  yield toLine(columns);
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    const lines = rows.slice(start, start + rowsPerPiece).map((row) => toLine(columns.map((column) => row[column])));
    yield lines.join('');
  }
}

const toLine = (cells: readonly unknown[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** A text that a spreadsheet would run. A negative amount of money, such as what is forgone, is none. */
const formula = /^(?!-\d+\.\d{6,}$)[=+\-@\t\r]/;

/** Null is empty. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { readFileSync } from 'node:fs';
import { messageOf, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { bidFeed } from './format/bid-feed.ts';
import type { ColumnNames } from './format/row-format.ts';
import type { LogForm } from './file/source.ts';

/**
 * Reads a column file: a JSON object with the log's name of each of our columns that has another one there, such as
 * `{"date_time":"when"}`. Throws a `Failure` that says what is wrong.
 */
export function readColumnFile(file: string): ColumnNames {
  const refuse = (problem: string, cause?: unknown) => wrongUsage(`--columns: ${file} ${problem}.`, cause);
  const value = parse(file, refuse);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('is not a JSON object with the names of columns, such as {"date_time":"when"}');
  }
  const entries = Object.entries(value);
  for (const [column, name] of entries) {
    if (!bidFeed.columns.includes(column)) {
      throw refuse(`has the column ${JSON.stringify(column)}, allowed: ${bidFeed.columns.join(', ')}`);
    }
    if (typeof name !== 'string' || name.trim() === '') {
      throw refuse(`has the name ${JSON.stringify(name)} for ${column}, allowed: a text`);
    }
  }
  return Object.fromEntries(entries.map(([column, name]) => [column, String(name).trim()]));
}

function parse(file: string, refuse: (problem: string, cause?: unknown) => Error): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw refuse(`cannot be read: ${messageOf(error)}`, error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(`is not JSON: ${messageOf(error)}`, error);
  }
}

/** What options say of the form of a log. */
export function toLogForm({
  columns,
  format,
  decimalComma,
  timezone,
}: Pick<LogOptions, 'columns' | 'format' | 'decimalComma' | 'timezone'>): LogForm {
  return {
    columns: columns === undefined ? undefined : readColumnFile(columns),
    format,
    hasDecimalCommas: decimalComma,
    timeZone: timezone,
  };
}

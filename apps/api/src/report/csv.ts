import { calendarOf } from '@auction-tiers/calendar';
import { type CsvCell, type CsvColumn, toCsv } from '@auction-tiers/contract';
import { separatorsIn } from '@auction-tiers/figure';

type Row = Readonly<Record<string, unknown>>;

/** Rows as a CSV file: a line of headings, and the rows. In a locale with decimal commas, figures have them. */
export function rowsToCsv(columns: readonly CsvColumn[], rows: readonly Row[], locale = 'en-US'): string {
  const cells = columns.map(({ cell, isDecimal, timezone }) => {
    const valueOf = timezone === undefined ? (value: unknown) => value : localTimes(timezone);
    return (row: Row) => toCell(valueOf(cell(row as never)), isDecimal);
  });
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => cells.map((cellOf) => cellOf(row)))];
  return toCsv(lines, separatorsIn(locale).decimal === ',' ? ',' : '.');
}

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

/** Null is empty. */
function toCell(value: unknown, isDecimal: boolean): CsvCell {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return { figure: JSON.stringify(value) };
  return isDecimal ? { figure: value } : value;
}

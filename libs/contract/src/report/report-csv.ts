import { reportFigures } from '../glossary/figures.ts';
import { reportColumns, type ReportInput, type ReportPage, type ReportRow } from './report.ts';

/** A column of rows that are answered as CSV. */
export interface CsvColumn {
  readonly heading: string;
  /** Whether a text is a decimal number: its leading minus is then not the start of a formula. */
  readonly isDecimal: boolean;
  readonly cell: (row: never) => unknown;
}

/**
 * The columns of a report as CSV, for a spreadsheet. A heading names what the rows do not: the currency, and the time
 * zone of hours and days. Hours are local times with their offset.
 */
export function reportCsv(
  input: Pick<ReportInput, 'group_by'>,
  { currency, timezone }: Pick<ReportPage, 'currency' | 'timezone'>,
): CsvColumn[] {
  const toHour = createToHour(timezone);
  return reportColumns(input).map((column) => {
    const isMoney = ['money', 'CPM'].includes(unitOf(column));
    const isTime = column === 'hour' || column === 'day';
    return {
      heading: isMoney ? `${column}_${currency.toLowerCase()}` : isTime ? `${column} (${timezone})` : column,
      isDecimal: isMoney,
      cell: (row: ReportRow) => (column === 'hour' && row.hour !== undefined ? toHour(row.hour) : row[column]),
    };
  });
}

const unitOf = (column: keyof ReportRow): string =>
  column in reportFigures ? reportFigures[column as keyof typeof reportFigures].unit : '';

/** From an hour in UTC, `2026-11-01 05:00:00`, to that of a time zone, `2026-11-01 01:00 -04:00`. */
function createToHour(timeZone: string): (hour: string) => string {
  const twoDigits = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    timeZoneName: 'longOffset',
  });
  return (hour) => {
    const parts = format.formatToParts(Date.parse(`${hour.replace(' ', 'T')}Z`));
    const of = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
    // `GMT-04:00`, or `GMT` for UTC.
    const offset = of['timeZoneName']?.replace('GMT', '') || '+00:00';
    return `${of['year']}-${of['month']}-${of['day']} ${of['hour']}:${of['minute']} ${offset}`;
  };
}

import { reportFigures } from '../glossary/figures.ts';
import {
  cutColumns,
  isReportAttribute,
  isReportTime,
  reportColumns,
  type ReportInput,
  type ReportPage,
  type ReportRow,
} from './report.ts';

/** A column of rows that are answered as CSV. */
export interface CsvColumn {
  readonly heading: string;
  /** Whether a text is a decimal number: its leading minus is then not the start of a formula. */
  readonly isDecimal: boolean;
  /** Of moments in UTC, `2026-11-01 05:00:00`: the time zone in which they are written, with their offset. */
  readonly timezone?: string;
  readonly cell: (row: never) => unknown;
}

/**
 * The columns of a report as CSV, for a spreadsheet. A heading names what the rows do not: the currency, the time zone of
 * hours and longer times, and since when an attribute is counted. Hours are local times with their offset.
 */
export function reportCsv(
  input: Pick<ReportInput, 'group_by'>,
  page: Pick<ReportPage, 'currency' | 'timezone' | 'counted_since'> & Partial<Pick<ReportPage, 'items'>>,
): CsvColumn[] {
  const { currency, timezone, counted_since: since, items = [] } = page;
  const isCut = items.some((row) => row.timezone !== undefined);
  const columns = reportColumns(input);
  const times = columns.filter(isReportTime);
  const shown = isCut ? [...times, ...cutColumns, ...columns.slice(times.length)] : columns;
  return shown.map((column) => {
    const isMoney = ['money', 'CPM'].includes(unitOf(column));
    const isAttribute = isReportAttribute(column);
    const suffixes = [
      ...(isMoney ? [`_${currency.toLowerCase()}`] : []),
      ...(isReportTime(column) ? [` (${timezone})`] : []),
      ...(isAttribute && since ? [` (counted since ${since} UTC)`] : []),
    ];
    return {
      heading: column + suffixes.join(''),
      isDecimal: isMoney,
      ...(column === 'hour' && { timezone }),
      cell: (row: ReportRow) => (isAttribute && row.not_counted === true ? 'not counted' : row[column]),
    };
  });
}

const unitOf = (column: keyof ReportRow): string =>
  column in reportFigures ? reportFigures[column as keyof typeof reportFigures].unit : '';

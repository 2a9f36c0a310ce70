import { reportFigures } from '../glossary/figures.ts';
import { reportColumns, type ReportInput, type ReportPage, type ReportRow } from './report.ts';

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
 * The columns of a report as CSV, for a spreadsheet. A heading names what the rows do not: the currency, and the time
 * zone of hours and days. Hours are local times with their offset.
 */
export function reportCsv(
  input: Pick<ReportInput, 'group_by'>,
  { currency, timezone }: Pick<ReportPage, 'currency' | 'timezone'>,
): CsvColumn[] {
  return reportColumns(input).map((column) => {
    const isMoney = ['money', 'CPM'].includes(unitOf(column));
    const isTime = column === 'hour' || column === 'day';
    return {
      heading: isMoney ? `${column}_${currency.toLowerCase()}` : isTime ? `${column} (${timezone})` : column,
      isDecimal: isMoney,
      ...(column === 'hour' && { timezone }),
      cell: (row: ReportRow) => row[column],
    };
  });
}

const unitOf = (column: keyof ReportRow): string =>
  column in reportFigures ? reportFigures[column as keyof typeof reportFigures].unit : '';

import { type CsvCell, toCsv } from '@auction-tiers/contract';
import { separatorsIn } from '@auction-tiers/figure';
import { locale } from '../figure/figures.ts';
import { saveFile } from './save-file.ts';

/** The key of this browser's choice of the decimal sign in CSV files. */
export const csvMarkKey = 'csv-decimal-mark';

/** The decimal sign that spreadsheets of the reader's language read. */
export const usualCsvMark: '.' | ',' = separatorsIn(locale).decimal === ',' ? ',' : '.';

/** Has the browser save lines of cells as a CSV file: with semicolons between cells where the decimal sign is a comma. */
export function saveCsv(lines: readonly (readonly CsvCell[])[], name: string): void {
  const chosen = localStorage.getItem(csvMarkKey);
  const mark = chosen === '"."' || chosen === '","' ? (chosen.slice(1, 2) as '.' | ',') : usualCsvMark;
  saveFile(new Blob([toCsv(lines, mark)], { type: 'text/csv;charset=utf-8' }), name);
}

import { type CsvCell, toCsv } from '@auction-tiers/contract';
import { saveFile } from './save-file.ts';

/** Has the browser save lines of cells as a CSV file. */
export const saveCsv = (lines: readonly (readonly CsvCell[])[], name: string): void =>
  saveFile(new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' }), name);

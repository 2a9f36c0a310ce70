import { unparse } from 'papaparse';
import { saveFile } from './save-file.ts';

/** Has the browser save rows as a CSV file; a text that a spreadsheet would take for a formula begins with an apostrophe. */
export function saveCsv(rows: string[][], name: string): void {
  const text = unparse(rows, { escapeFormulae: formula });
  saveFile(new Blob(['\u{FEFF}', text], { type: 'text/csv;charset=utf-8' }), name);
}

/** A text that a spreadsheet would take for a formula; a number below zero is not one. */
const formula = /^(?:[=+@\t\r]|-(?![\d.]))/;

/** A cell of a CSV file: a text, or a figure, which a spreadsheet reads as a number. */
export type CsvCell = string | { readonly figure: string };

/** Without this mark a spreadsheet reads the text in its country's code page. */
const byteOrderMark = '\u{FEFF}';

/** How a text begins that a spreadsheet would run as a formula, full-width signs included. */
const formula = String.raw`[=+\-@\t\r\n＝＋－＠]`;
const formulaText = new RegExp(`^'*${formula}`, 'u');
const guardedText = new RegExp(`^'(?='*${formula})`, 'u');
const figureText = /^-?\d[\d.,]*$/;

/** A text without the apostrophe that `toCsv` has put before a formula. */
export const unguarded = (text: string): string => text.replace(guardedText, '');

/**
 * Lines of cells as a CSV file (RFC 4180) for a spreadsheet. A text that the spreadsheet would run as a formula gets an
 * apostrophe in front; a figure, such as a negative number, stays a number. With a decimal comma, as a spreadsheet of such
 * a country reads it, `;` stands between the cells.
 */
export function toCsv(lines: readonly (readonly CsvCell[])[], decimalMark: '.' | ',' = '.'): string {
  const separator = decimalMark === ',' ? ';' : ',';
  const lineOf = (cells: readonly CsvCell[]) =>
    cells.map((cell) => textOf(cell, decimalMark, separator)).join(separator);
  return `${byteOrderMark}${lines.map((cells) => `${lineOf(cells)}\r\n`).join('')}`;
}

function textOf(cell: CsvCell, decimalMark: string, separator: string): string {
  const said = typeof cell === 'string' ? cell : cell.figure.replace('.', decimalMark);
  const isSafe = (typeof cell !== 'string' && figureText.test(said)) || !formulaText.test(said);
  const text = isSafe ? said : `'${said}`;
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}

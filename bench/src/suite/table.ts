/** A figure with three significant digits and no exponent: 0.0123, 4.56, 789, 12,300. */
export function formatFigure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A duration in the fitting unit. */
export function formatNs(ns: number): string {
  if (ns < 1e3) return `${formatFigure(ns)} ns`;
  if (ns < 1e6) return `${formatFigure(ns / 1e3)} µs`;
  return ns < 1e9 ? `${formatFigure(ns / 1e6)} ms` : `${formatFigure(ns / 1e9)} s`;
}

/** A multiple of a base: "12x". */
export function formatRatio(ratio: number): string {
  return `${formatFigure(ratio)}x`;
}

/** A part as a percentage: "12 %". */
export function formatPercent(part: number): string {
  return `${formatFigure(100 * part)} %`;
}

/** A first column of names and further columns of figures. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** For a terminal: names to the left, figures to the right. */
export function toText({ header, rows }: Table): string {
  const widths = columnWidths({ header, rows });
  const toLine = (cells: readonly string[]) => cells.map((cell, at) => pad(cell, widths[at]!, at)).join('  ');
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map((cells) => toLine(cells).trimEnd()).join('\n');
}

/** For Markdown, with columns as wide as their widest cell, so that the source can be read too. */
export function toMarkdown({ header, rows }: Table): string {
  const widths = columnWidths({ header, rows });
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const toLine = (cells: readonly string[]) => `| ${cells.map((cell, at) => pad(cell, widths[at]!, at)).join(' | ')} |`;
  return [header, rule, ...rows].map(toLine).join('\n');
}

function columnWidths({ header, rows }: Table): number[] {
  return header.map((title, at) => Math.max(3, title.length, ...rows.map((row) => row[at]!.length)));
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

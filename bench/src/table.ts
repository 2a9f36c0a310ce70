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

import type { Column } from './column.ts';

/** How a table that has no room for all of its columns is made to fit, so that it need not be scrolled sideways. */
export interface Fit<Row> {
  /** The columns that are left out, the first ones first. The file has them, and the panel of a row. */
  readonly leftOut: readonly string[];
  /** The columns of a narrow table, where they are others. */
  readonly narrow?: (columns: readonly Column<Row>[]) => readonly Column<Row>[];
}

/** The columns with those of these ids first, in the order of the ids. */
export function withFirst<Row>(columns: readonly Column<Row>[], ids: readonly string[]): readonly Column<Row>[] {
  const first = ids.flatMap((id) => columns.filter((column) => column.id === id));
  return [...first, ...columns.filter((column) => !first.includes(column))];
}

/** A table that is narrower than this is that of a telephone, or of a small window beside the panel. */
const narrowPx = 480;
/** About the width of a digit. */
const digitPx = 8.5;

/** The least width of a column: its first length in px, or that of its longest figure. */
function leastPx({ width, isFileOnly = false }: Pick<Column<never>, 'width' | 'isFileOnly'>): number {
  if (isFileOnly) return 0;
  const [px = 0, digits = 0] = [/(\d+)px/, /(\d+)ch/].map((length) => Number(length.exec(width)?.[1] ?? 0));
  return digits === 0 ? px : Math.max(px, digits * digitPx + 16);
}

/** The columns for a table of a width in px. 0: not known yet. */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  widthPx: number,
  { leftOut, narrow }: Fit<Row>,
): readonly Column<Row>[] {
  if (widthPx === 0) return columns;
  if (widthPx < narrowPx && narrow !== undefined) return narrow(columns);
  let left = columns.reduce((sum, column) => sum + leastPx(column), 0);
  const out = new Set<string>();
  for (const id of leftOut) {
    const column = columns.find((one) => one.id === id);
    if (left <= widthPx) break;
    if (column === undefined) continue;
    out.add(id);
    left -= leastPx(column);
  }
  return columns.map((column) => (out.has(column.id) ? { ...column, isFileOnly: true } : column));
}

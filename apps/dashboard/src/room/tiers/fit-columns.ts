import type { Column } from '../../part/column.ts';
import type { LadderRow } from './row/ladder-row.ts';

/** The columns that are left out where there is no room for all, the first ones first. A tier's panel and the file have them. */
const leftOut = [
  'modified',
  'rate',
  'excluded',
  'bids',
  'course',
  'gross',
  'limit',
  'forgone',
  'where',
  'advice',
  'choice',
];
/** A list that is narrower than this is that of a telephone, or of a small window beside the panel. */
const narrowPx = 480;
/** About the width of a digit. */
const digitPx = 8.5;

/** The least width of a column: its first length in px, or that of its longest figure. */
function leastPx(width: string): number {
  const [px = 0, digits = 0] = [/(\d+)px/, /(\d+)ch/].map((length) => Number(length.exec(width)?.[1] ?? 0));
  return Math.max(px, digits * digitPx + 16);
}

/** The columns of the ladder for a list of a width in px, so that it need not be scrolled sideways. 0: not known yet. */
export function fitColumns(columns: readonly Column<LadderRow>[], widthPx: number): readonly Column<LadderRow>[] {
  if (widthPx === 0) return columns;
  if (widthPx < narrowPx) return narrowColumns(columns);
  let left = columns.reduce((sum, { width, isFileOnly }) => (isFileOnly ? sum : sum + leastPx(width)), 0);
  const out = new Set<string>();
  for (const id of leftOut) {
    if (left <= widthPx) break;
    out.add(id);
    left -= leastPx(columns.find((one) => one.id === id)?.width ?? '');
  }
  return columns.map((column) => (out.has(column.id) ? { ...column, isFileOnly: true } : column));
}

/** The first columns on a narrow screen, and their widths: together 360 px, or more for long figures. */
const first: readonly (readonly [id: string, width: string | null])[] = [
  ['priority', '32px'],
  ['name', '132px'],
  ['price', null],
  ['net', null],
];

/** The columns of the ladder for a narrow screen: priority, name, minimum and net need no scrolling. */
function narrowColumns(columns: readonly Column<LadderRow>[]): readonly Column<LadderRow>[] {
  const ids = new Set(first.map(([id]) => id));
  const leading = first.flatMap(([id, width]) => {
    const column = columns.find((one) => one.id === id);
    if (column === undefined) return [];
    return {
      ...column,
      width: width ?? column.width,
      // The word does not fit, and would be cut.
      ...(id === 'priority' ? { head: 'P', label: 'Priority' } : {}),
    };
  });
  return [...leading, ...columns.filter(({ id }) => !ids.has(id))];
}

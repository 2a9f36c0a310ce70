import type { Column } from '../../part/data-table.tsx';
import type { LadderRow } from './row/ladder-row.ts';

/** The first columns on a narrow screen, and their widths: together 360 px, or more for long figures. */
const first: readonly (readonly [id: string, width: string | null])[] = [
  ['priority', '52px'],
  ['name', null],
  ['price', null],
  ['net', null],
];

/** The columns of the ladder for a narrow screen: priority, name, minimum and net need no scrolling. */
export function narrowColumns(columns: readonly Column<LadderRow>[], nameWidth: string): readonly Column<LadderRow>[] {
  const ids = new Set(first.map(([id]) => id));
  const leading = first.flatMap(([id, width]) => {
    const column = columns.find((one) => one.id === id);
    if (column === undefined) return [];
    return {
      ...column,
      width: id === 'name' ? nameWidth : (width ?? column.width),
      ...(id === 'name' ? { cell: withShape(column) } : {}),
      // The word does not fit, and would be cut.
      ...(id === 'priority' ? { head: 'P', label: 'Priority' } : {}),
    };
  });
  return [...leading, ...columns.filter(({ id }) => !ids.has(id))];
}

/** Adds the shape of the action to the name, because the column of the action is out of sight. */
const withShape =
  ({ cell }: Column<LadderRow>) =>
  (row: LadderRow) => (
    <>
      <span aria-hidden="true">{row.shown.member_action === 'include' ? '▲' : '⊘'} </span>
      {cell(row)}
    </>
  );

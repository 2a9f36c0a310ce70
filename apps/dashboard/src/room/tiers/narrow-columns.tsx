import type { Column } from '../../part/data-table.tsx';
import type { LadderRow } from './row/ladder-row.ts';

/** What stands first where the screen is narrow, and how wide: together 360 px, more where figures need it. The rest is scrolled to. */
const first: readonly (readonly [id: string, width: string | null])[] = [
  ['priority', '52px'],
  ['name', null],
  ['price', null],
  ['net', null],
];

/** The columns of the ladder for a narrow screen: who comes first, from which price, and what that earns, without scrolling. */
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

/** The shape of the action beside the name, as the column of the action is out of view; the word stands there. */
const withShape =
  ({ cell }: Column<LadderRow>) =>
  (row: LadderRow) => (
    <>
      <span aria-hidden="true">{row.shown.member_action === 'include' ? '▲' : '⊘'} </span>
      {cell(row)}
    </>
  );

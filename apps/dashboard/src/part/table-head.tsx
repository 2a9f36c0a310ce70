import { Tooltip } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import type { Column, FootRow } from './column.ts';

interface TableHeadProps {
  readonly columns: readonly Column<never>[];
  /** The column that rows are sorted by; null: by none. */
  readonly sortedBy: string | null;
  readonly isDescending: boolean;
  readonly onSort: (id: string, event: MouseEvent) => void;
}

function PlainTableHead({ columns, sortedBy, isDescending, onSort }: TableHeadProps) {
  return (
    <div className="table-row head" role="row" aria-rowindex={1}>
      {columns.map(({ id, head, label, definition, isNumber = false, sortBy }) => {
        const isDefined = definition !== undefined;
        const direction = id !== sortedBy ? 'none' : isDescending ? 'descending' : 'ascending';
        return (
          <div
            key={id}
            role="columnheader"
            className={isNumber ? 'number' : ''}
            aria-sort={sortBy === undefined && direction === 'none' ? undefined : direction}
            aria-label={label}
          >
            <Tooltip label={definition} disabled={!isDefined}>
              {sortBy === undefined ? (
                <span className={isDefined ? 'definition' : ''} tabIndex={isDefined ? 0 : undefined}>
                  {head}
                </span>
              ) : (
                <button type="button" className="table-sort" onClick={(event) => onSort(id, event)}>
                  <span className={isDefined ? 'definition' : ''}>{head}</span>
                  <span aria-hidden="true">{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
                </button>
              )}
            </Tooltip>
          </div>
        );
      })}
    </div>
  );
}

/** The heads of a table, which sort it. They are not drawn again while one scrolls. */
export const TableHead = memo(PlainTableHead);

interface TableSumsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many rows are shown above. */
  readonly after: number;
  /** Whether a line has the sums of the rows. */
  readonly hasSums: boolean;
  readonly foot: readonly FootRow[];
}

function PlainTableSums<Row>({ columns, rows, after, hasSums, foot }: TableSumsProps<Row>) {
  const lines = [
    ...(hasSums ? [{ id: 'sums', cellOf: ({ sum }: Column<Row>) => sum?.(rows) }] : []),
    ...foot.map(({ id, cells }) => ({ id, cellOf: (column: Column<Row>) => cells[column.id] })),
  ];
  return (
    <div className="table-sums" role="presentation">
      {lines.map(({ id, cellOf }, at) => (
        <div key={id} className={`table-row ${id}`} role="row" aria-rowindex={after + 2 + at}>
          {columns.map((column) => (
            <div key={column.id} role="gridcell" className={column.isNumber === true ? 'number' : ''}>
              {cellOf(column)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The sums of all rows, and the lines below them, which are not summed again while one scrolls. */
export const TableSums = memo(PlainTableSums) as typeof PlainTableSums;

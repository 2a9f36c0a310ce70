import { type HTMLAttributes, memo } from 'react';
import type { Column } from './column.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly id: string;
  /** Its place among all rows, from 0. */
  readonly index: number;
  /** Where it begins, px from the first row. */
  readonly start: number;
  readonly isCurrent: boolean;
  readonly className: string;
  readonly propsOf: ((row: Row) => HTMLAttributes<HTMLDivElement>) | undefined;
  readonly onOpen: (row: Row) => void;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, id, index, start, isCurrent, className, propsOf, onOpen } = props;
  return (
    <div
      {...propsOf?.(row)}
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      className={`table-row body ${className}`}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button, input, label')) onOpen(row);
      }}
    >
      {columns.map(({ id: column, cell, isNumber = false }) => (
        <div key={column} role="gridcell" className={isNumber ? 'number' : ''}>
          {cell(row)}
        </div>
      ))}
    </div>
  );
}

/** A row of a table. While one scrolls, those that stay in sight are not drawn again. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

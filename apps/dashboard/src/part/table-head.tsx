import { Tooltip } from '@mantine/core';
import { memo, type MouseEvent, type ReactNode } from 'react';

interface HeadColumn {
  readonly id: string;
  readonly head: ReactNode;
  readonly label?: string;
  readonly definition?: string;
  readonly isNumber?: boolean;
  readonly sortBy?: unknown;
}

interface TableHeadProps {
  readonly columns: readonly HeadColumn[];
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

interface SumColumn<Row> {
  readonly id: string;
  readonly isNumber?: boolean;
  readonly sum?: (rows: readonly Row[]) => ReactNode;
}

/** A line below the rows, of what is in none of them or of all together: its cells, by column. */
export interface FootRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, ReactNode>>;
  /** The cells that a file has otherwise; null: it is a sum, which no file has. */
  readonly file: Readonly<Record<string, string>> | null;
}

interface TableSumsProps<Row> {
  readonly columns: readonly SumColumn<Row>[];
  readonly rows: readonly Row[];
  /** How many rows are shown above. */
  readonly after: number;
  /** Whether a line has the sums of the rows. */
  readonly hasSums: boolean;
  readonly foot: readonly FootRow[];
}

function PlainTableSums<Row>({ columns, rows, after, hasSums, foot }: TableSumsProps<Row>) {
  const lines = [
    ...(hasSums ? [{ id: 'sums', cellOf: ({ sum }: SumColumn<Row>) => sum?.(rows) }] : []),
    ...foot.map(({ id, cells }) => ({ id, cellOf: (column: SumColumn<Row>) => cells[column.id] })),
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

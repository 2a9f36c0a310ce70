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

interface TableSumsProps<Row> {
  readonly columns: readonly SumColumn<Row>[];
  readonly rows: readonly Row[];
}

function PlainTableSums<Row>({ columns, rows }: TableSumsProps<Row>) {
  return (
    <div className="table-row sums" role="row" aria-rowindex={rows.length + 2}>
      {columns.map(({ id, isNumber = false, sum }) => (
        <div key={id} role="gridcell" className={isNumber ? 'number' : ''}>
          {sum?.(rows)}
        </div>
      ))}
    </div>
  );
}

/** The sums of all rows, which are not summed again while one scrolls. */
export const TableSums = memo(PlainTableSums) as typeof PlainTableSums;

import {
  createColumnHelper,
  createExpandedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import type { Column, FootRow, SortedBy } from './column.ts';
import { type Fit, fitColumns } from './fit-columns.ts';
import { takeFocus } from './list-focus.ts';
import { csvOfTable } from './table-csv.ts';
import { SmallButton } from './kit.tsx';
import { useWidth } from './use-width.ts';
import { Tooltip } from '@mantine/core';

/** A width for the longest of some figures, so that none is cut: a CSS length of at least `leastPx`. */
export function figureWidth(leastPx: number, figures: Iterable<string>): string {
  let longest = 0;
  for (const { length } of figures) longest = Math.max(longest, length);
  return `max(${leastPx}px, ${longest}ch + 16px)`;
}

interface DataTableProps<Row> {
  /** What the table is, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  /**
   * Of a tree: the rows below a row that is open, each level sorted by itself. `rows` are those of the top level, and their
   * sums those of all. A file has the rows without others below them, so that it adds up to the same.
   */
  readonly below?: (row: Row) => readonly Row[] | undefined;
  /** The row that is opened, by its id. */
  readonly current?: string | null;
  /** A click on a row, or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** The arrows, j or k have made another row the current one. Default: the table opens that row. */
  readonly onMove?: (row: Row) => void;
  /** Keys beside the arrows, j and k, on the current row; arrows with Alt too. */
  readonly onKey?: (event: KeyboardEvent, row: Row) => void;
  readonly isDense?: boolean;
  readonly classOf?: (row: Row) => string;
  /** The tallest that it gets, as a CSS length. */
  readonly maxHeight?: string | undefined;
  readonly firstSort?: SortedBy;
  /** What the given rows are sorted by already; null: by nothing. Needs `onSort`. */
  readonly sort?: SortedBy | null;
  /** The user has chosen a head. With `onSort` the table does not sort by itself. */
  readonly onSort?: (sort: SortedBy | null) => void;
  /** How it fits where it has no room for all columns; without it, it is scrolled sideways. */
  readonly fit?: Fit<Row>;
  /** Whether it is offered as a file. */
  readonly hasFile?: boolean;
  /** Lines below the rows and their sums. */
  readonly foot?: readonly FootRow[];
  /** More attributes of a row's element, such as drop handlers. Another function draws all rows again. */
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLDivElement>;
}

/** The edges of its box. */
const borderPx = 2;
const noFoot: readonly FootRow[] = [];
/** Which rows are open is told by `below`. */
const allExpanded = { expanded: true } as const;

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
});

/** A table of any number of rows, of which only the visible ones are in the page. Heads sort it; keys move in it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    columns: all,
    idOf,
    current = null,
    onOpen,
    onMove,
    onKey,
    isDense = false,
    classOf,
    firstSort,
    foot = noFoot,
    below,
    hasFile = true,
    fit,
  } = props;
  const [whole, widthPx] = useWidth<HTMLDivElement>();
  const columns = useMemo(() => {
    const fitting = fit === undefined ? all : fitColumns(all, Math.max(0, widthPx - borderPx), fit);
    return fitting.filter(({ isFileOnly }) => isFileOnly !== true);
  }, [all, widthPx, fit]);
  const scroller = useRef<HTMLDivElement>(null);
  const tableId = useId();
  const defined = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row): unknown => column.sortBy?.(row) ?? undefined, {
          id: column.id,
          enableSorting: column.sortBy !== undefined,
          sortUndefined: 'last',
          sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
        }),
      ),
    );
  }, [columns]);
  const { sort = null, onSort } = props;
  const chosen = sort === null ? [] : [sort];
  const table = useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: idOf,
    ...(below !== undefined && { getSubRows: below }),
    ...(onSort === undefined
      ? { state: allExpanded, initialState: { sorting: firstSort === undefined ? [] : [firstSort] } }
      : {
          manualSorting: true,
          state: { ...allExpanded, sorting: chosen },
          onSortingChange: (next) => onSort((typeof next === 'function' ? next(chosen) : next)[0] ?? null),
        }),
  });
  const sorted = table.getRowModel().rows;
  const rowHeight = isDense ? 28 : 36;
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Otherwise each event of the wheel draws its rows at once, and many of them in one piece.
    useFlushSync: false,
  });
  const place = sorted.findIndex(({ id }) => id === current);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place);
  }, [place, virtual]);

  useEffect(() => takeFocus(scroller.current), []);

  // The handlers stay the same functions, so that rows and heads are not drawn again.
  const latest = useRef({ onOpen, table });
  useEffect(() => {
    latest.current = { onOpen, table };
  }, [onOpen, table]);
  const open = useCallback((row: Row) => latest.current.onOpen?.(row), []);
  const toggle = useCallback(
    (id: string, event: MouseEvent) => latest.current.table.getColumn(id)?.getToggleSortingHandler()?.(event),
    [],
  );
  const by = table.getAllLeafColumns().find((column) => column.getIsSorted() !== false);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const step = event.altKey ? undefined : { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const row = sorted[place]?.original;
    if (step !== undefined) {
      const next = sorted[Math.min(Math.max(place + step, 0), sorted.length - 1)];
      if (next !== undefined) (onMove ?? onOpen)?.(next.original);
      event.preventDefault();
    } else if (row !== undefined) {
      onKey?.(event, row);
    }
  };

  const save = async () => {
    const { saveCsv } = await import('./save-csv.ts');
    saveCsv(
      csvOfTable(
        all,
        sorted.filter(({ subRows }) => subRows.length === 0).map(({ original }) => original),
        foot,
      ),
      `${label.toLowerCase().replaceAll(' ', '-')}.csv`,
    );
  };
  const style = {
    '--columns': columns.map(({ width }) => width).join(' '),
    '--row-height': `${rowHeight}px`,
    maxHeight: props.maxHeight ?? 'calc(100vh - 248px)',
  } as React.CSSProperties;
  const hasSums = rows.length > 1 && columns.some(({ sum }) => sum !== undefined);
  return (
    <div ref={whole} className="table-whole">
      <div
        ref={scroller}
        className="table-box"
        style={style}
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1 + (hasSums ? 1 : 0) + foot.length}
        aria-activedescendant={place < 0 ? undefined : `${tableId}-${place}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="table-grid" role="presentation">
          <TableHead
            columns={columns}
            sortedBy={by?.id ?? null}
            isDescending={by?.getIsSorted() === 'desc'}
            onSort={toggle}
          />
          <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const { id, original: row } = sorted[index]!;
              return (
                <TableRow
                  key={id}
                  id={`${tableId}-${index}`}
                  row={row}
                  columns={columns}
                  index={index}
                  start={start}
                  isCurrent={id === current}
                  className={classOf?.(row) ?? ''}
                  propsOf={props.rowProps}
                  onOpen={open}
                />
              );
            })}
          </div>
          {(hasSums || foot.length > 0) && (
            <TableSums columns={columns} rows={rows} after={sorted.length} hasSums={hasSums} foot={foot} />
          )}
        </div>
      </div>
      {hasFile && (
        <div className="table-foot">
          <SmallButton onClick={() => void save()} aria-label={`Download as CSV: ${label}`}>
            Download as CSV
          </SmallButton>
        </div>
      )}
    </div>
  );
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b);
  return Number(a) - Number(b);
}

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
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

interface TableHeadProps {
  readonly columns: readonly Column<never>[];
  /** The column that rows are sorted by; null: by none. */
  readonly sortedBy: string | null;
  readonly isDescending: boolean;
  readonly onSort: (id: string, event: MouseEvent) => void;
}

/** A head whose unit is not broken into lines. */
function inLines(head: ReactNode): ReactNode {
  const [, name, unit] = (typeof head === 'string' && /^(.*)(\([^()]+\))$/.exec(head)) || [];
  return unit === undefined ? head : [name, <span key="unit">{unit}</span>];
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
                  {inLines(head)}
                </span>
              ) : (
                <button type="button" className="table-sort" onClick={(event) => onSort(id, event)}>
                  <span className={isDefined ? 'definition' : ''}>{inLines(head)}</span>
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
const TableHead = memo(PlainTableHead);

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
const TableSums = memo(PlainTableSums) as typeof PlainTableSums;

import type { ReactNode } from 'react';
import { figures, type FigureName } from '@auction-tiers/contract/glossary';
import { percentColumn } from '../figure/count.ts';

/** A column of a table that sorts. */
export interface Column<Row> {
  readonly id: string;
  /** What the head says; its unit belongs here. */
  readonly head: ReactNode;
  /** The head for users who do not see it, where `head` is not a text. */
  readonly label?: string;
  /** What the figure is, on hover and on the focus of its head. */
  readonly definition?: string;
  /** A width of CSS grid, such as `minmax(160px, 2fr)` or `90px`. */
  readonly width: string;
  readonly isNumber?: boolean;
  /** What rows are sorted by; without it the column does not sort. */
  readonly sortBy?: (row: Row) => number | string | null;
  readonly cell: (row: Row) => ReactNode;
  /** Whether the table has no room for it, and only the file has it. */
  readonly isFileOnly?: boolean;
  /** What the cell says in a file, where a component draws it. */
  readonly text?: (row: Row) => string;
  /** The cell in the row of sums, of all rows that are shown. A single row has no sums. */
  readonly sum?: (rows: readonly Row[]) => ReactNode;
}

/** The column that rows are sorted by, and the direction. */
export interface SortedBy<Id extends string = string> {
  readonly id: Id;
  readonly desc: boolean;
}

/** A sort as the address has it: `net.desc`. */
export const sortText = ({ id, desc }: SortedBy): string => `${id}.${desc ? 'desc' : 'asc'}`;

/** Such a sort by one of these columns; undefined: it is none. */
export function readSort<Id extends string>(text: string | undefined, ids: readonly Id[]): SortedBy<Id> | undefined {
  const [named, direction] = text?.split('.') ?? [];
  const id = ids.find((one) => one === named);
  return id === undefined || !['asc', 'desc'].includes(direction ?? '')
    ? undefined
    : { id, desc: direction === 'desc' };
}

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** The rows by a value of each, equal ones as they were; rows without a value come last in either direction. */
export function sortedBy<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => number | string | null,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  const valued = rows.map((row) => ({ row, value: valueOf(row) }));
  const sorted = valued.toSorted(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'string' ? compare(a, String(b)) : a - Number(b));
  });
  return sorted.map(({ row }) => row);
}

interface NumberColumn<Row> extends Omit<Column<Row>, 'cell'> {
  /** Null: the row has no such number. */
  readonly of: (row: Row) => number | null;
  readonly show: (value: number) => string;
  /** The figure of the glossary that it shows: the head has its definition. */
  readonly figure?: FigureName;
  /** Whether the row of sums adds it up. */
  readonly isSummed?: boolean;
}

export const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number | null): number =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);

/** A column of numbers, which sorts by them. */
export function numberColumn<Row>({ of, show, figure, isSummed = false, ...rest }: NumberColumn<Row>): Column<Row> {
  const shown = (value: number | null) => (value === null ? '–' : show(value));
  return {
    isNumber: true,
    sortBy: of,
    cell: (row) => shown(of(row)),
    ...(figure !== undefined && { definition: figures[figure].definition }),
    ...(isSummed && { sum: (rows: readonly Row[]) => shown(sumOf(rows, of)) }),
    ...rest,
  };
}

/** The share of the bids of rows that won, per cent. */
export function wonOf<Row>(rows: readonly Row[], bids: (row: Row) => number, won: (row: Row) => number): string {
  const all = sumOf(rows, bids);
  return percentColumn(all === 0 ? null : sumOf(rows, won) / all);
}

/** A line below the rows, of what is in none of them or of all together: its cells, by column. */
export interface FootRow {
  readonly id: string;
  readonly cells: Readonly<Record<string, ReactNode>>;
  /** The cells that a file has otherwise; null: it is a sum, which no file has. */
  readonly file: Readonly<Record<string, string>> | null;
}

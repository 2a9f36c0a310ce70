import type { CsvCell } from '@auction-tiers/contract';
import { separatorsIn } from '@auction-tiers/figure';
import { isValidElement, type ReactNode } from 'react';
import { locale } from '../figure/figures.ts';
import type { Column, FootRow } from './column.ts';

const { group, decimal } = separatorsIn(locale);

/** The text of an element; the output of components is not included. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map((one: ReactNode) => textOf(one)).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** A figure as a spreadsheet reads it: no separators of thousands, a decimal point, a plain minus, nothing where there is none. */
const figureOf = (text: string): CsvCell => ({
  figure: text.replaceAll(group, '').replace(decimal, '.').replace('−', '-').replace(/^–$/, ''),
});

/** The rows of a table for a file: its heads, the texts of its cells, and what is in none of its rows. */
export function csvOfTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  foot: readonly FootRow[] = [],
): CsvCell[][] {
  const own = columns.filter(({ head, label }) => textOf(head) !== '' || label === undefined);
  const saidBy = ({ isNumber = false }: Column<Row>, said: string) => (isNumber ? figureOf(said) : said);
  const cellOf = (column: Column<Row>, row: Row): CsvCell =>
    saidBy(column, column.text === undefined ? textOf(column.cell(row)) : column.text(row));
  return [
    own.map(({ head, label }) => label ?? textOf(head)),
    ...rows.map((row) => own.map((column) => cellOf(column, row))),
    ...foot.flatMap(({ cells, file }) =>
      file === null ? [] : [own.map((column) => saidBy(column, file[column.id] ?? textOf(cells[column.id])))],
    ),
  ];
}

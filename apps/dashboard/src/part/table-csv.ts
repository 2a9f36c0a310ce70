import { isValidElement, type ReactNode } from 'react';

/** What a CSV file needs of a column of a table. */
interface CsvColumn<Row> {
  readonly head: ReactNode;
  readonly label?: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  readonly text?: (row: Row) => string;
}

const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;
const group = new Intl.NumberFormat(locale).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value ?? ',';

/** The text of an element; the output of components is not included. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map((one: ReactNode) => textOf(one)).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** A figure as a spreadsheet reads it: no separators of thousands, a plain minus, nothing where there is none. */
const figureOf = (text: string): string => text.replaceAll(group, '').replace('−', '-').replace(/^–$/, '');

/** The rows of a table for a file: its heads, and the texts of its cells. */
export function csvOfTable<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string[][] {
  const own = columns.filter(({ head, label }) => textOf(head) !== '' || label === undefined);
  const cellOf = ({ cell, text, isNumber = false }: CsvColumn<Row>, row: Row): string => {
    const said = text === undefined ? textOf(cell(row)) : text(row);
    return isNumber ? figureOf(said) : said;
  };
  return [
    own.map(({ head, label }) => label ?? textOf(head)),
    ...rows.map((row) => own.map((column) => cellOf(column, row))),
  ];
}

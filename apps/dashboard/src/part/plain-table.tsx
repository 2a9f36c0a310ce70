import { type FigureName, figures } from '@auction-tiers/contract/glossary';
import type { ReactNode } from 'react';
import { Definition } from './kit.tsx';

export interface PlainColumn<Row> {
  /** What the head says; its unit belongs here. */
  readonly head: string;
  /** What stands beside a cell on a narrow screen, where the head says more, such as the time zone of all cells. */
  readonly name?: string;
  readonly isHeadHidden?: boolean;
  /** The figure of the glossary that it shows: the head has its definition, and its cells are numbers. */
  readonly figure?: FigureName;
  readonly definition?: string;
  readonly isNumber?: boolean;
  /** Whether its cells name their rows. */
  readonly isName?: boolean;
  readonly className?: string;
  readonly cell: (row: Row) => ReactNode;
  /** The colour of a cell. */
  readonly toneOf?: (row: Row) => string;
  /** The cell in the line of sums. */
  readonly sum?: ReactNode;
}

interface PlainTableProps<Row> {
  readonly label?: string;
  readonly rows: readonly Row[];
  /** False: a column that is not shown. */
  readonly columns: readonly (PlainColumn<Row> | false)[];
  readonly idOf: (row: Row) => string | number;
  readonly rowClass?: (row: Row) => string;
  /** Whether the line of sums is shown, where columns have one. */
  readonly hasSums?: boolean;
  /** A table of texts, each row of which is lines on a narrow screen. Others scroll where they are too wide. */
  readonly isStacked?: boolean;
  /** Names the box, which the keyboard then reaches and scrolls; for tables without anything else to reach. */
  readonly region?: string;
  readonly className?: string;
}

/** A table of a few rows, all of which are in the page. It does not sort. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, rows, columns, idOf, rowClass, region, className = '' } = props;
  const { hasSums = true, isStacked = false } = props;
  const shown = columns.filter((column) => column !== false);
  const classOf = ({ figure, isNumber = figure !== undefined, className: own = '' }: PlainColumn<Row>, tone = '') =>
    [isNumber ? 'number' : '', own, tone].filter(Boolean).join(' ') || undefined;
  return (
    <div
      className={isStacked ? 'table-box' : 'scrolls'}
      {...(region !== undefined && { role: 'region', 'aria-label': region, tabIndex: 0 })}
    >
      <table className={`plain-table ${isStacked ? 'stacked' : ''} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.head} scope="col" className={classOf(column)}>
                <Head {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} className={rowClass?.(row)}>
              {shown.map((column) => {
                const { head, name = head, isHeadHidden = false, isName = false, cell, toneOf } = column;
                const Cell = isName ? 'th' : 'td';
                return (
                  <Cell
                    key={head}
                    scope={isName ? 'row' : undefined}
                    className={classOf(column, toneOf?.(row))}
                    data-head={isHeadHidden ? undefined : name}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
        {hasSums && shown.some(({ sum }) => sum !== undefined) && (
          <tfoot>
            <tr>
              {shown.map((column) => (
                <td key={column.head} className={classOf(column)}>
                  {column.sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type HeadProps = Pick<PlainColumn<never>, 'head' | 'figure' | 'definition' | 'isHeadHidden'>;

function Head({ head, figure, definition, isHeadHidden = false }: HeadProps) {
  const text = figure === undefined ? definition : figures[figure].definition;
  if (isHeadHidden) return <span className="visually-hidden">{head}</span>;
  return text === undefined ? head : <Definition text={text}>{head}</Definition>;
}

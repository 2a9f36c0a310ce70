import type { Content, Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { count } from '../../figure/page.ts';

/** `figure` columns are aligned to the right; a `track` column holds drawings instead of text. */
export interface Column<Row> {
  readonly head: string;
  readonly kind: 'text' | 'figure' | 'track';
  readonly cell: (row: Row, at: number) => Content;
  /** The axis of a column of drawings, below its head. */
  readonly axis?: Content;
}

export interface Table<Row> {
  readonly caption: string;
  /** The first column is the row's header. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many rows are shown; a note counts the others. */
  readonly mostRows?: number;
  /** The rows are read as one chart: they have no space between them, and names do not wrap. */
  readonly isChart?: boolean;
}

const defaultMostRows = 50;

/** The style sheet sets widths for tables of 4, of 5, and of more columns. */
const [leastHinted, mostCounted] = [4, 6];
/** With more columns cells have less space between them. */
const mostRoomy = 8;

/** The style sheet shows it where the window is too narrow for the table. */
const hint = html` <span class="hint" aria-hidden="true">more columns: scroll →</span>`;

/** A table that scrolls sideways in an element of its own where the window is too narrow. */
export function tableHtml<Row>({
  caption,
  columns,
  rows,
  mostRows = defaultMostRows,
  isChart = false,
}: Table<Row>): Html {
  const shown = rows.slice(0, mostRows);
  const more = rows.length - shown.length;
  const heads = columns.map(({ head, kind, axis = null }) => html`<th scope="col" class="${kind}">${head}${axis}</th>`);
  const lines = shown.map(
    (row, at) => html`<tr>${columns.map((column, place) => cellHtml(column, row, at, place))}</tr>
`,
  );
  const rest = html`<p class="note">${count(more)} more in the JSON report.</p>
`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
<table class="${isChart ? 'rows' : `columns-${Math.min(columns.length, mostCounted)}${columns.length > mostRoomy ? ' many' : ''}`}">
<caption>${caption}${isChart || columns.length < leastHinted ? null : hint}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table>
</div>
${more > 0 ? rest : null}`;
}

function cellHtml<Row>({ kind, cell }: Column<Row>, row: Row, at: number, place: number): Html {
  if (place === 0) return html`<th scope="row" class="${kind}">${cell(row, at)}</th>`;
  return html`<td class="${kind}">${cell(row, at)}</td>`;
}

import type { Html, Piece } from './html.ts';
import { html } from './html.ts';
import { count } from '../../figure/page.ts';

/** `figure` columns stand to the right; a `track` has no text, only marks. */
export interface Column<Row> {
  readonly head: string;
  readonly kind: 'text' | 'figure' | 'track';
  readonly cell: (row: Row, at: number) => Piece;
}

export interface Table<Row> {
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Rows that are shown; the others are counted. */
  readonly mostRows?: number;
  /** Set close and without wrapping names: rows that are read as one chart. */
  readonly isChart?: boolean;
}

const defaultMostRows = 50;

/** A table that scrolls within itself where the window is too narrow for it. */
export function tableHtml<Row>({
  caption,
  columns,
  rows,
  mostRows = defaultMostRows,
  isChart = false,
}: Table<Row>): Html {
  const shown = rows.slice(0, mostRows);
  const more = rows.length - shown.length;
  const heads = columns.map(({ head, kind }) => html`<th scope="col" class="${kind}">${head}</th>`);
  const lines = shown.map(
    (row, at) => html`<tr>${columns.map((column, place) => cellHtml(column, row, at, place))}</tr>
`,
  );
  const rest = html`<p class="note">${count(more)} more in the JSON report.</p>
`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
<table${isChart ? html` class="rows"` : null}>
<caption>${caption}</caption>
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

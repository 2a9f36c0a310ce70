import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import type { Column, Table } from '../block/block.ts';
import { count } from '../block/figures.ts';
import { wordsHtml } from './words.ts';

const defaultMostRows = 50;

/** The style sheet sets widths for tables of 4, of 5, and of more columns. */
const [leastHinted, mostCounted] = [4, 6];
/** With more columns cells have less space between them. */
const mostRoomy = 8;

/** The style sheet shows it where the window is too narrow for the table. */
const hint = html` <span class="hint" aria-hidden="true">more columns: scroll →</span>`;

/** A table that scrolls sideways in an element of its own where the window is too narrow. */
export function tableHtml({
  caption,
  columns: all,
  rowCount,
  mostRows = defaultMostRows,
  isChart = false,
}: Table): Html {
  const columns = all.filter(({ only }) => only !== 'text');
  const shown = Math.min(rowCount, mostRows);
  const heads = columns.map(
    (column) =>
      html`<th scope="col" class="${column.kind}">${column.head}${column.kind === 'track' ? column.axis : null}</th>`,
  );
  const lines = Array.from(
    { length: shown },
    (_, at) => html`<tr>${columns.map((column, index) => cellHtml(column, at, index))}</tr>
`,
  );
  const rest = html`<p class="note">${count(rowCount - shown)} more in the JSON report.</p>
`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
<table class="${isChart ? 'rows' : `columns-${Math.min(columns.length, mostCounted)}${columns.length > mostRoomy ? ' many' : ''}`}">
<caption>${caption}${isChart || columns.length < leastHinted ? null : hint}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody>
</table>
</div>
${rowCount > shown ? rest : null}`;
}

function cellHtml(column: Column<number>, at: number, index: number): Html {
  const content = column.kind === 'track' ? column.cell(at, at) : wordsHtml(column.cell(at, at));
  if (index === 0) return html`<th scope="row" class="${column.kind}">${content}</th>`;
  return html`<td class="${column.kind}">${content}</td>`;
}

import type { CommitmentRow } from '../../schema/commitment.ts';
import { figureText, wantedText } from '../../schema/commitment.ts';
import type { Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import { tableHtml } from '../kit/table.ts';

/** What the draft must keep, and what the log says of it. */
export function commitmentsHtml(rows: readonly CommitmentRow[]): Html {
  return tableHtml<CommitmentRow>({
    caption: 'Per day of the log',
    rows,
    columns: [
      { head: 'Commitment', kind: 'text', cell: (row) => wantedText(row) },
      { head: 'Current', kind: 'figure', cell: ({ figure, current }) => figureText(figure, current) },
      { head: 'Draft', kind: 'figure', cell: ({ figure, draft }) => figureText(figure, draft) },
      {
        head: '95 % interval of the draft',
        kind: 'figure',
        cell: ({ figure, interval }) =>
          interval === null ? '' : `${figureText(figure, interval.low)} to ${figureText(figure, interval.high)}`,
      },
      {
        head: '',
        kind: 'text',
        cell: ({ is_kept: isKept }) => (isKept ? 'kept' : html`<span class="loses">broken</span>`),
      },
    ],
  });
}

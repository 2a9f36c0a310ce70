import { wantedText, type CommitmentRow, type CompareReport } from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { count, counted, figures, moneyFormat, percent } from '../../figure/page.ts';
import { confidenceOf } from '../../figure/text.ts';
import { leadHtml, nameHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** What the draft must keep, and what the log says of it. */
export function commitmentsHtml(report: Pick<CompareReport, 'commitments' | 'currency' | 'method'>): Html {
  const { commitments: rows, currency } = report;
  const broken = rows.filter(({ is_kept: isKept }) => !isKept).length;
  const money = moneyFormat(
    rows.flatMap(({ figure, current, draft }) => (figure === 'net' ? [current, draft] : [])),
    currency,
  );
  const figureOf = ({ figure }: CommitmentRow, value: number) => {
    if (figure === 'share_of_net') return percent(value);
    return figure === 'wins' ? count(Number(value.toFixed(1))) : money.plain(value);
  };
  return html`${leadHtml(`The draft keeps ${count(rows.length - broken)} of ${counted(rows.length, 'commitment')}.`)}${tableHtml<CommitmentRow>(
    {
      caption: 'Commitments, per day of the log',
      rows,
      columns: [
        { head: 'Commitment', kind: 'text', cell: (row) => nameHtml(wantedText(row, currency, figures)) },
        {
          head: '',
          kind: 'text',
          cell: ({ is_kept: isKept }) =>
            isKept ? html`<span class="gains">✓ kept</span>` : html`<span class="loses">✕ broken</span>`,
        },
        { head: 'Current', kind: 'figure', cell: (row) => figureOf(row, row.current) },
        { head: 'Draft', kind: 'figure', cell: (row) => figureOf(row, row.draft) },
        {
          head: `${confidenceOf(report)} interval of the draft`,
          kind: 'figure',
          cell: (row) =>
            row.interval === null ? '' : `${figureOf(row, row.interval.low)} to ${figureOf(row, row.interval.high)}`,
        },
      ],
    },
  )}`;
}

import type { CompareReport } from '../../schema/compare-report.ts';
import { createTrackScale, dot, rule, toneOf, trackHtml, whisker } from '../chart/track.ts';
import { counted, moneyFormat, plainNumber, signedPerCent } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { lead, nothing } from '../section.ts';
import { tableHtml } from '../table.ts';

/** What is left of the difference where buyers react to the draft. */
export function sensitivityHtml({ sensitivity, elasticity: reckonedWith }: CompareReport): Html {
  const { model, sampled_auctions: sampled, rows } = sensitivity;
  if (rows.length === 0) return nothing('No elasticity was reckoned with.');
  const money = moneyFormat(rows.map(({ difference }) => difference));
  const scale = createTrackScale(
    rows.flatMap(({ difference, interval }) =>
      [difference, ...(interval === null ? [] : [interval.low, interval.high])].map(Number),
    ),
  );
  return html`${lead(model, ` Estimated on ${counted(sampled, 'auction')}.`)}${tableHtml({
    caption: 'The difference in net revenue, by how much buyers react',
    isChart: true,
    rows,
    columns: [
      { head: 'Elasticity', kind: 'text', cell: ({ elasticity }) => elasticityText(elasticity, reckonedWith) },
      {
        head: 'With its 95 % interval',
        kind: 'track',
        cell: ({ difference, interval }) =>
          trackHtml(
            rule(scale, 0, 'zero'),
            interval && whisker(scale, Number(interval.low), Number(interval.high)),
            dot(scale, Number(difference), toneOf(Number(difference))),
          ),
      },
      {
        head: 'Difference in net',
        kind: 'figure',
        cell: ({ difference, per_cent: perCent }) =>
          html`${money.signed(difference)}${perCent === null ? null : html` <small>${signedPerCent(perCent)}</small>`}`,
      },
    ],
  })}`;
}

function elasticityText(value: number, reckonedWith: number): string {
  if (value === 0) return '0: nobody reacts';
  const text = value < 0 ? plainNumber(value) : `+${plainNumber(value)}`;
  return value === reckonedWith ? `${text}: the verdict's` : text;
}

import type { Row } from '../../schema/replay-report.ts';
import { bar, createTrackScale, rule, toneOf, trackHtml } from '../chart/track.ts';
import { count, moneyFormat, signedCount } from '../figure.ts';
import type { Html, Piece } from '../html.ts';
import { html } from '../html.ts';
import { headOf } from '../name.ts';
import { nothing } from '../section.ts';
import type { Column } from '../table.ts';
import { tableHtml } from '../table.ts';

/** A row of a replay with what it is called. */
export interface NamedRow {
  readonly name: Html;
  readonly row: Row;
}

/** Revenue with tiers by something, and what the tiers change of it. */
export function breakdownHtml(noun: string, caption: string, rows: readonly NamedRow[]): Html {
  if (rows.length === 0) return nothing(`The log has no ${noun}.`);
  const levels = moneyFormat(rows.map(({ row }) => row.net_to_seller));
  const differences = moneyFormat(rows.map(({ row }) => row.difference.net_to_seller));
  const lost = moneyFormat(rows.flatMap(({ row }) => [row.excluded_value.net, row.below_floor_value.net]));
  const scale = createTrackScale(rows.map(({ row }) => Number(row.difference.net_to_seller)));
  const withValue = (bids: number, value: string) =>
    html`${count(bids)}${bids === 0 ? null : html` <small>${lost.plain(value)}</small>`}`;
  return tableHtml<NamedRow>({
    caption,
    rows,
    columns: [
      { head: headOf(noun), kind: 'text', cell: ({ name }) => name },
      figure('Net to the seller', (row) => levels.plain(row.net_to_seller)),
      figure('Difference', ({ difference }) => differences.signed(difference.net_to_seller)),
      {
        head: 'Against no tiers',
        kind: 'track',
        cell: ({ row }) => {
          const value = Number(row.difference.net_to_seller);
          return trackHtml(rule(scale, 0, 'zero'), bar(scale, 0, value, toneOf(value)));
        },
      },
      figure('Bids', ({ bids }) => count(bids)),
      figure('Won', ({ won }) => count(won)),
      figure('+/−', ({ difference }) => signedCount(difference.won)),
      figure('Excluded', (row) => withValue(row.excluded, row.excluded_value.net)),
      figure('Below floor', (row) => withValue(row.below_floor, row.below_floor_value.net)),
    ],
  });
}

function figure(head: string, cell: (row: Row) => Piece): Column<NamedRow> {
  return { head, kind: 'figure', cell: ({ row }) => cell(row) };
}

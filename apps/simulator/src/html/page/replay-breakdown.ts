import { count, moneyFormat, signedCount } from '../../figure/page.ts';
import type { ReplayReport, Row } from '../../schema/replay-report.ts';
import { bar, createTrackScale, rule, toneOf, trackHtml } from '../chart/track.ts';
import type { Content, Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import type { Section } from '../kit/part.ts';
import { headOf, idAndName, nameHtml, noDataHtml } from '../kit/part.ts';
import type { Column } from '../kit/table.ts';
import { tableHtml } from '../kit/table.ts';

const others = html`<i>all others</i>`;

/** Revenue with tiers and without, by tier, buyer and attributes of impressions. */
export function breakdownSections(report: ReplayReport): Section[] {
  const { tiers, untiered, buyers, dmas, sizes, placements, hours } = report;
  const tierRows: NamedRow[] = tiers.map((row) => ({ name: idAndName(row.id, row.name, ''), row }));
  if (untiered.bids > 0) tierRows.push({ name: html`<i>no tier</i>`, row: untiered });
  return [
    {
      id: 'tiers',
      title: 'Tiers',
      body: breakdownHtml(
        'tier',
        'By tier, in the order checked; the difference is that of the same bids without tiers',
        tierRows,
      ),
    },
    section('buyers', 'Buyers', 'buyer', buyers, ({ id, name }) => idAndName(id, name, 'no known buyer')),
    section('dmas', 'Market areas', 'market area', dmas, ({ dma, name }) => idAndName(dma, name, 'none named')),
    section('sizes', 'Sizes', 'size', sizes, ({ size }) => (size === null ? html`<i>none named</i>` : nameHtml(size))),
    section('placements', 'Placements', 'placement', placements, ({ placement_id: id }) =>
      idAndName(id, null, 'none named'),
    ),
    section('hours-of-day', 'Hours of the day', 'hour', hours, ({ hour }) =>
      hour === null ? html`<i>not known</i>` : html`${`${String(hour).padStart(2, '0')}:00`}`,
    ),
  ];
}

function section<Named extends Row>(
  id: string,
  title: string,
  noun: string,
  { rows, other }: { readonly rows: readonly Named[]; readonly other: Row | null },
  nameOf: (row: Named) => Html,
): Section {
  const named: NamedRow[] = rows.map((row) => ({ name: nameOf(row), row }));
  if (other !== null) named.push({ name: others, row: other });
  const order = id === 'hours-of-day' ? 'UTC' : 'the highest revenue first';
  return { id, title, body: breakdownHtml(noun, `By ${noun}, ${order}`, named) };
}

/** A row of a replay with its name. */
interface NamedRow {
  readonly name: Html;
  readonly row: Row;
}

/** Revenue with tiers, one row per `noun`, and its difference to the same auctions without tiers. */
export function breakdownHtml(noun: string, caption: string, rows: readonly NamedRow[]): Html {
  if (rows.length === 0) return noDataHtml(`The log has no ${noun}.`);
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

function figure(head: string, cell: (row: Row) => Content): Column<NamedRow> {
  return { head, kind: 'figure', cell: ({ row }) => cell(row) };
}

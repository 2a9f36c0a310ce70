import { hourText } from '@auction-tiers/calendar';
import type { Content, Html } from '@auction-tiers/chart';
import { axisHtml, bar, createTrackScale, html, rule, toneOf, trackHtml } from '@auction-tiers/chart';
import { count, moneyFormat, shortMoney, signedCount } from '../../figure/page.ts';
import type { OwnRow, ReplayReport, Row } from '../../schema/replay-report.ts';
import type { Section } from '../kit/part.ts';
import { headOf, idAndName, nameHtml, noDataHtml } from '../kit/part.ts';
import type { Column } from '../kit/table.ts';
import { tableHtml } from '../kit/table.ts';

const others = html`<i>all others</i>`;

/** Revenue with tiers and without, by tier, buyer and attributes of impressions. */
export function breakdownSections(report: ReplayReport): Section[] {
  const { currency, tiers, untiered, buyers, dmas, sizes, placements, hours } = report;
  const tierRows: NamedRow[] = tiers.map((row) => ({
    name: idAndName(row.id, row.name, ''),
    row,
    change: row.if_removed && { net: row.if_removed.net_to_seller, won: row.if_removed.sold },
  }));
  if (untiered.bids > 0) tierRows.push({ name: html`<i>no tier</i>`, row: untiered, change: null });
  return [
    {
      id: 'tiers',
      title: 'Tiers',
      body: breakdownHtml(
        'tier',
        'By tier, in the order checked',
        tierRows,
        {
          net: 'If removed',
          track: 'Without this tier alone',
          won: 'Sold if removed',
        },
        currency,
      ),
    },
    section(currency, 'buyers', 'Buyers', 'buyer', buyers, ({ id, name }) => idAndName(id, name, 'no known buyer')),
    section(currency, 'dmas', 'Market areas', 'market area', dmas, ({ dma, name }) =>
      idAndName(dma, name, 'none named'),
    ),
    section(currency, 'sizes', 'Sizes', 'size', sizes, ({ size }) =>
      size === null ? html`<i>none named</i>` : nameHtml(size),
    ),
    section(currency, 'placements', 'Placements', 'placement', placements, ({ placement_id: id }) =>
      id === null ? html`<i>none named</i>` : nameHtml(`${id}`),
    ),
    section(currency, 'hours-of-day', 'Hours of the day', 'hour', hours, ({ hour }) =>
      hour === null ? html`<i>not known</i>` : html`${hourText(hour)}`,
    ),
  ];
}

function section<Named extends Row>(
  currency: string,
  id: string,
  title: string,
  noun: string,
  { rows, other }: { readonly rows: readonly Named[]; readonly other: Row | null },
  nameOf: (row: Named) => Html,
): Section {
  const named = rows.map((row) => toNamed(nameOf(row), row));
  if (other !== null) named.push(toNamed(others, other));
  const order = id === 'hours-of-day' ? 'UTC' : 'the highest revenue first';
  return { id, title, body: breakdownHtml(noun, `By ${noun}, ${order}`, named, againstNoTiers, currency) };
}

function toNamed(name: Html, row: Row): NamedRow {
  return { name, row, change: { net: row.difference.net_to_seller, won: row.difference.won } };
}

/** A row of a replay with its name, and a change of revenue and of auctions won; null: there is none to tell. */
interface NamedRow {
  readonly name: Html;
  readonly row: OwnRow;
  readonly change: { readonly net: string; readonly won: number } | null;
}

/** The heads of the columns that show the change. */
interface ChangeHeads {
  readonly net: string;
  readonly track: string;
  readonly won: string;
}

const againstNoTiers: ChangeHeads = { net: 'Difference', track: 'Against no tiers', won: '+/−' };

/** Revenue with tiers, one row per `noun`, and a change of it. */
export function breakdownHtml(
  noun: string,
  caption: string,
  rows: readonly NamedRow[],
  heads: ChangeHeads,
  currency: string,
): Html {
  if (rows.length === 0) return noDataHtml(`The log has no ${noun}.`);
  const levels = moneyFormat(
    rows.map(({ row }) => row.net_to_seller),
    currency,
  );
  const differences = moneyFormat(
    rows.flatMap(({ change }) => change?.net ?? []),
    currency,
  );
  const lost = moneyFormat(
    rows.flatMap(({ row }) => [row.excluded_value.net, row.below_floor_value.net]),
    currency,
  );
  const scale = createTrackScale(rows.map(({ change }) => Number(change?.net ?? 0)));
  const withValue = (bids: number, value: string) =>
    html`${count(bids)}${bids === 0 ? null : html` <small>${lost.plain(value)}</small>`}`;
  return tableHtml<NamedRow>({
    caption,
    rows,
    columns: [
      { head: headOf(noun), kind: 'text', cell: ({ name }) => name },
      figure('Net to the seller', (row) => levels.plain(row.net_to_seller)),
      {
        head: heads.net,
        kind: 'figure',
        cell: ({ change }) => (change === null ? null : differences.signed(change.net)),
      },
      {
        head: heads.track,
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ({ change }) => {
          if (change === null) return null;
          const value = Number(change.net);
          return trackHtml(rule(scale, 0, 'zero'), bar(scale, 0, value, toneOf(value)));
        },
      },
      figure('Forgone', (row) => levels.plain(row.forgone)),
      figure('Bids', ({ bids }) => count(bids)),
      figure('Won', ({ won }) => count(won)),
      { head: heads.won, kind: 'figure', cell: ({ change }) => (change === null ? null : signedCount(change.won)) },
      figure('Excluded', (row) => withValue(row.excluded, row.excluded_value.net)),
      figure('Below floor', (row) => withValue(row.below_floor, row.below_floor_value.net)),
    ],
  });
}

function figure(head: string, cell: (row: OwnRow) => Content): Column<NamedRow> {
  return { head, kind: 'figure', cell: ({ row }) => cell(row) };
}

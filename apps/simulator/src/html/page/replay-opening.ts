import type { Html } from '@auction-tiers/chart';
import { axisHtml, bar, createTrackScale, html, legendHtml, trackHtml } from '@auction-tiers/chart';
import type { ReplayReport, Totals } from '../../schema/replay-report.ts';
import {
  count,
  counted,
  moneyFormat,
  percent,
  short,
  shortMoney,
  signedCount,
  signedPerCent,
} from '../../figure/page.ts';
import type { Tile } from '../kit/part.ts';
import { noDataHtml, tilesHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

type Outcome = keyof Totals['outcomes'];

const outcomeWords: Readonly<Record<Outcome, string>> = {
  won: 'won',
  outranked: 'outranked by a better tier',
  outbid: 'outbid',
  lost_tie: 'lost a tie',
  excluded: 'excluded by a tier',
  below_floor: 'below the floor',
};

/** The first screen: revenue with tiers and without. */
export function openingHtml({
  currency,
  with_tiers: on,
  without_tiers: off,
  difference,
  forgone,
  auctions,
}: ReplayReport): Html {
  const money = moneyFormat([difference.net_to_seller], currency);
  const value = Number(difference.net_to_seller);
  const base = Number(off.net_to_seller);
  return html`<div class="opening">
<section class="card" aria-labelledby="effect-title">
<h2 id="effect-title">Net to the seller, with tiers less without</h2>
<p class="big even">${money.signed(difference.net_to_seller)}</p>
<p class="under">${base === 0 ? '' : `${signedPerCent((value / base) * 100)} against the same auctions without any tiers`}</p>
<dl class="pairs">
<div><dt>In a thousand auctions, with tiers</dt><dd>${perThousand(on.net_to_seller, auctions, currency)}</dd></div>
<div><dt>In a thousand auctions, without</dt><dd>${perThousand(off.net_to_seller, auctions, currency)}</dd></div>
<div><dt>Forgone by preferring</dt><dd>${moneyFormat([forgone], currency).plain(forgone)}</dd></div>
</dl>
</section>
<section class="card" aria-labelledby="levels-title">
<h2 id="levels-title">Both ways</h2>
${levelsHtml(on, off, currency)}
</section>
</div>
${tilesHtml(tilesOf(on, off, auctions, currency))}`;
}

function perThousand(units: string, auctions: number, currency: string): string {
  if (auctions === 0) return 'no auctions';
  const amount = (Number(units) / auctions) * 1000;
  return moneyFormat([amount], currency).plain(amount);
}

function levelsHtml(on: Totals, off: Totals, currency: string): Html {
  const rows = [
    ['Net with tiers', on.net_to_seller, 'draft'],
    ['Net without', off.net_to_seller, 'current'],
    ['Paid with tiers', on.gross_paid, 'draft'],
    ['Paid without', off.gross_paid, 'current'],
  ] as const;
  const money = moneyFormat(
    rows.map(([, amount]) => amount),
    currency,
  );
  const scale = createTrackScale(rows.map(([, amount]) => Number(amount)));
  return tableHtml<(typeof rows)[number]>({
    caption: 'Paid is gross; net is what is left of it once the fee is taken',
    isChart: true,
    rows,
    columns: [
      { head: 'Revenue', kind: 'text', cell: ([name]) => name },
      {
        head: 'Amount',
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ([, amount, tone]) => trackHtml(bar(scale, 0, Number(amount), tone)),
      },
      { head: currency, kind: 'figure', cell: ([, amount]) => money.plain(amount) },
    ],
  });
}

function tilesOf(on: Totals, off: Totals, auctions: number, currency: string): Tile[] {
  const paid = moneyFormat([on.gross_paid, off.gross_paid], currency);
  const excluded = on.values.excluded?.net ?? null;
  return [
    {
      label: 'Auctions sold',
      value: count(on.sold),
      note: `of ${counted(auctions, 'auction')}; ${count(off.sold)} without tiers`,
    },
    { label: 'Fill', value: percent(on.fill), note: `${percent(off.fill)} without tiers` },
    { label: 'Paid by buyers', value: paid.plain(on.gross_paid), note: `${paid.plain(off.gross_paid)} without tiers` },
    {
      label: 'Bids taken out by tiers',
      value: count(on.outcomes.excluded ?? 0),
      note:
        excluded === null ? '' : `worth ${moneyFormat([excluded], currency).plain(excluded)} net, had all of them won`,
    },
  ];
}

/** Bids by outcome, with tiers and without. */
export function outcomesHtml({ currency, with_tiers: on, without_tiers: off, bids }: ReplayReport): Html {
  if (bids === 0) return noDataHtml('The log has no bids.');
  const outcomes = Object.keys(outcomeWords) as Outcome[];
  const scale = createTrackScale([0, bids]);
  const money = moneyFormat(
    outcomes.map((outcome) => on.values[outcome]?.net ?? null),
    currency,
  );
  return html`${legendHtml([
    ['draft', 'with tiers'],
    ['current', 'without tiers'],
  ])}
${tableHtml<Outcome>({
  caption: 'Bids by what became of them',
  rows: outcomes,
  columns: [
    { head: 'Outcome', kind: 'text', cell: (outcome) => outcomeWords[outcome] },
    {
      head: 'Of all bids',
      kind: 'track',
      axis: axisHtml(scale, short),
      cell: (outcome) =>
        trackHtml(
          bar(scale, 0, on.outcomes[outcome] ?? 0, 'draft', 0),
          bar(scale, 0, off.outcomes[outcome] ?? 0, 'current', 1),
        ),
    },
    { head: 'With tiers', kind: 'figure', cell: (outcome) => count(on.outcomes[outcome] ?? 0) },
    { head: 'Without', kind: 'figure', cell: (outcome) => count(off.outcomes[outcome] ?? 0) },
    {
      head: 'Difference',
      kind: 'figure',
      cell: (outcome) => signedCount((on.outcomes[outcome] ?? 0) - (off.outcomes[outcome] ?? 0)),
    },
    { head: 'Value with tiers, net', kind: 'figure', cell: (outcome) => money.plain(on.values[outcome]?.net ?? '0') },
  ],
})}`;
}

import { axisHtml, bar, createTrackScale, trackHtml } from '@auction-tiers/chart';
import type { Block, Fact } from '@auction-tiers/report-document';
import {
  card,
  count,
  counted,
  facts,
  figure,
  group,
  legend,
  moneyFormat,
  moneyOf,
  percent,
  sentence,
  short,
  shortMoney,
  signedCount,
  signedPerCent,
  table,
  text,
} from '@auction-tiers/report-document';
import type { ReplayReport, Totals } from '../../schema/replay-report.ts';

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
export function openingBlocks(report: ReplayReport): Block[] {
  const { currency, with_tiers: on, without_tiers: off, difference, forgone, auctions } = report;
  const money = moneyFormat(currency, [difference.net_to_seller]);
  const base = Number(off.net_to_seller);
  const perThousand = (units: string) => {
    if (auctions === 0) return 'no auctions';
    const amount = (Number(units) / auctions) * 1000;
    return moneyFormat(currency, [amount]).plain(amount);
  };
  const change = base === 0 ? '' : signedPerCent((Number(difference.net_to_seller) / base) * 100);
  return [
    group('opening', [
      card('', 'effect', 'Net to the seller, with tiers less without', [
        sentence(money.signed(difference.net_to_seller), 'big even'),
        sentence(change === '' ? '' : `${change} against the same auctions without any tiers`, 'under'),
        facts(
          [
            ['In a thousand auctions, with tiers', perThousand(on.net_to_seller)],
            ['In a thousand auctions, without', perThousand(off.net_to_seller)],
            ['Forgone by preferring', moneyFormat(currency, [forgone]).plain(forgone)],
          ],
          'pairs',
        ),
      ]),
      card('', 'levels', 'Both ways', [levels(report)]),
    ]),
    facts(tilesOf(report), 'tiles'),
  ];
}

function levels({ currency, with_tiers: on, without_tiers: off }: ReplayReport): Block {
  const rows = [
    ['Net with tiers', on.net_to_seller, 'draft'],
    ['Net without', off.net_to_seller, 'current'],
    ['Paid with tiers', on.gross_paid, 'draft'],
    ['Paid without', off.gross_paid, 'current'],
  ] as const;
  const money = moneyOf(currency, rows, ([, amount]) => amount);
  const scale = createTrackScale(rows.map(([, amount]) => Number(amount)));
  return table(rows, {
    caption: 'Paid is gross; net is what is left of it once the fee is taken',
    isChart: true,
    columns: [
      text('Revenue', ([name]) => name),
      {
        head: 'Amount',
        kind: 'track',
        axis: axisHtml(scale, shortMoney(currency)),
        cell: ([, amount, tone]) => trackHtml(bar(scale, 0, Number(amount), tone)),
      },
      figure(currency, ([, amount]) => money.plain(amount)),
    ],
  });
}

function tilesOf({ with_tiers: on, without_tiers: off, auctions, currency }: ReplayReport): Fact[] {
  const paid = moneyFormat(currency, [on.gross_paid, off.gross_paid]);
  const excluded = on.values.excluded?.net ?? null;
  const worth = excluded === null ? '' : moneyFormat(currency, [excluded]).plain(excluded);
  return [
    ['Auctions sold', count(on.sold), `of ${counted(auctions, 'auction')}; ${count(off.sold)} without tiers`],
    ['Fill', percent(on.fill), `${percent(off.fill)} without tiers`],
    ['Paid by buyers', paid.plain(on.gross_paid), `${paid.plain(off.gross_paid)} without tiers`],
    [
      'Bids taken out by tiers',
      count(on.outcomes.excluded ?? 0),
      worth === '' ? '' : `worth ${worth} net, had all of them won`,
    ],
  ];
}

/** Bids by outcome, with tiers and without. */
export function outcomeBlocks({ currency, with_tiers: on, without_tiers: off, bids }: ReplayReport): Block[] {
  if (bids === 0) return [sentence('The log has no bids.', 'nothing')];
  const outcomes = Object.keys(outcomeWords) as Outcome[];
  const scale = createTrackScale([0, bids]);
  const money = moneyOf(currency, outcomes, (outcome) => on.values[outcome]?.net ?? null);
  const of = (totals: Totals, outcome: Outcome) => totals.outcomes[outcome] ?? 0;
  return [
    legend([
      ['draft', 'with tiers'],
      ['current', 'without tiers'],
    ]),
    table(outcomes, {
      caption: 'Bids by what became of them',
      columns: [
        text('Outcome', (outcome) => outcomeWords[outcome]),
        {
          head: 'Of all bids',
          kind: 'track',
          axis: axisHtml(scale, short),
          cell: (outcome) =>
            trackHtml(bar(scale, 0, of(on, outcome), 'draft', 0), bar(scale, 0, of(off, outcome), 'current', 1)),
        },
        figure('With tiers', (outcome) => count(of(on, outcome))),
        figure('Without', (outcome) => count(of(off, outcome))),
        figure('Difference', (outcome) => signedCount(of(on, outcome) - of(off, outcome))),
        figure('Value with tiers, net', (outcome) => money.plain(on.values[outcome]?.net ?? '0')),
      ],
    }),
  ];
}

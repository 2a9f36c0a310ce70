import {
  changeWords,
  type BidSide,
  type ChangeExample,
  type CompareReport,
  type ExampleBid,
} from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { axisHtml, bar, createTrackScale, html, trackHtml } from '@auction-tiers/chart';
import { count, counted, cpm, momentText, moneyFormat, percent, shortPercent } from '../../figure/page.ts';
import { fileHtml, idAndName, nameHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** Auctions by kind of change, and examples of each kind with their explanations. */
export function changesHtml({ currency, changes, auctions, buyers, tiers, funnel }: CompareReport): Html {
  if (auctions === 0) return noDataHtml('The log has no auctions.');
  const money = moneyFormat(
    changes.map(({ difference }) => difference.net_to_seller),
    currency,
  );
  const scale = createTrackScale([0, 1]);
  const names: Names = {
    currency,
    buyers: new Map(buyers.rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[id, name]]))),
    tiers: new Map(
      [
        ...tiers.rows.map(({ id, name }) => [id, name] as const),
        ...[...funnel.current, ...funnel.draft].map((row) => [row.tier_id, row.name] as const),
      ].flatMap(([id, name]) => (id === null || name === null ? [] : [[id, name]])),
    ),
  };
  const withExamples = changes.filter(({ examples }) => examples.length > 0);
  return html`${tableHtml({
    caption: 'Auctions by what changes',
    rows: changes,
    columns: [
      { head: 'What changes', kind: 'text', cell: ({ kind }) => changeWords[kind] },
      { head: 'Auctions', kind: 'figure', cell: ({ auctions: some }) => count(some) },
      { head: 'Share', kind: 'figure', cell: (change) => percent(change.share) },
      {
        head: 'Of all auctions',
        kind: 'track',
        axis: axisHtml(scale, shortPercent),
        cell: (change) => trackHtml(bar(scale, 0, change.share, 'draft')),
      },
      { head: 'Difference in net', kind: 'figure', cell: ({ difference }) => money.signed(difference.net_to_seller) },
    ],
  })}
${withExamples.map(
  ({ kind, examples }) => html`<h3>Examples: ${changeWords[kind]}</h3>
${examples.map((example, at) => exampleHtml(example, names, at === 0))}`,
)}`;
}

/** The currency, and the names of buyers and tiers, that examples show. */
interface Names {
  readonly currency: string;
  readonly buyers: ReadonlyMap<number, string>;
  readonly tiers: ReadonlyMap<number, string>;
}

const outcomeWords: Readonly<Record<BidSide['outcome'], string>> = {
  won: 'won',
  outranked: 'outranked by a bid of a better tier',
  outbid: 'outbid',
  lost_tie: 'lost a tie',
  excluded: 'excluded',
  below_floor: 'below the floor',
};

/** One auction under both tier sets: its winners, and why these bids win or lose. */
function exampleHtml(example: ChangeExample, names: Names, isOpen: boolean): Html {
  const { file, place, time, bids_in_auction: bidCount, bid_floor: floor } = example;
  const floorText = floor === 0 ? 'no floor' : `floor ${cpm(floor, names.currency)}`;
  return html`<details class="example"${isOpen ? html` open` : null}>
<summary>${fileHtml(file)}, ${place}: ${momentText(time)}, ${counted(bidCount, 'bid')}, ${floorText}</summary>
<div class="sides">
${sideHtml('Current', 'current', example, names)}
${sideHtml('Draft', 'draft', example, names)}
</div>
</details>
`;
}

function sideHtml(title: string, side: 'current' | 'draft', { bids, ...example }: ChangeExample, names: Names): Html {
  const winner = side === 'current' ? example.current_winner : example.draft_winner;
  const result =
    winner === null
      ? html`<p class="result">Not sold.</p>`
      : html`<p class="result"><b>${buyerOf(winner.member_id, names)}</b> wins ${
          winner.tier_id === null
            ? 'untiered'
            : html`with tier ${idAndName(winner.tier_id, names.tiers.get(winner.tier_id) ?? null, '')}`
        } and pays <b>${cpm(winner.clearing_price, names.currency)}</b>.</p>`;
  return html`<div class="side-${side}">
<h4>${title}</h4>
${result}
<ul>${bids.map((bid) => bidHtml(bid, bid[side], names))}</ul>
</div>
`;
}

function bidHtml(
  { bid_id: id, member_id: buyer, price, net_price: net }: ExampleBid,
  side: BidSide,
  names: Names,
): Html {
  return html`<li><b>${buyerOf(buyer, names)}</b>, bid ${nameHtml(id)} of ${cpm(price, names.currency)} (net ${cpm(net, names.currency)}): ${outcomeWords[side.outcome]}. ${side.explanation.map((sentence) => html`<span class="why">${sentence}</span> `)}</li>
`;
}

function buyerOf(id: number | null, names: Names): Html {
  return idAndName(id, id === null ? null : (names.buyers.get(id) ?? null), 'an unknown buyer');
}

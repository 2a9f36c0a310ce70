import type { BidSide, ChangeExample, ExampleBid } from '../../schema/change-example.ts';
import { momentText } from '../date-text.ts';
import { counted, cpm } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { idAndName, nameHtml } from '../name.ts';

export interface Names {
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

/** One auction under both tier sets: its winners, and why its bids win or lose. */
export function exampleHtml(example: ChangeExample, names: Names, isOpen: boolean): Html {
  const { file, place, time, bids_in_auction: bidCount, bid_floor: floor } = example;
  const floorText = floor === 0 ? 'no floor' : `floor ${cpm(floor)}`;
  return html`<details class="example"${isOpen ? html` open` : null}>
<summary>${nameHtml(file)}, ${place}: ${momentText(time)}, ${counted(bidCount, 'bid')}, ${floorText}</summary>
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
        } and pays <b>${cpm(winner.clearing_price)}</b>.</p>`;
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
  return html`<li><b>${buyerOf(buyer, names)}</b>, bid ${nameHtml(id)} of ${cpm(price)} (net ${cpm(net)}): ${outcomeWords[side.outcome]}. ${side.explanation.map((sentence) => html`<span class="why">${sentence}</span> `)}</li>
`;
}

function buyerOf(id: number | null, names: Names): Html {
  return idAndName(id, id === null ? null : (names.buyers.get(id) ?? null), 'a buyer that nobody knows');
}

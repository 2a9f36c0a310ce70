import { axisHtml, bar, createTrackScale, trackHtml } from '@auction-tiers/chart';
import {
  changeWords,
  type BidSide,
  type ChangeExample,
  type CompareReport,
  type ExampleBid,
} from '@auction-tiers/contract/compare-report';
import type { Block, Inline } from '@auction-tiers/report-document';
import {
  count,
  counted,
  cpm,
  details,
  figure,
  file,
  group,
  idAndName,
  list,
  momentText,
  moneyOf,
  name,
  only,
  percent,
  sentence,
  shortPercent,
  strong,
  table,
  text,
  why,
} from '@auction-tiers/report-document';

/** Auctions by kind of change, and examples of each kind with their explanations. */
export function changeBlocks({ currency, changes, auctions, buyers, tiers, funnel, verdict }: CompareReport): Block[] {
  // The first reason is that there are none.
  if (auctions === 0) return verdict.reasons.slice(0, 1).map(({ message }) => sentence(message, 'nothing'));
  const money = moneyOf(currency, changes, ({ difference }) => difference.net_to_seller);
  const scale = createTrackScale([0, 1]);
  const steps = [...funnel.current, ...funnel.draft].map((row) => ({ id: row.tier_id, name: row.name }));
  const names: Names = { currency, buyers: namesOf(buyers.rows), tiers: namesOf([...tiers.rows, ...steps]) };
  return [
    table(changes, {
      caption: 'Auctions by what changes',
      columns: [
        text('What changes', ({ kind }) => changeWords[kind]),
        figure('Auctions', ({ auctions: some }) => count(some)),
        figure('Share', (change) => percent(change.share)),
        {
          head: 'Of all auctions',
          kind: 'track',
          axis: axisHtml(scale, shortPercent),
          cell: (change) => trackHtml(bar(scale, 0, change.share, 'draft')),
        },
        figure('Difference in net', ({ difference }) => money.signed(difference.net_to_seller)),
      ],
    }),
    ...changes
      .filter(({ examples }) => examples.length > 0)
      .flatMap(({ kind, examples }) => [
        sentence(`Examples: ${changeWords[kind]}`, 'heading'),
        ...examples.map((example, at) => exampleDetails(example, names, at === 0)),
      ]),
  ];
}

/** The currency, and the names of buyers and tiers, that examples show. */
interface Names {
  readonly currency: string;
  readonly buyers: ReadonlyMap<number, string>;
  readonly tiers: ReadonlyMap<number, string>;
}

const namesOf = (rows: readonly { readonly id: number | null; readonly name: string | null }[]) =>
  new Map(rows.flatMap(({ id, name: own }) => (id === null || own === null ? [] : [[id, own] as const])));

const outcomeWords: Readonly<Record<BidSide['outcome'], string>> = {
  won: 'won',
  outranked: 'outranked by a bid of a better tier',
  outbid: 'outbid',
  lost_tie: 'lost a tie',
  excluded: 'excluded',
  below_floor: 'below the floor',
};

/** One auction under both tier sets: its winners, and why these bids win or lose. */
function exampleDetails(example: ChangeExample, names: Names, isOpen: boolean): Block {
  const { file: path, place, time, bids_in_auction: bidCount, bid_floor: floor } = example;
  const floorText = floor === 0 ? 'no floor' : `floor ${cpm(floor, names.currency)}`;
  const about = `: ${momentText(time)}, ${counted(bidCount, 'bid')}, ${floorText}`;
  return details(
    'example',
    [file(path), ', ', name(place), about],
    [group('sides', [sideGroup('Current', 'current', example, names), sideGroup('Draft', 'draft', example, names)])],
    { isOpen },
  );
}

function sideGroup(title: string, side: 'current' | 'draft', example: ChangeExample, names: Names): Block {
  const winner = side === 'current' ? example.current_winner : example.draft_winner;
  const tier = (id: number | null): Inline =>
    id === null ? 'untiered' : ['with tier ', idAndName(id, names.tiers.get(id) ?? null, '')];
  const result: Inline =
    winner === null
      ? 'Not sold.'
      : [
          [strong(buyerOf(winner.member_id, names)), ' wins ', tier(winner.tier_id)],
          [' and pays ', strong(cpm(winner.clearing_price, names.currency)), '.'],
        ];
  return group(`side-${side}`, [
    sentence([strong(title), ': ', result], 'result'),
    only('file', list(example.bids.map((bid) => ({ text: bidWords(bid, bid[side], names) })))),
  ]);
}

function bidWords(
  { bid_id: id, member_id: buyer, price, net_price: net }: ExampleBid,
  side: BidSide,
  names: Names,
): Inline {
  const prices = ` of ${cpm(price, names.currency)} (net ${cpm(net, names.currency)}): ${outcomeWords[side.outcome]}. `;
  const reasons = side.explanation.map((one): Inline => [why(one), ' ']);
  return [strong(buyerOf(buyer, names)), ', bid ', name(id), prices, reasons];
}

function buyerOf(id: number | null, names: Names): Inline {
  return idAndName(id, id === null ? null : (names.buyers.get(id) ?? null), 'an unknown buyer');
}

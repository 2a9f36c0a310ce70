import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { logKinds } from '@auction-tiers/contract/compare-report';
import { count } from '../../figure/page.ts';
import type { ReplayReport } from '../../schema/replay-report.ts';
import { fileHtml, leadHtml, nameHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

type ReadInput = ReplayReport['input'];

const kindWords = {
  own: 'of our own form',
  openrtb: 'of OpenRTB',
  feed: 'of a bid landscape feed',
  gam_bids: "of Ad Manager's bids",
} as const;

/** What was read, and what could not be read. */
export function inputHtml(input: ReadInput): Html {
  const { files, broken, broken_lines: brokenLines, unmapped_seats: unmapped, owners, local_times: localTimes } = input;
  const facts: readonly (readonly [string, number])[] = [
    ...logKinds.map((kind) => [`lines ${kindWords[kind]}`, input.lines[kind]] as const),
    ...logKinds.map((kind) => [`auctions ${kindWords[kind]}`, input.auctions[kind]] as const),
    ['broken lines, passed over', brokenLines],
    ['files that could not be read to their end', input.unfinished_files],
    ['invalid bids, passed over', input.invalid_bids],
    ...input.foreign_bids.map(({ currency, bids }) => [`of these, in ${currency}`, bids] as const),
    ['prices above the highest allowed', input.too_high_prices],
    ['oddities passed over', input.warnings],
    ['bids rejected for other reasons than their price', input.rejected_bids],
    ['bids below a floor of their own', input.below_own_floor_bids],
    ...(localTimes === null
      ? []
      : [[`rows whose times were read by the clock of ${localTimes.timezone}`, localTimes.rows] as const]),
    ['auctions recorded at another share, left out so that all weigh alike', input.other_share_auctions],
    ['auctions of other ym-profiles, left out', owners.left_out_auctions],
    ['auctions of other ym-profiles', owners.other_ym_profile_auctions],
    ['auctions of other sellers', owners.other_seller_auctions],
    ['unknown seats', unmapped.seats],
    ['bids of unknown seats', unmapped.bids],
  ];
  return html`${tableHtml({
    caption: 'Files',
    rows: files,
    columns: [
      { head: 'File', kind: 'text', cell: ({ file }) => fileHtml(file) },
      { head: 'Form', kind: 'text', cell: ({ form }) => form },
      { head: 'Packed', kind: 'text', cell: ({ compression }) => (compression === 'none' ? 'no' : compression) },
    ],
  })}
${tableHtml({
  caption: 'What was read',
  rows: facts.filter(([, amount]) => amount > 0),
  columns: [
    { head: 'What', kind: 'text', cell: ([word]) => word },
    { head: 'How many', kind: 'figure', cell: ([, amount]) => count(amount) },
  ],
})}
${broken.length === 0 ? null : brokenHtml(input)}
${
  unmapped.largest.length === 0
    ? null
    : tableHtml({
        caption: 'Unknown seats with the most bids',
        rows: unmapped.largest,
        columns: [
          { head: 'Seat', kind: 'text', cell: ({ seat }) => nameHtml(seat) },
          { head: 'Bids', kind: 'figure', cell: ({ bids }) => count(bids) },
        ],
      })
}`;
}

function brokenHtml({ broken, broken_lines: brokenLines }: ReadInput): Html {
  return html`${leadHtml(`${count(brokenLines)} broken ${brokenLines === 1 ? 'line' : 'lines'}; here the first.`)}${tableHtml(
    {
      caption: 'Broken lines',
      rows: broken,
      columns: [
        { head: 'File', kind: 'text', cell: ({ file }) => fileHtml(file) },
        { head: 'Line', kind: 'figure', cell: ({ line }) => count(line) },
        { head: 'Problem', kind: 'text', cell: ({ problem }) => nameHtml(problem) },
      ],
    },
  )}`;
}

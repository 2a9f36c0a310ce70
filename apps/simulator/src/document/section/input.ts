import { logKinds } from '@auction-tiers/contract/compare-report';
import type { Block } from '@auction-tiers/report-document';
import { count, figure, file, name, sentence, table, text } from '@auction-tiers/report-document';
import { logFormats } from '../../log/format/formats.ts';
import type { ReplayReport } from '../../schema/replay-report.ts';

/** What was read, and what could not be read. */
export function inputBlocks(input: ReplayReport['input']): Block[] {
  const { files, broken, broken_lines: brokenLines, unmapped_seats: unmapped, owners, local_times: localTimes } = input;
  const amounts: readonly (readonly [string, number])[] = [
    ...logKinds.map((kind) => [`${logFormats[kind].unit} ${logFormats[kind].words}`, input.lines[kind]] as const),
    ...logKinds.map((kind) => [`auctions ${logFormats[kind].words}`, input.auctions[kind]] as const),
    ['broken lines, passed over', brokenLines],
    ['files that could not be read to their end', input.unfinished_files],
    ['invalid bids, passed over', input.invalid_bids],
    ...input.foreign_bids.map(({ currency, bids }) => [`of these, in ${currency} without a rate`, bids] as const),
    ['prices above the highest allowed', input.too_high_prices],
    ['oddities passed over', input.warnings],
    ['bids rejected for other reasons than their price', input.rejected_bids],
    ['bids below a floor of their own, left out', input.below_own_floor_bids],
    ...(localTimes === null
      ? []
      : [[`rows whose times were read by the clock of ${localTimes.timezone} (--timezone)`, localTimes.rows] as const]),
    ['auctions recorded at another share, left out so that all weigh alike', input.other_share_auctions],
    ['auctions of other ym-profiles, left out', owners.left_out_auctions],
    ['auctions of other ym-profiles', owners.other_ym_profile_auctions],
    ['auctions of other sellers', owners.other_seller_auctions],
    ['unknown seats', unmapped.seats],
    ['bids of unknown seats', unmapped.bids],
  ];
  const tables: (Block & { readonly rowCount: number })[] = [
    table(files, {
      caption: 'Files',
      mostInText: 5,
      columns: [
        text('File', (one) => file(one.file)),
        text('Form', ({ form }) => form),
        text('Packed', ({ compression }) => (compression === 'none' ? 'no' : compression)),
      ],
    }),
    table(
      amounts.filter(([, amount]) => amount > 0),
      {
        caption: 'What was read',
        columns: [text('What', ([word]) => word), figure('How many', ([, amount]) => count(amount))],
      },
    ),
    table(broken, {
      caption: `Broken lines: the first of ${count(brokenLines)}`,
      columns: [
        text('File', (one) => file(one.file)),
        figure('Line', ({ line }) => count(line)),
        text('Problem', ({ problem }) => name(problem)),
      ],
    }),
    table(unmapped.largest, {
      caption: 'Unknown seats with the most bids',
      columns: [text('Seat', ({ seat }) => name(seat)), figure('Bids', ({ bids }) => count(bids))],
    }),
  ];
  const known = tables.filter(({ rowCount }) => rowCount > 0);
  return known.length === 0 ? [sentence('There was nothing to read.', 'nothing')] : known;
}

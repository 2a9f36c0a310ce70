import {
  type AdviceProposal,
  type AdviceReport,
  judgedText,
  promiseText,
  proposalNotes,
} from '@auction-tiers/contract/advice-report';
import type { Block, Column, ReportDocument } from '@auction-tiers/report-document';
import {
  boundsInBrackets,
  boundsText,
  count,
  counted,
  facts,
  figure,
  figures,
  idAndName,
  list,
  moneyFormat,
  moneyOf,
  name,
  only,
  others,
  section,
  sentence,
  signedCount,
  strong,
  table,
  text,
} from '@auction-tiers/report-document';
import { feeText } from '../schema/fee.ts';
import { inputBlocks } from './section/input.ts';

/** Points of a curve in a file, and rows of what to leave out on a terminal; the JSON report has all. */
const [shownPoints, mostInText] = [12, 20];

/** The report of advice. */
export function adviseDocument(report: AdviceReport): ReportDocument {
  const { tiers, currency, auctions, bids, days, net, forgone, curves, commitments } = report;
  const proposals = shownProposals(report);
  const money = moneyFormat(currency, [net, forgone]);
  const certified = proposals.filter(({ state }) => state === 'certified').length;
  const of = `on ${counted(auctions, 'auction')} with ${counted(bids, 'bid')} in ${counted(days, 'day')}`;
  return {
    currency,
    title: `Advice: ${tiers.name}`,
    kind: 'Advice',
    headline: name(tiers.name),
    subject: ['Revision ', name(tiers.revision), ` (${counted(tiers.tiers, 'tier')}), ${of}.`],
    opening: [
      facts(
        [
          ['Net', money.plain(net), 'to the seller'],
          ['Forgone', money.plain(forgone), 'the price of preference'],
          ['Proposals', count(proposals.length), `${count(certified)} certified`],
        ],
        'tiles',
      ),
      sentence(report.says.join(' ')),
    ],
    sections: [
      section('proposals', 'Proposals', proposalBlocks(proposals, currency)),
      ...(commitments.length === 0
        ? []
        : [
            section('commitments', 'Commitments at present', [
              list(commitments.map((one) => ({ text: name(promiseText(one, currency, figures)) }))),
            ]),
          ]),
      section('leave-out', 'What each tier and buyer brings', leaveOutBlocks(report)),
      only('text', section('minimums', 'Minimums at present', [presentTable(report)])),
      ...curves.map((curve) =>
        section(
          `tier-${curve.tier_id}`,
          ['Tier ', idAndName(curve.tier_id, curve.name, '')],
          curveBlocks(curve, currency, commitments.length),
        ),
      ),
      section('input', 'What was read', [facts([['Fee', feeText(report.fee)]]), ...inputBlocks(report.input)]),
    ],
  };
}

/** The proposals that a reader can take; dominated ones are data for programs. */
export const shownProposals = ({ proposals }: Pick<AdviceReport, 'proposals'>): AdviceProposal[] =>
  proposals.filter(({ state }) => state !== 'dominated');

function proposalBlocks(proposals: readonly AdviceProposal[], currency: string): Block[] {
  if (proposals.length === 0) return [sentence('There is no proposal.', 'nothing')];
  const money = moneyOf(currency, proposals, ({ gain, interval }) => [
    gain,
    interval?.low ?? null,
    interval?.high ?? null,
  ]);
  return [
    table(proposals, {
      caption: 'Proposals, judged on days from which they were not chosen',
      columns: [
        text('Proposal', ({ state }, at) => strong(`${at + 1}: ${state}`)),
        figure('Gain a day', ({ gain }) => money.signed(gain)),
        ...(proposals.every(({ answered }) => answered === null)
          ? []
          : [
              figure('As measured buyers would bid', ({ answered }: AdviceProposal) =>
                answered === null
                  ? 'not measured'
                  : `${money.signed(answered.net)}${boundsInBrackets(answered.interval, money.signed)}`,
              ),
            ]),
        figure('95 % interval', ({ interval }) => boundsText(interval, money.signed)),
        figure('Days that judge it', ({ judged_days: days, days_needed: needed }) =>
          needed === null ? count(days) : `${count(days)}; ${count(needed)} would settle it`,
        ),
        figure('The best could bring at most so much more', ({ bound }) =>
          bound.at_most === null ? 'not known' : money.plain(bound.at_most),
        ),
      ],
    }),
    ...proposals.flatMap((proposal, at) => [
      sentence(`Proposal ${at + 1}. ${judgedText(proposal)}`, 'heading'),
      list([
        ...proposal.changes.map((words) => ({ text: name(words) })),
        ...proposalNotes(proposal, currency, figures),
      ]),
    ]),
  ];
}

function leaveOutBlocks({ leave_out: rows, currency }: AdviceReport): Block[] {
  if (rows.length === 0) return [sentence('No tier has a bid.', 'nothing')];
  const money = moneyOf(currency, rows, ({ net }) => net);
  return [
    table(
      rows.toSorted((one, other) => Number(one.buyer !== null) - Number(other.buyer !== null)),
      {
        caption: 'How the net changes without a tier, or without a buyer in it',
        mostInText,
        columns: [
          text('Tier', (row) => idAndName(row.tier_id, row.name, '')),
          text('Without', ({ buyer }) => (buyer === null ? others('the tier') : idAndName(buyer.id, buyer.name, ''))),
          figure('Net', ({ net }) => money.signed(net)),
          figure('95 % interval', ({ interval }) => boundsText(interval, money.signed)),
          figure('Wins of the tier', ({ wins }) => signedCount(wins)),
        ],
      },
    ),
  ];
}

type Curve = AdviceReport['curves'][number];
type Point = Curve['points'][number];

const isPresent = ({ min_price: minimum }: Curve, { min_price: price }: Point) =>
  Number(price) === Number(minimum ?? 0);

/** The columns of points, of which `rows` hold the amounts that are shown. */
function pointColumns<Row>(rows: readonly Point[], currency: string, of: (row: Row) => Point): Column<Row>[] {
  const money = moneyOf(currency, rows, ({ net, forgone }) => [net, forgone]);
  return [
    figure('Bids in the tier', (row) => count(of(row).bids)),
    figure('Wins', (row) => count(of(row).wins)),
    figure('Net', (row) => money.plain(of(row).net)),
    figure('Forgone', (row) => money.plain(of(row).forgone)),
  ];
}

/** Each tier at its own minimum. */
function presentTable({ curves, currency }: AdviceReport): Block {
  const rows = curves.flatMap((curve) =>
    curve.points.filter((point) => isPresent(curve, point)).map((point) => ({ curve, point })),
  );
  return table(rows, {
    caption: 'Each tier at its own minimum',
    columns: [
      text('Tier', ({ curve }) => idAndName(curve.tier_id, curve.name, '')),
      figure('Minimum, net CPM', ({ curve }) => curve.min_price ?? 'none'),
      ...pointColumns(
        rows.map(({ point }) => point),
        currency,
        ({ point }: (typeof rows)[number]) => point,
      ),
    ],
  });
}

/** Some of the points of a curve, evenly by their number, and those that are always shown. */
function someOf<One>(points: readonly One[], isShown: (point: One) => boolean): One[] {
  const step = Math.max(1, Math.ceil(points.length / shownPoints));
  return points.filter((point, at) => at % step === 0 || isShown(point));
}

/** What other limits would have made of all auctions, of a tier whose preference costs something. */
function limitBlocks({ limits, max_forgone: present }: Curve, currency: string, promises: number): Block[] {
  // From 0 to no limit nothing changes.
  if (limits.length <= 2) return [];
  const rows = someOf(limits, ({ max_forgone: limit }) => limit === present || limit === null);
  const money = moneyOf(currency, rows, ({ net, forgone }) => [net, forgone]);
  return [
    table(rows, {
      caption: 'What another limit of what preferring a bid may cost would have made of all auctions',
      columns: [
        figure('Give up at most, net CPM', ({ max_forgone: limit }) => {
          const words = limit ?? 'no limit';
          return limit === present ? [strong(words), ' at present'] : words;
        }),
        figure('Bids in the tier', ({ bids }) => count(bids)),
        figure('Wins of its buyers', ({ buyer_wins: wins }) => count(wins)),
        figure('Net', ({ net }) => money.plain(net)),
        figure('Forgone', ({ forgone }) => money.plain(forgone)),
        ...(promises === 0
          ? []
          : [
              figure('Commitments kept', ({ kept }: Curve['limits'][number]) => `${count(kept)} of ${count(promises)}`),
            ]),
      ],
    }),
  ];
}

/** Points of a curve; a terminal shows only what measured buyers would do. */
function curveBlocks(curve: Curve, currency: string, promises: number): Block[] {
  const { points, answered } = curve;
  const rows = someOf(points, (point) => isPresent(curve, point));
  const money = moneyOf(currency, answered, ({ net }) => net);
  const sayings = answered.map(
    ({ min_price: price, net, interval }) =>
      `As measured buyers would bid, at ${price}: net ${money.plain(net)}${boundsInBrackets(interval, money.plain)}`,
  );
  return [
    only(
      'file',
      table(rows, {
        caption: 'What another minimum would have made of all auctions',
        columns: [
          figure('Minimum, net CPM', (point) =>
            isPresent(curve, point) ? [strong(point.min_price), ' at present'] : point.min_price,
          ),
          ...pointColumns(rows, currency, (point: Point) => point),
        ],
      }),
    ),
    ...limitBlocks(curve, currency, promises).map((block) => only('file', block)),
    ...(sayings.length === 0 ? [] : [list(sayings)]),
  ];
}

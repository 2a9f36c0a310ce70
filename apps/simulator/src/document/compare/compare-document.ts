import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Inline, ReportDocument, Table } from '@auction-tiers/report-document';
import {
  boundsText,
  counted,
  figure,
  file,
  moneyFormat,
  name,
  section,
  sentence,
  table,
  text,
} from '@auction-tiers/report-document';
import { pairTiers, funnelPair } from '../section/funnel.ts';
import { hourBlocks } from '../section/hours.ts';
import { breakdownBlocks, waterfall } from './breakdown.ts';
import { changeBlocks } from './changes.ts';
import { commitmentBlocks, dayBlocks, largestBlocks } from './days.ts';
import { distributionBlocks } from './distribution.ts';
import { openingBlocks } from './opening.ts';
import { answerText, lintBlocks, methodBlocks, sensitivityBlocks, warningBlocks } from './support.ts';

/** The report of a comparison. */
export function compareDocument(report: CompareReport): ReportDocument {
  const { currency, current, draft, auctions, commitments } = report;
  const of = `, on ${counted(auctions, 'auction')} with ${counted(report.bids, 'bid')}`;
  const measured = answerText(report);
  return {
    currency,
    title: `Draft against current tiers: ${draft.name}`,
    kind: 'Draft against current tiers',
    headline: name(draft.name),
    subject: [
      ['Revision ', name(draft.revision), ` (${counted(draft.tiers, 'tier')}) against `],
      current.name === draft.name ? null : [name(current.name), ', '],
      ['revision ', name(current.revision), ` (${counted(current.tiers, 'tier')})${of}`, filesOf(report), '.'],
    ],
    opening: openingBlocks(report),
    sections: [
      section('hours', 'Revenue by hour', hours(report)),
      section('waterfall', 'Where the difference comes from', [waterfall('buyer', report.buyers.rows, report)]),
      section('distribution', 'What single auctions bring', distributionBlocks(report)),
      section('largest', 'The auctions that change the most', largestBlocks(report)),
      section('funnel', 'How far bids come', funnel(report)),
      section('buyers', 'Buyers', breakdownBlocks('buyer', report.buyers, report)),
      section('tiers', 'Tiers', breakdownBlocks('tier', report.tiers, report)),
      section('placements', 'Placements', breakdownBlocks('placement', report.placements, report)),
      section('sizes', 'Sizes', breakdownBlocks('size', report.sizes, report)),
      section('countries', 'Countries', breakdownBlocks('country', report.countries, report)),
      section('device-types', 'Device types', breakdownBlocks('device type', report.device_types, report)),
      section('weekdays', 'Days of the week', breakdownBlocks('weekday', report.weekdays, report)),
      section('days', 'By day and month', dayBlocks(report)),
      ...(commitments.length === 0 ? [] : [section('commitments', 'Commitments', commitmentBlocks(report))]),
      section('changes', 'What changes', changeBlocks(report)),
      section('lint', 'Issues in the draft', lintBlocks(report.lint)),
      section('sensitivity', 'If buyers react', [
        ...(measured === '' ? [] : [sentence(measured)]),
        ...sensitivityBlocks(report),
      ]),
      section('warnings', 'To bear in mind', warningBlocks(report)),
      section('method', 'How it was worked out', methodBlocks(report)),
    ],
  };
}

/** The log's file, or how many files it has. */
function filesOf({ input: { files } }: CompareReport): Inline {
  const [first] = files;
  if (first === undefined) return null;
  return files.length === 1 ? [' of ', file(first.file)] : ` of ${counted(files.length, 'file')}`;
}

function funnel({ funnel: steps, bids }: CompareReport) {
  const tiers = pairTiers(steps);
  return tiers.length === 0 ? [sentence('Neither set has a tier.', 'nothing')] : funnelPair(tiers, bids);
}

/** Revenue by hour under both tier sets. */
function hours({ hours: all, currency }: CompareReport) {
  return hourBlocks(
    all.map(({ hour, current, draft }) => ({
      startsAt: hour,
      before: current.net_to_seller,
      after: draft.net_to_seller,
    })),
    { before: 'current', after: 'draft', more: 'the draft brings more', less: 'the draft brings less' },
    currency,
  );
}

/** The verdicts on several drafts, a row for each. */
export function draftsTable(drafts: readonly { readonly name: string; readonly report: CompareReport }[]): Table {
  const money = moneyFormat(
    drafts[0]?.report.currency ?? 'USD',
    drafts.map(({ report }) => report.net_to_seller.difference),
  );
  return table(drafts, {
    caption: 'Verdicts on all drafts',
    columns: [
      text('Draft', ({ name: path }) => file(path)),
      text('Verdict', ({ report }) => report.verdict.decision.replaceAll('_', ' ')),
      figure('Difference in net', ({ report }) => money.signed(report.net_to_seller.difference)),
      figure('Interval, allowing for all drafts', ({ report }) =>
        boundsText(report.net_to_seller.interval, money.signed),
      ),
    ],
  });
}

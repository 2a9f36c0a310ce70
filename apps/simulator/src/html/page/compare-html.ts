import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Content, Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { counted } from '../../figure/page.ts';
import { distributionHtml } from '../section/distribution.ts';
import type { TierFunnel } from '../section/funnel.ts';
import { funnelPairHtml, priorityText } from '../section/funnel.ts';
import { hourSection } from '../section/hours.ts';
import { pageHtml } from '../kit/page.ts';
import { fileHtml, leadHtml, nameHtml, noDataHtml } from '../kit/part.ts';
import { breakdownHtml, waterfallHtml } from './compare-breakdown.ts';
import { changesHtml } from './compare-changes.ts';
import { commitmentsHtml } from './compare-commitments.ts';
import { largestHtml } from './compare-largest.ts';
import { daysHtml } from './compare-days.ts';
import { openingHtml } from './compare-opening.ts';
import { answerText } from '../../print/compare.ts';
import { lintHtml, methodHtml, sensitivityHtml, warningsHtml } from './compare-support.ts';

/** The report of a comparison as one HTML document. The same report gives the same bytes. */
export function compareHtml(report: CompareReport): string {
  const { currency, current, draft, auctions, buyers, tiers, placements } = report;
  const changes = buyers.rows.some(({ difference }) => Number(difference.net_to_seller) !== 0);
  return pageHtml({
    currency,
    title: `Draft against current tiers: ${draft.name}`,
    kind: 'Draft against current tiers',
    headline: html`<h1>${nameHtml(draft.name)}</h1>
<p class="sets">Revision ${nameHtml(draft.revision)} (${counted(draft.tiers, 'tier')}) against ${
      current.name === draft.name ? null : html`${nameHtml(current.name)}, `
    }revision ${nameHtml(current.revision)} (${counted(current.tiers, 'tier')}), on ${counted(auctions, 'auction')} with ${counted(report.bids, 'bid')}${filesOf(report)}.</p>`,
    opening: openingHtml(report),
    sections: [
      { id: 'hours', title: 'Revenue by hour', body: hoursHtml(report) },
      {
        id: 'waterfall',
        title: 'Where the difference comes from',
        body: changes
          ? waterfallHtml(
              'What each buyer adds to the difference',
              'buyer',
              buyers.rows,
              report.net_to_seller.difference,
              currency,
            )
          : noDataHtml('No buyer brings more or less than before.'),
      },
      { id: 'distribution', title: 'What single auctions bring', body: distributionHtml(report) },
      { id: 'largest', title: 'The auctions that change the most', body: largestHtml(report) },
      { id: 'funnel', title: 'How far bids come', body: funnelBody(report) },
      { id: 'buyers', title: 'Buyers', body: breakdownHtml('buyer', buyers, report) },
      { id: 'tiers', title: 'Tiers', body: breakdownHtml('tier', tiers, report) },
      { id: 'placements', title: 'Placements', body: breakdownHtml('placement', placements, report) },
      { id: 'sizes', title: 'Sizes', body: breakdownHtml('size', report.sizes, report) },
      { id: 'countries', title: 'Countries', body: breakdownHtml('country', report.countries, report) },
      { id: 'device-types', title: 'Device types', body: breakdownHtml('device type', report.device_types, report) },
      { id: 'weekdays', title: 'Days of the week', body: breakdownHtml('weekday', report.weekdays, report) },
      { id: 'days', title: 'By day and month', body: daysHtml(report) },
      ...(report.commitments.length === 0
        ? []
        : [{ id: 'commitments', title: 'Commitments', body: commitmentsHtml(report) }]),
      { id: 'changes', title: 'What changes', body: changesHtml(report) },
      { id: 'lint', title: 'Lint of the draft', body: lintHtml(report.lint) },
      {
        id: 'sensitivity',
        title: 'If buyers react',
        body: html`${report.measured_answer === null ? null : leadHtml(answerText(report))}${sensitivityHtml(report)}`,
      },
      { id: 'warnings', title: 'To bear in mind', body: warningsHtml(report.support) },
      { id: 'method', title: 'How it was worked out', body: methodHtml(report) },
    ],
  });
}

/** The log's file, or how many files it has. */
function filesOf({ input }: CompareReport): Content {
  const [first, ...others] = input.files;
  if (first === undefined) return null;
  return others.length === 0 ? html` of ${fileHtml(first.file)}` : ` of ${counted(others.length + 1, 'file')}`;
}

function funnelBody({ funnel, bids }: CompareReport) {
  const tiers = pairTiers(funnel);
  if (tiers.length === 0) return noDataHtml('Neither set has a tier.');
  return funnelPairHtml(tiers, bids);
}

/** Each tier once, in the order of the draft; tiers that the draft no longer has come last. */
function pairTiers({ current, draft }: CompareReport['funnel']): TierFunnel[] {
  const before = new Map(current.map((step) => [step.tier_id, step]));
  const after = new Map(draft.map((step) => [step.tier_id, step]));
  return [...new Map([...after, ...[...before].filter(([id]) => !after.has(id))]).values()].map((step) => ({
    id: step.tier_id,
    name: step.name,
    presence: step.presence,
    priority: priorityText(before.get(step.tier_id) ?? step, step),
    sides: [before.get(step.tier_id) ?? null, after.get(step.tier_id) ?? null],
  }));
}

/** Revenue by hour under both tier sets. */
function hoursHtml({ hours, currency }: CompareReport): Html {
  return hourSection(
    hours.map(({ hour, current, draft }) => ({
      startsAt: hour,
      before: current.net_to_seller,
      after: draft.net_to_seller,
    })),
    { before: 'current', after: 'draft', more: 'the draft brings more', less: 'the draft brings less' },
    currency,
  );
}

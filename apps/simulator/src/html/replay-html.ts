import type { ReplayReport, TierRow } from '../schema/replay-report.ts';
import { factsHtml, originOf } from './fact.ts';
import { counted } from './figure.ts';
import type { TierFunnel } from './funnel.ts';
import { funnelHtml, priorityText } from './funnel.ts';
import { hourSection } from './hour-section.ts';
import { html } from './html.ts';
import { inputHtml } from './input.ts';
import { nameHtml } from './name.ts';
import { pageHtml } from './page.ts';
import { apiHtml } from './replay/api.ts';
import { breakdownSections } from './replay/breakdowns.ts';
import { openingHtml, outcomesHtml } from './replay/totals.ts';
import type { Section } from './section.ts';
import { nothing } from './section.ts';

/** A replay as one HTML document that asks for nothing from anywhere. */
export function replayHtml(report: ReplayReport): string {
  const { tier_set: tierSet, auctions, bids, notes, api } = report;
  const name = tierSet?.name ?? api?.url ?? 'The tiers';
  return pageHtml({
    title: `Replay: ${name}`,
    kind: 'Replay: with tiers against without',
    headline: html`<h1>${nameHtml(name)}</h1>
<p class="sets">${
      tierSet === null
        ? 'The tiers of the API'
        : html`Revision ${nameHtml(tierSet.revision)} (${counted(tierSet.tiers, 'tier')}, ym-profile ${String(tierSet.ym_profile_id)})`
    }, on ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}.</p>`,
    opening: html`${notes.map((note) => html`<p class="sets">${note}</p>`)}${openingHtml(report)}`,
    sections: [
      {
        id: 'hours',
        title: 'Revenue by hour',
        body: hourSection(
          report.date_hours.rows.map((row) => ({
            startsAt: row.starts_at,
            before: row.without_tiers.net_to_seller,
            after: row.net_to_seller,
          })),
          { before: 'without tiers', after: 'with tiers', more: 'tiers bring more', less: 'tiers bring less' },
        ),
      },
      { id: 'funnel', title: 'How far bids come', body: funnelBody(report) },
      { id: 'outcomes', title: 'What became of the bids', body: outcomesHtml(report) },
      ...breakdownSections(report),
      ...(api === null ? [] : [{ id: 'api', title: 'The API', body: apiHtml(api) } satisfies Section]),
      {
        id: 'input',
        title: 'What was read',
        body: html`${factsHtml(tierSet === null ? [] : originOf('Tiers', tierSet))}${inputHtml(report.input)}`,
      },
    ],
  });
}

function funnelBody({ tiers, bids }: ReplayReport) {
  const known = tiers.flatMap(toFunnel);
  if (known.length === 0)
    return nothing('The tiers are those of the API, or there are none: how far bids come is not known.');
  return funnelHtml(known, ['with tiers'], bids);
}

function toFunnel({ id, name, priority, member_action: action, funnel }: TierRow): TierFunnel[] {
  return funnel === null ? [] : [{ id, name, priority: priorityText(priority, action), sides: [funnel] }];
}

import type { Html } from '@auction-tiers/chart';
import { html } from '@auction-tiers/chart';
import { counted, moneyFormat } from '../../figure/page.ts';
import { findUnreadable } from '../../log/auction/input-report.ts';
import { feeText } from '../../schema/fee.ts';
import type { ApiReport, ReplayReport, TierRow } from '../../schema/replay-report.ts';
import type { VerifyReport } from '../../schema/verify-report.ts';
import type { TierFunnel } from '../section/funnel.ts';
import { funnelHtml, priorityText } from '../section/funnel.ts';
import { hourSection } from '../section/hours.ts';
import { pageHtml } from '../kit/page.ts';
import type { Section } from '../kit/part.ts';
import { factsHtml, nameHtml, noDataHtml, originOf } from '../kit/part.ts';
import { inputHtml } from './input.ts';
import { breakdownSections } from './replay-breakdown.ts';
import { openingHtml, outcomesHtml } from './replay-opening.ts';

/** The report of a replay as one HTML document. The same report gives the same bytes. */
export function replayHtml(report: ReplayReport): string {
  const { currency, input, tier_set: tierSet, auctions, bids, notes, fee, api, verify } = report;
  const name = tierSet?.name ?? api?.url ?? 'The tiers';
  return pageHtml({
    currency,
    title: `Replay: ${name}`,
    kind: 'Replay: with tiers against without',
    headline: html`<h1>${nameHtml(name)}</h1>
<p class="sets">${
      tierSet === null
        ? 'The tiers of the API'
        : html`Revision ${nameHtml(tierSet.revision)} (${counted(tierSet.tiers, 'tier')}, ym-profile ${String(tierSet.ym_profile_id)})`
    }, on ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}.</p>`,
    opening: html`${[findUnreadable(input) ?? [], ...notes].flat().map((note) => html`<p class="sets">${note}</p>`)}${openingHtml(report)}`,
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
          currency,
        ),
      },
      { id: 'funnel', title: 'How far bids come', body: funnelBody(report) },
      { id: 'outcomes', title: 'What became of the bids', body: outcomesHtml(report) },
      ...breakdownSections(report),
      ...(verify === null
        ? []
        : [{ id: 'verify', title: 'Decided again', body: verifyHtml(verify, currency) } satisfies Section]),
      ...(api === null ? [] : [{ id: 'api', title: 'The API', body: apiHtml(api) } satisfies Section]),
      {
        id: 'input',
        title: 'What was read',
        body: html`${factsHtml([...(tierSet === null ? [] : originOf('Tiers', tierSet)), ['Fee', feeText(fee)]])}${inputHtml(input)}`,
      },
    ],
  });
}

function funnelBody({ tiers, bids }: ReplayReport) {
  const known = tiers.flatMap(toFunnel);
  if (known.length === 0)
    return noDataHtml('The tiers are those of the API, or there are none: how far bids come is not known.');
  return funnelHtml(known, bids);
}

function toFunnel(row: TierRow): TierFunnel[] {
  const { id, name, funnel } = row;
  return funnel === null ? [] : [{ id, name, priority: priorityText(row), sides: [funnel] }];
}

/** The answers of the API that decided the auctions. */
function apiHtml({ url, ym_profile_id: id, answered, lost, losses, different, differences }: ApiReport): Html {
  const compared = different === null ? '' : `, ${counted(different, 'auction')} decided otherwise than here`;
  return html`<p class="lead">${nameHtml(url)}, ym-profile ${String(id)}: ${counted(answered, 'auction')} answered, ${counted(lost, 'auction')} lost${compared}.</p>
${listHtml('Lost', losses)}${listHtml('Decided otherwise', differences)}`;
}

/** What became of the recorded auctions that were decided again. */
function verifyHtml(verify: VerifyReport, currency: string): Html {
  const { decided_again: decided, different, differences, revisions, unknown_revisions: unknown, problems } = verify;
  const money = moneyFormat([verify.net_to_seller, verify.forgone], currency);
  const verdict = different === 0 ? 'all to the same bytes' : `${counted(different, 'auction')} otherwise`;
  return html`<p class="lead">${counted(decided, 'recorded auction')} by the tiers of ${counted(revisions, 'revision')}: ${verdict}${
    unknown === 0 ? '' : `; ${counted(unknown, 'auction')} could not be decided again`
  }.</p>
${factsHtml([
  ['Net to the seller then', money.plain(verify.net_to_seller)],
  ['Forgone then', money.plain(verify.forgone)],
])}${listHtml('Decided otherwise', differences)}${listHtml('Not decided again', problems)}`;
}

function listHtml(title: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<h3>${title}</h3>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
}

import type { AdviceCurve, AdviceLeaveOut, AdviceProposal, AdviceReport } from '@auction-tiers/contract/advice-report';
import { html, type Html } from '@auction-tiers/chart';
import { count, counted, moneyFormat } from '../../figure/page.ts';
import { rangeOf } from '../../figure/text.ts';
import { promiseText, stateText } from '../../print/advise.ts';
import { pageHtml } from '../kit/page.ts';
import { idAndName, leadHtml, nameHtml, noDataHtml, tilesHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** Points of a curve on the page; the JSON report has all. */
const shownPoints = 12;

/** The report of advice as one HTML document. The same report gives the same bytes. */
export function adviseHtml(report: AdviceReport): string {
  const { tiers, currency, auctions, bids, days, net, forgone, proposals, curves } = report;
  const money = moneyFormat([net, forgone], currency);
  const certified = proposals.filter(({ state }) => state === 'certified').length;
  return pageHtml({
    currency,
    title: `Advice: ${tiers.name}`,
    kind: 'Advice',
    headline: html`<h1>${nameHtml(tiers.name)}</h1>
<p class="sets">Revision ${nameHtml(tiers.revision)} (${counted(tiers.tiers, 'tier')}), on ${counted(auctions, 'auction')} with ${counted(bids, 'bid')} in ${counted(days, 'day')}.</p>`,
    opening: html`${tilesHtml([
      { label: 'Net', value: money.plain(net), note: 'to the seller' },
      { label: 'Forgone', value: money.plain(forgone), note: 'the price of preference' },
      { label: 'Proposals', value: count(proposals.length), note: `${count(certified)} certified` },
    ])}${leadHtml(...report.says.map((sentence) => `${sentence} `))}`,
    sections: [
      { id: 'proposals', title: 'Proposals', body: proposalsHtml(report) },
      { id: 'leave-out', title: 'What each tier and buyer brings', body: leaveOutHtml(report.leave_out, currency) },
      ...curves.map((curve) => ({
        id: `tier-${curve.tier_id}`,
        title: `Tier ${curve.tier_id} ${curve.name ?? ''}`.trim(),
        body: curveHtml(curve, currency),
      })),
    ],
  });
}

function proposalsHtml({ proposals, currency }: AdviceReport): Html {
  if (proposals.length === 0) return noDataHtml('There is no proposal.');
  const money = moneyFormat(
    proposals.flatMap(({ gain, interval }) => [gain, ...(interval === null ? [] : [interval.low, interval.high])]),
    currency,
  );
  const table = tableHtml<AdviceProposal>({
    caption: 'Proposals, judged on days from which they were not chosen',
    rows: proposals,
    columns: [
      {
        head: 'Proposal',
        kind: 'text',
        cell: (proposal, at) => html`<b>${at + 1}: ${proposal.state}</b><br>${stateText(proposal)}`,
      },
      { head: 'Gain', kind: 'figure', cell: ({ gain }) => money.plain(gain) },
      {
        head: 'As measured buyers would bid',
        kind: 'figure',
        cell: ({ answered }) =>
          answered === null ? 'not measured' : `${money.plain(answered.net)}${rangeOf(answered.interval)}`,
      },
      {
        head: '95 % interval',
        kind: 'figure',
        cell: ({ interval }) =>
          interval === null ? '' : `${money.plain(interval.low)} to ${money.plain(interval.high)}`,
      },
      {
        head: 'Days that judge it',
        kind: 'figure',
        cell: ({ judged_days: days, days_needed: needed }) =>
          needed === null ? count(days) : `${count(days)}; ${count(needed)} would settle it`,
      },
      {
        head: 'The best could bring at most so much more',
        kind: 'figure',
        cell: ({ bound }) => (bound.at_most === null ? 'not known' : money.plain(bound.at_most)),
      },
    ],
  });
  const lists = proposals.map(({ changes, commitments }, at) => {
    const lines = [...changes, ...commitments.map((one) => promiseText(one, currency))];
    return html`<h3>What proposal ${at + 1} changes</h3>
<ul class="reasons">${lines.map((text) => html`<li>${nameHtml(text)}</li>`)}</ul>
`;
  });
  return html`${table}${lists}`;
}

function leaveOutHtml(rows: readonly AdviceLeaveOut[], currency: string): Html {
  if (rows.length === 0) return noDataHtml('No tier has a bid.');
  const money = moneyFormat(
    rows.map(({ net }) => net),
    currency,
  );
  return tableHtml<AdviceLeaveOut>({
    caption: 'How the net changes without a tier, or without a buyer in it',
    rows,
    columns: [
      { head: 'Tier', kind: 'text', cell: ({ tier_id: id, name }) => idAndName(id, name, '') },
      {
        head: 'Without',
        kind: 'text',
        cell: ({ buyer }) => (buyer === null ? html`<i>the tier</i>` : idAndName(buyer.id, buyer.name, '')),
      },
      { head: 'Net', kind: 'figure', cell: ({ net }) => money.plain(net) },
      {
        head: '95 % interval',
        kind: 'figure',
        cell: ({ interval }) =>
          interval === null ? '' : `${money.plain(interval.low)} to ${money.plain(interval.high)}`,
      },
      { head: 'Wins of the tier', kind: 'figure', cell: ({ wins }) => count(wins) },
    ],
  });
}

function curveHtml({ points, min_price: present }: AdviceCurve, currency: string): Html {
  const step = Math.max(1, Math.ceil(points.length / shownPoints));
  const rows = points.filter((point, at) => at % step === 0 || Number(point.min_price) === Number(present ?? 0));
  const money = moneyFormat(
    rows.flatMap(({ net, forgone }) => [net, forgone]),
    currency,
  );
  return tableHtml<AdviceCurve['points'][number]>({
    caption: 'What another minimum would have made of all auctions',
    rows,
    columns: [
      {
        head: 'Minimum, net CPM',
        kind: 'figure',
        cell: ({ min_price: price }) =>
          Number(price) === Number(present ?? 0) ? html`<b>${price}</b> at present` : price,
      },
      { head: 'Bids in the tier', kind: 'figure', cell: ({ bids }) => count(bids) },
      { head: 'Wins', kind: 'figure', cell: ({ wins }) => count(wins) },
      { head: 'Net', kind: 'figure', cell: ({ net }) => money.plain(net) },
      { head: 'Forgone', kind: 'figure', cell: ({ forgone }) => money.plain(forgone) },
    ],
  });
}

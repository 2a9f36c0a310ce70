import { changeWords } from '../../schema/change-example.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import { bar, createTrackScale, trackHtml } from '../chart/track.ts';
import { count, moneyFormat, share } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { nothing } from '../section.ts';
import { tableHtml } from '../table.ts';
import type { Names } from './example.ts';
import { exampleHtml } from './example.ts';

/** What becomes of the auctions, and some of each kind with why it is so. */
export function changesHtml({ changes, auctions, buyers, tiers, funnel }: CompareReport): Html {
  if (auctions === 0) return nothing('The log has no auctions.');
  const money = moneyFormat(changes.map(({ difference }) => difference.net_to_seller));
  const scale = createTrackScale([0, 1]);
  const names: Names = {
    buyers: new Map(buyers.rows.flatMap(({ id, name }) => (id === null || name === null ? [] : [[id, name]]))),
    tiers: new Map(
      [
        ...tiers.rows.map(({ id, name }) => [id, name] as const),
        ...[...funnel.current, ...funnel.draft].map((row) => [row.tier_id, row.name] as const),
      ].flatMap(([id, name]) => (id === null || name === null ? [] : [[id, name]])),
    ),
  };
  const withExamples = changes.filter(({ examples }) => examples.length > 0);
  return html`${tableHtml({
    caption: 'Auctions by what changes',
    rows: changes,
    columns: [
      { head: 'What changes', kind: 'text', cell: ({ kind }) => changeWords[kind] },
      { head: 'Auctions', kind: 'figure', cell: ({ auctions: some }) => count(some) },
      { head: 'Share', kind: 'figure', cell: (change) => share(change.share) },
      { head: 'Of all auctions', kind: 'track', cell: (change) => trackHtml(bar(scale, 0, change.share, 'draft')) },
      { head: 'Difference in net', kind: 'figure', cell: ({ difference }) => money.signed(difference.net_to_seller) },
    ],
  })}
${withExamples.map(
  ({ kind, examples }) => html`<h3>Examples: ${changeWords[kind]}</h3>
${examples.map((example, at) => exampleHtml(example, names, at === 0))}`,
)}`;
}

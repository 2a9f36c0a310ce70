import type { CompareReport } from '../../schema/compare-report.ts';
import { chartHtml, legendHtml } from '../chart/chart.ts';
import { binText, drawDistribution } from '../chart/distribution-chart.ts';
import { counted, count, share } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { lead, nothing } from '../section.ts';
import { tableHtml } from '../table.ts';

/** How differences are spread over the auctions that have one. */
export function distributionHtml({ distribution, auctions }: CompareReport): Html {
  const different = distribution.reduce((sum, bin) => sum + bin.auctions, 0);
  if (different === 0) return nothing('No auction brings more or less than before.');
  const losing = distribution.reduce((sum, { to, auctions: some }) => (to !== null && to <= 0 ? sum + some : sum), 0);
  const same = auctions - different;
  return html`${lead(
    `More revenue in ${counted(different - losing, 'auction')}, less in ${count(losing)}. The same in ${count(same)} (${share(same / auctions)}), which the chart leaves out. Steps are wider the farther they are from 0.`,
  )}
${legendHtml([
  ['loss', 'less than before'],
  ['gain', 'more than before'],
])}
<figure>
${chartHtml({
  id: 'distribution',
  title: 'Auctions by the difference in their net revenue',
  description: `Bars from the largest loss to the largest gain: less in ${counted(losing, 'auction')}, more in ${count(different - losing)}.`,
  draw: (widthPx) => drawDistribution(distribution, widthPx),
})}
<figcaption>Net revenue of an auction, draft less current, CPM</figcaption>
</figure>
<details class="figures"><summary>The figures of this chart</summary>
${tableHtml({
  caption: 'Auctions by the difference in their net revenue',
  rows: distribution,
  columns: [
    { head: 'Difference', kind: 'text', cell: binText },
    { head: 'Auctions', kind: 'figure', cell: (bin) => count(bin.auctions) },
  ],
})}
</details>
`;
}

import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Html } from '@auction-tiers/chart';
import { documentChartHtml, drawDistribution, html, legendHtml } from '@auction-tiers/chart';
import { count, counted, percent, short, shortMoney } from '../../figure/page.ts';
import { leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** How many auctions have which difference in net revenue, as a chart and as a table. */
export function distributionHtml({ currency, distribution, auctions }: CompareReport): Html {
  const different = distribution.reduce((sum, bin) => sum + bin.auctions, 0);
  if (different === 0) return noDataHtml('No auction brings more or less than before.');
  const losing = distribution.reduce((sum, { to, auctions: some }) => (to !== null && to <= 0 ? sum + some : sum), 0);
  const same = auctions - different;
  const edgeText = createEdgeText(currency);
  const binText = createBinText(edgeText);
  const bins = distribution.map((bin) => ({
    from: bin.from,
    to: bin.to,
    count: bin.auctions,
    title: `${binText(bin)}: ${counted(bin.auctions, 'auction')}`,
  }));
  return html`${leadHtml(
    `More revenue in ${counted(different - losing, 'auction')}, less in ${count(losing)}. The same in ${count(same)} (${percent(same / auctions)}), which the chart leaves out. Steps are wider the farther they are from 0.`,
  )}
${legendHtml([
  ['loss', 'less than before'],
  ['gain', 'more than before'],
])}
<figure>
${documentChartHtml({
  id: 'distribution',
  title: 'Auctions by the difference in their net revenue',
  description: `Bars from the largest loss to the largest gain: less in ${counted(losing, 'auction')}, more in ${count(different - losing)}.`,
  draw: (widthPx) => drawDistribution(bins, { edge: edgeText, count: short }, widthPx),
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

type Bin = CompareReport['distribution'][number];

/** `+$0.50 to +$1 CPM` */
function createBinText(edgeText: (value: number) => string) {
  return ({ from, to }: Bin): string => {
    if (from === null) return to === null ? 'any' : `below ${edgeText(to)} CPM`;
    return to === null ? `above ${edgeText(from)} CPM` : `${edgeText(from)} to ${edgeText(to)} CPM`;
  };
}

function createEdgeText(currency: string) {
  const money = shortMoney(currency);
  return (value: number): string => (value > 0 ? `+${money(value)}` : money(value));
}

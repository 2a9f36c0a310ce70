import { scaleBand } from 'd3-scale';
import { compact, compactMoney, count, counted, percent } from '../../figure/page.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import type { Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import { leadHtml, noDataHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';
import { axisWidthPx, createScale, gridHtml, labelsHtml, spaceOut } from './axis.ts';
import type { Drawing } from './chart.ts';
import { chartHtml, legendHtml } from './chart.ts';

/** How many auctions have which difference in net revenue, as a chart and as a table. */
export function distributionHtml({ distribution, auctions }: CompareReport): Html {
  const different = distribution.reduce((sum, bin) => sum + bin.auctions, 0);
  if (different === 0) return noDataHtml('No auction brings more or less than before.');
  const losing = distribution.reduce((sum, { to, auctions: some }) => (to !== null && to <= 0 ? sum + some : sum), 0);
  const same = auctions - different;
  return html`${leadHtml(
    `More revenue in ${counted(different - losing, 'auction')}, less in ${count(losing)}. The same in ${count(same)} (${percent(same / auctions)}), which the chart leaves out. Steps are wider the farther they are from 0.`,
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

type Bin = CompareReport['distribution'][number];

const [topPx, barsPx, belowPx] = [10, 210, 30];
const widestBandPx = 60;

/** Auctions by their difference, from the largest loss to the largest gain. */
function drawDistribution(bins: readonly Bin[], widthPx: number): Drawing {
  const bottomPx = topPx + barsPx;
  const scale = createScale(
    bins.map(({ auctions }) => auctions),
    [bottomPx, topPx],
  );
  const leftPx = axisWidthPx(scale, compact);
  const bands = scaleBand<number>()
    .domain(bins.keys())
    .range([leftPx, Math.min(widthPx, leftPx + bins.length * widestBandPx)])
    .paddingInner(0.12)
    .paddingOuter(0.3);
  const bars = bins.map((bin, at) => {
    const y = scale(bin.auctions);
    return html`<rect class="mark ${isLoss(bin) ? 'loss' : 'gain'}" x="${bands(at) ?? 0}" y="${y}" width="${bands.bandwidth()}" height="${bottomPx - y}"><title>${binText(bin)}: ${counted(bin.auctions, 'auction')}</title></rect>
`;
  });
  const half = (bands.step() - bands.bandwidth()) / 2;
  const labels = bins.flatMap(({ from }, at) =>
    from === null ? [] : [{ x: (bands(at) ?? 0) - half, text: edgeText(from) }],
  );
  const last = bins.at(-1)?.to ?? null;
  if (last !== null) labels.push({ x: (bands(bins.length - 1) ?? 0) + bands.bandwidth() + half, text: edgeText(last) });
  const zero = Math.max(
    0,
    labels.findIndex(({ text }) => text === edgeText(0)),
  );
  const body = html`${gridHtml(scale, compact, [leftPx, widthPx])}${bars}${labelsHtml(spaceOut(labels, widthPx, zero), bottomPx + 20)}`;
  return { heightPx: bottomPx + belowPx, body };
}

/** `+$0.50 to +$1 CPM` */
function binText({ from, to }: Bin): string {
  if (from === null) return to === null ? 'any' : `below ${edgeText(to)} CPM`;
  return to === null ? `above ${edgeText(from)} CPM` : `${edgeText(from)} to ${edgeText(to)} CPM`;
}

function isLoss({ from, to }: Bin): boolean {
  return from === null || (to !== null && to <= 0);
}

function edgeText(value: number): string {
  return value > 0 ? `+${compactMoney(value)}` : compactMoney(value);
}

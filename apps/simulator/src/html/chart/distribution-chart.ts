import { scaleBand } from 'd3-scale';
import type { CompareReport } from '../../schema/compare-report.ts';
import { compact, compactMoney, counted } from '../figure.ts';
import { html } from '../html.ts';
import { axisWidthPx, gridHtml, labelsHtml, spaceOut } from './axis.ts';
import type { Drawing } from './chart.ts';
import { createScale } from './scale.ts';

type Bin = CompareReport['distribution'][number];

const [topPx, barsPx, belowPx] = [10, 210, 30];
const widestBandPx = 60;

/** Auctions by what they bring more or less, from the largest loss to the largest gain. */
export function drawDistribution(bins: readonly Bin[], widthPx: number): Drawing {
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
export function binText({ from, to }: Bin): string {
  if (from === null) return to === null ? 'any' : `below ${edgeText(to)} CPM`;
  return to === null ? `above ${edgeText(from)} CPM` : `${edgeText(from)} to ${edgeText(to)} CPM`;
}

function isLoss({ from, to }: Bin): boolean {
  return from === null || (to !== null && to <= 0);
}

function edgeText(value: number): string {
  return value > 0 ? `+${compactMoney(value)}` : compactMoney(value);
}

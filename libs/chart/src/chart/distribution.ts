import { scaleBand } from 'd3-scale';
import { html } from '../markup/html.ts';
import type { Drawing } from '../mark/frame.ts';
import { axisWidthPx, createScale, gridHtml, labelsHtml, spaceOut } from '../scale/axis.ts';

/** The number of items whose difference is from `from` to below `to`; null: unbounded. Bins are adjacent. */
export interface DifferenceBin {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  /** The tooltip of the bar. */
  readonly title: string;
}

const [topPx, barsPx, belowPx] = [10, 210, 30];
const widestBandPx = 60;

/** Bars from the largest loss to the largest gain, equally wide whatever their bins' widths. `words` label the axes. */
export function drawDistribution(
  bins: readonly DifferenceBin[],
  words: { readonly edge: (edge: number) => string; readonly count: (count: number) => string },
  widthPx: number,
): Drawing {
  const bottomPx = topPx + barsPx;
  const scale = createScale(
    bins.map(({ count }) => count),
    [bottomPx, topPx],
  );
  const leftPx = axisWidthPx(scale, words.count);
  const bands = scaleBand<number>()
    .domain(bins.keys())
    .range([leftPx, Math.min(widthPx, leftPx + bins.length * widestBandPx)])
    .paddingInner(0.12)
    .paddingOuter(0.3);
  const bars = bins.map(({ from, to, count, title }, at) => {
    const y = scale(count);
    const isLoss = from === null || (to !== null && to <= 0);
    return html`<rect class="mark ${isLoss ? 'loss' : 'gain'}" x="${bands(at) ?? 0}" y="${y}" width="${bands.bandwidth()}" height="${bottomPx - y}"><title>${title}</title></rect>
`;
  });
  const half = (bands.step() - bands.bandwidth()) / 2;
  const labels = bins.flatMap(({ from }, at) =>
    from === null ? [] : [{ x: (bands(at) ?? 0) - half, text: words.edge(from) }],
  );
  const last = bins.at(-1)?.to ?? null;
  if (last !== null)
    labels.push({ x: (bands(bins.length - 1) ?? 0) + bands.bandwidth() + half, text: words.edge(last) });
  const zero = Math.max(
    0,
    labels.findIndex(({ text }) => text === words.edge(0)),
  );
  const body = html`${gridHtml(scale, words.count, [leftPx, widthPx])}${bars}${labelsHtml(spaceOut(labels, widthPx, zero), bottomPx + 20)}`;
  return { heightPx: bottomPx + belowPx, body };
}

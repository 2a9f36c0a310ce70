import { scaleLinear } from 'd3-scale';
import type { Html } from '../markup/html.ts';
import { html } from '../markup/html.ts';
import type { Drawing } from '../mark/frame.ts';
import { axisWidthPx, createScale, gridHtml, keepApart, labelsHtml, widthOfPx } from '../scale/axis.ts';
import type { PriceBin } from '../scale/price-bins.ts';

/** The layout of a histogram of prices, in CSS pixels from its upper left corner. */
export interface HistogramLayout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The area of the bars; a handle for a price moves between `left` and `right`. */
  readonly plot: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
  /** The lowest and the highest price of the axis. */
  readonly reach: readonly [number, number];
  /** The x coordinate of a price; a price beyond the axis gets the end of the axis. */
  readonly xAt: (price: number) => number;
  /** The price at an x coordinate, not rounded; beyond the axis, the price at its end. */
  readonly priceAt: (x: number) => number;
  /** The last bin is unbounded if a long tail of prices is drawn apart. */
  readonly bins: readonly PriceBin[];
  readonly word: (price: number) => string;
  readonly countWord: (count: number) => string;
}

const [topPx, barsPx, belowPx, tailGapPx, tailPx, rightPx, pxATick] = [26, 150, 26, 8, 22, 10, 70];

/**
 * The layout of a histogram of binned prices. `word` labels the axis of prices, `countWord` that of bids.
 */
export function histogramLayout({
  bins,
  widthPx,
  word,
  countWord,
  leastLeftPx = 0,
}: {
  /** As `binPrices` makes them. */
  readonly bins: readonly PriceBin[];
  readonly widthPx: number;
  readonly word: (price: number) => string;
  readonly countWord: (count: number) => string;
  /** The least space on the left, for the labels of a chart below on the same axis. */
  readonly leastLeftPx?: number;
}): HistogramLayout {
  const counts = countScale(bins);
  const hasTail = bins.at(-1)?.to === null;
  const left = Math.max(leastLeftPx, axisWidthPx(counts, countWord));
  const right = widthPx - rightPx - (hasTail ? tailGapPx + tailPx : 0);
  const reach = [bins[0]!.from, bins.at(-1)!.to ?? bins.at(-1)!.from] as const;
  const scale = scaleLinear().domain(reach).range([left, right]).clamp(true);
  return {
    widthPx,
    heightPx: topPx + barsPx + belowPx,
    plot: { left, right, top: topPx, bottom: topPx + barsPx },
    reach,
    xAt: (price) => scale(price),
    priceAt: (x) => scale.invert(x),
    bins,
    word,
    countWord,
  };
}

export interface HistogramMarks {
  /** Bars below this price are outlines only. Null: all bars are filled. */
  readonly minPrice: number | null;
  /** The label above the line. */
  readonly minPriceLabel: string;
  /** The price before a change, as a dashed line. */
  readonly before: number | null;
  /** The tooltip of a bar. */
  readonly titleOf: (bin: PriceBin) => string;
}

/** The number of bids by price, and a line at a price. */
export function drawHistogram(layout: HistogramLayout, marks: HistogramMarks): Drawing {
  const { bins, countWord, heightPx, plot, widthPx } = layout;
  const counts = countScale(bins);
  const body = html`${gridHtml(counts, countWord, [plot.left, widthPx - rightPx])}
${bins.map((bin) => barHtml(bin, layout, counts(bin.count), marks))}
${priceLabels(layout, plot.bottom + 18)}${linesHtml(layout, marks)}`;
  return { heightPx, body };
}

function countScale(bins: readonly PriceBin[]) {
  return createScale(
    bins.map(({ count }) => count),
    [topPx + barsPx, topPx],
  );
}

/** A bar, drawn in two parts if the line crosses it. */
function barHtml(
  bin: PriceBin,
  { xAt, plot }: HistogramLayout,
  y: number,
  { minPrice, titleOf }: HistogramMarks,
): Html {
  const [from, to] =
    bin.to === null ? [plot.right + tailGapPx, plot.right + tailGapPx + tailPx] : [xAt(bin.from), xAt(bin.to)];
  if (bin.count === 0) return html``;
  const gap = to - from > 3 ? 1 : 0;
  const split = minPrice === null ? from : bin.to === null ? from : Math.min(Math.max(xAt(minPrice), from), to);
  const rect = (kind: string, start: number, end: number) =>
    end - start < 0.01
      ? null
      : html`<rect class="mark ${kind}" x="${start}" y="${y}" width="${end - start}" height="${plot.bottom - y}"/>`;
  return html`<g><title>${titleOf(bin)}</title>${rect('out', from, Math.min(split, to - gap))}${rect('in', split, to - gap)}</g>
`;
}

/** The price labels of the axis. */
export function priceLabels({ bins, xAt, reach, plot, widthPx, word }: HistogramLayout, yPx: number): Html {
  const ticks = scaleLinear()
    .domain(reach)
    .ticks(Math.max(2, Math.floor((plot.right - plot.left) / pxATick)))
    .map((price) => ({ x: xAt(price), text: word(price) }));
  const tail = bins.at(-1)?.to === null ? [{ x: plot.right + tailGapPx + tailPx / 2, text: `${word(reach[1])}+` }] : [];
  // The label of the tail comes first: without it the separate bar would have no meaning.
  const shown = keepApart(
    [...tail.map((label) => ({ ...label, x: Math.min(label.x, widthPx - widthOfPx(label.text) / 2) })), ...ticks],
    widthPx,
  );
  return labelsHtml(shown, yPx);
}

function linesHtml({ xAt, plot, widthPx }: HistogramLayout, { minPrice, minPriceLabel, before }: HistogramMarks): Html {
  const lineAt = (kind: string, price: number) =>
    html`<line class="${kind}" x1="${xAt(price)}" x2="${xAt(price)}" y1="${plot.top - 6}" y2="${plot.bottom}"/>`;
  const dashed = before === null || before === minPrice ? null : lineAt('min-price-before', before);
  if (minPrice === null) return html`${dashed}`;
  const half = widthOfPx(minPriceLabel) / 2;
  const labelX = Math.min(Math.max(xAt(minPrice), half), widthPx - half);
  return html`${dashed}${lineAt('min-price', minPrice)}<text class="middle min-price-label" x="${labelX}" y="13">${minPriceLabel}</text>`;
}

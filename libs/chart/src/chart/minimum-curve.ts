import { area, line } from 'd3-shape';
import type { Drawing } from '../mark/frame.ts';
import { html, pathParts } from '../markup/html.ts';
import { createScale, gridHtml } from '../scale/axis.ts';
import { type HistogramLayout, priceLabels } from './histogram.ts';

/** The gain or loss of a minimum relative to the present one, with its interval. */
export interface MinimumPoint {
  readonly price: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface MinimumCurveMarks {
  readonly points: readonly MinimumPoint[];
  /** The prices that are not distinguishable from the best; shaded. */
  readonly best: { readonly from: number; readonly to: number } | null;
  readonly minPrice: number;
  readonly before: number;
  /** Whether to label the prices below, if no histogram above does. */
  readonly hasPrices?: boolean;
  /** Labels a value of the vertical axis. */
  readonly word: (value: number) => string;
}

const [topPx, plotPx, belowPx, pricesPx] = [8, 96, 10, 18];

/** A figure by minimum price, below a histogram and on its price axis. */
export function drawMinimumCurve(layout: HistogramLayout, marks: MinimumCurveMarks): Drawing {
  const { xAt, plot, reach } = layout;
  const points = marks.points.filter(({ price }) => price >= reach[0] && price <= reach[1]);
  const scale = createScale(
    points.flatMap(({ low, high }) => [low, high]),
    [topPx + plotPx, topPx],
  );
  const band = area<MinimumPoint>()
    .digits(1)
    .x(({ price }) => xAt(price))
    .y0(({ low }) => scale(low))
    .y1(({ high }) => scale(high))(points);
  const middle = line<MinimumPoint>()
    .digits(1)
    .x(({ price }) => xAt(price))
    .y(({ value }) => scale(value))(points);
  // Exact values have no band.
  const isExact = points.every(({ low, high }) => low === high);
  const { best } = marks;
  const shade =
    best === null
      ? null
      : html`<rect class="best" x="${xAt(best.from)}" y="${topPx}" width="${Math.max(2, xAt(best.to) - xAt(best.from))}" height="${plotPx}"/>`;
  const lineAt = (kind: string, price: number) =>
    html`<line class="${kind}" x1="${xAt(price)}" x2="${xAt(price)}" y1="${topPx}" y2="${topPx + plotPx}"/>`;
  const body = html`${shade}${gridHtml(scale, marks.word, [plot.left, plot.right])}
${isExact ? null : html`<path class="curve-band" d="${pathParts(band)}"/>`}<path class="level draft" d="${pathParts(middle)}"/>
${marks.before === marks.minPrice ? null : lineAt('min-price-before', marks.before)}${lineAt('min-price', marks.minPrice)}${marks.hasPrices === true ? priceLabels(layout, topPx + plotPx + pricesPx) : null}`;
  return { heightPx: topPx + plotPx + belowPx + (marks.hasPrices === true ? pricesPx : 0), body };
}

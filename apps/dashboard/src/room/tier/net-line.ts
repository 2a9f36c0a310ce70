import { binPrices, chartHtml, drawMinimumCurve, type HistogramLayout, histogramLayout } from '@auction-tiers/chart';
import { short } from '../../figure/count.ts';
import { cpmText, shortMoney } from '../../figure/money.ts';

/** The axis of prices of a line of net. It reaches all prices of `include`, and of the others all but a far tail. */
export const netLayout = (prices: readonly number[], include: readonly number[], widthPx: number): HistogramLayout =>
  histogramLayout({ bins: binPrices(prices, include), widthPx, word: cpmText, countWord: short, leastLeftPx: 64 });

interface NetLine {
  readonly layout: HistogramLayout;
  readonly title: string;
  readonly description: string;
  /** More or less net than at present, by price, exactly. */
  readonly points: readonly { readonly price: number; readonly value: number }[];
  /** The price with a line, and the present one, dashed. */
  readonly at: number;
  readonly before: number;
  readonly currency: string;
}

/** What each value of a price brings, as advice found it: markup of a chart. */
export function drawNet({ layout, title, description, points, at, before, currency }: NetLine): string {
  const chart = {
    id: title.toLowerCase().replaceAll(/\W+/g, '-'),
    title,
    description,
    draw: () =>
      drawMinimumCurve(layout, {
        points: points.map(({ price, value }) => ({ price, value, low: value, high: value })),
        best: null,
        minPrice: at,
        before,
        word: shortMoney(currency),
        hasPrices: true,
      }),
  };
  return String(chartHtml(chart, layout.widthPx));
}

import {
  chartHtml,
  drawHistogram,
  drawMinimumCurve,
  type HistogramLayout,
  histogramLayout,
  type MinimumPoint,
  type PriceBin,
} from '@auction-tiers/chart';
import { useMemo } from 'react';
import { counted, countText, short } from '../../figure/count.ts';
import { cpmIn, cpmPrice, cpmText, shortMoney } from '../../figure/figures.ts';
import { fieldLabel } from '../../saying/field-label.ts';
import { ChartStyle } from '../../part/chart.tsx';
import { sumOf } from '../../part/column.ts';
import { useWidth } from '../../part/use-width.ts';
import { PriceHandle } from './price-handle.tsx';

interface SliderProps {
  /** Bids by net price, CPM; null: they are being read. */
  readonly bins: readonly PriceBin[] | null;
  /** The minimum that the tier has, CPM. */
  readonly before: number;
  /** The minimum that is tried. */
  readonly value: number;
  /** What the value does, in words, for those who do not see the figures. */
  readonly valueText: string;
  readonly onMove: (price: number) => void;
  /** Net over the minimum; null: it is being worked out. */
  readonly curve: NetCurve | null;
  readonly currency: string;
}

/** What all auctions bring more under each minimum than under the tier's own, and the range of the best minimum. */
export interface NetCurve {
  readonly points: readonly MinimumPoint[];
  readonly best: { readonly from: number; readonly to: number; readonly at: number };
}

/** Room for the labels of money to the left. */
const moneyLabelPx = 64;
const curvePx = 114;

/** The net bids of a tier's buyers, and a line for its minimum that the pointer drags and the arrow keys move. */
export function PriceSlider(props: SliderProps) {
  const { bins, before, value, valueText, onMove, curve } = props;
  const [ref, widthPx] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => {
    if (widthPx === 0 || bins === null) return null;
    return histogramLayout({ bins, widthPx, word: cpmText, countWord: short, leastLeftPx: moneyLabelPx });
  }, [bins, widthPx]);

  return (
    <div ref={ref} className="tier-slider" style={{ minHeight: 202 }} aria-busy={bins === null}>
      <ChartStyle />
      {layout !== null && (
        <PriceHandle
          layout={layout}
          top={layout.plot.top}
          height={layout.plot.bottom - layout.plot.top}
          label={fieldLabel('min_price')}
          value={value}
          valueText={valueText}
          onMove={onMove}
        >
          {drawn(layout, props)}
        </PriceHandle>
      )}
      {layout !== null && (
        <>
          <p className="muted tier-curve-name">
            Net of all auctions, more or less than at {cpmPrice(before)}; the band has 95 %, taking auctions as
            independent
          </p>
          <div
            style={{ minHeight: curvePx }}
            aria-busy={curve === null}
            dangerouslySetInnerHTML={{ __html: curve === null ? '' : drawnCurve(layout, curve, props) }}
          />
        </>
      )}
    </div>
  );
}

function drawn(layout: HistogramLayout, { before, value, currency }: SliderProps): string {
  const chart = {
    id: 'tier-prices',
    title: 'Net bids of the tier’s buyers',
    description: `${counted(
      sumOf(layout.bins, ({ count }) => count),
      'bid',
    )} by net price, ${cpmIn(currency)}, with a line at the minimum ${cpmText(value)}.`,
    draw: () =>
      drawHistogram(layout, {
        minPrice: value,
        minPriceLabel: cpmPrice(value),
        before,
        titleOf: ({ from, to, count: bids }) =>
          `${countText(bids)} from ${cpmText(from)} ${to === null ? `${cpmIn(currency)} up` : `to ${cpmPrice(to)}`}`,
      }),
  };
  return String(chartHtml(chart, layout.widthPx));
}

function drawnCurve(layout: HistogramLayout, { points, best }: NetCurve, props: SliderProps): string {
  const { before, value, currency } = props;
  const chart = {
    id: 'tier-net',
    title: 'Net by minimum',
    description: `Most at ${cpmText(best.at)} ${cpmIn(currency)}; from ${cpmText(best.from)} to ${cpmText(best.to)} it cannot be told apart from that.`,
    draw: () => drawMinimumCurve(layout, { points, best, minPrice: value, before, word: shortMoney(currency) }),
  };
  return String(chartHtml(chart, layout.widthPx));
}

import { drawDistribution } from '@auction-tiers/chart';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Block } from '@auction-tiers/report-document';
import {
  chartFigures,
  count,
  counted,
  figure,
  legend,
  only,
  percent,
  sentence,
  short,
  shortMoney,
  table,
  text,
} from '@auction-tiers/report-document';

/** How many auctions have which difference in net revenue, as a chart and as a table. */
export function distributionBlocks({ currency, distribution, auctions }: CompareReport): Block[] {
  const different = distribution.reduce((sum, bin) => sum + bin.auctions, 0);
  if (different === 0) return [sentence('No auction brings more or less than before.', 'nothing')];
  const losing = distribution.reduce((sum, { to, auctions: some }) => (to !== null && to <= 0 ? sum + some : sum), 0);
  const same = auctions - different;
  const money = shortMoney(currency);
  const edgeText = (value: number) => (value > 0 ? `+${money(value)}` : money(value));
  /** `+$0.50 to +$1 CPM` */
  const binText = ({ from, to }: CompareReport['distribution'][number]): string => {
    if (from === null) return to === null ? 'any' : `below ${edgeText(to)} CPM`;
    return to === null ? `above ${edgeText(from)} CPM` : `${edgeText(from)} to ${edgeText(to)} CPM`;
  };
  const bins = distribution.map((bin) => ({
    from: bin.from,
    to: bin.to,
    count: bin.auctions,
    title: `${binText(bin)}: ${counted(bin.auctions, 'auction')}`,
  }));
  const title = 'Auctions by the difference in their net revenue';
  const moved = `More revenue in ${counted(different - losing, 'auction')}, less in ${count(losing)}. The same in ${count(same)} (${percent(same / auctions)})`;
  return [
    only('text', sentence(`${moved}.`)),
    only('file', sentence(`${moved}, which the chart leaves out. Steps are wider the farther they are from 0.`)),
    legend([
      ['loss', 'less than before'],
      ['gain', 'more than before'],
    ]),
    {
      block: 'chart',
      width: 'page',
      chart: {
        id: 'distribution',
        title,
        description: `Bars from the largest loss to the largest gain: less in ${counted(losing, 'auction')}, more in ${count(different - losing)}.`,
        draw: (widthPx) => drawDistribution(bins, { edge: edgeText, count: short }, widthPx),
      },
      caption: 'Net revenue of an auction, draft less current, CPM',
    },
    chartFigures([
      table(distribution, {
        caption: title,
        columns: [text('Difference', binText), figure('Auctions', (bin) => count(bin.auctions))],
      }),
    ]),
  ];
}

import { documentChartHtml, html } from '@auction-tiers/chart';
import { benchSubject, checkedBids, duration, figure, mainSize, sizeText } from '../../print/bench.ts';
import { count } from '../../figure/page.ts';
import type { BenchReport } from '../../schema/bench-report.ts';
import { benchNames } from '../../schema/bench-report.ts';
import { pageHtml } from '../kit/page.ts';
import { leadHtml, nameHtml, tilesHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';
import { costPlot } from '../section/cost-plot.ts';

/** The lines of the plot, and how each looks. */
const looks: Readonly<Record<string, string>> = {
  [benchNames.limit]: 'draft earlier',
  [benchNames.select]: 'draft',
  [benchNames.index]: 'current',
  [benchNames.linear]: 'current earlier',
};

/** The report of a bench as one HTML document. */
export function benchHtml(report: BenchReport): string {
  const { tier_set: tierSet, sizes, machine } = report;
  const main = mainSize(report);
  const select = main.rows.find(({ name }) => name === benchNames.select)!;
  const lines = Object.entries(looks).map(([name, look]) => ({
    name,
    look,
    points: sizes.map(({ tiers, rows }) => ({ tiers, ns: rows.find((row) => row.name === name)!.median_ns })),
  }));
  const at = `with ${sizeText(main)} tiers`;
  const names = main.rows.map(({ name }) => name);
  return pageHtml({
    title: `Bench: ${tierSet?.name ?? 'synthetic tiers'}`,
    kind: 'Bench: what tier selection costs',
    headline: html`<h1>${nameHtml(tierSet?.name ?? 'Synthetic tiers')}</h1>
<p class="sets">${benchSubject(report)}.</p>`,
    opening: tilesHtml([
      {
        label: 'Selecting a tier',
        value: duration(select.median_ns),
        note: `per bid, ${at}; 99\u00a0%: ${duration(select.p99_ns)}`,
      },
      { label: 'On one core', value: figure(select.bids_a_second), note: 'bids per second' },
      { label: 'Allocated', value: figure(select.bytes_a_bid), note: 'bytes per bid' },
      { label: 'Compiling the tiers', value: duration(main.compile_ms * 1e6), note: 'when one of them changes' },
    ]),
    sections: [
      {
        id: 'growth',
        title: 'Cost as tiers grow',
        body: html`${leadHtml('Limit only reads each bid. Simple index keeps the tiers of each buyer by priority. Linear walks all tiers.')}
<figure>
${documentChartHtml(costPlot(lines, duration))}
</figure>
${tableHtml({
  caption: 'Median time per bid',
  rows: names,
  columns: [
    { head: 'Program', kind: 'text', cell: (name) => name },
    ...sizes.map((size) => ({
      head: sizeText(size),
      kind: 'figure' as const,
      cell: (_: string, place: number) => duration(size.rows[place]!.median_ns),
    })),
  ],
})}`,
      },
      {
        id: 'cost',
        title: `Cost ${at}`,
        body: tableHtml({
          caption: 'Per bid, of auctions',
          rows: main.rows,
          columns: [
            { head: 'Program', kind: 'text', cell: ({ name }) => name },
            { head: 'Median', kind: 'figure', cell: (row) => duration(row.median_ns) },
            { head: '99 %', kind: 'figure', cell: (row) => duration(row.p99_ns) },
            { head: 'Bids per second', kind: 'figure', cell: (row) => figure(row.bids_a_second) },
            { head: 'Bytes per bid', kind: 'figure', cell: (row) => figure(row.bytes_a_bid) },
          ],
        }),
      },
      {
        id: 'check',
        title: 'How it was measured',
        body: leadHtml(
          `${machine.processor}, Node ${machine.node}, one core; all programs in turns. ${count(checkedBids(report))} answers were compared with the linear matcher's: all equal.`,
        ),
      },
    ],
  });
}

import type { ReportDocument } from '@auction-tiers/report-document';
import {
  count,
  counted,
  facts,
  figure,
  figures,
  name,
  section,
  sentence,
  table,
  text,
} from '@auction-tiers/report-document';
import { fileList } from '../figure/text.ts';
import { type BenchReport, type BenchSize, benchNames } from '../schema/bench-report.ts';
import { costPlot } from './section/cost-plot.ts';

/** The lines of the plot, and how each looks. */
const looks: Readonly<Record<string, string>> = {
  [benchNames.limit]: 'draft earlier',
  [benchNames.select]: 'draft',
  [benchNames.index]: 'current',
  [benchNames.linear]: 'current earlier',
};

const significant = (value: number): string => figures.significant(value);

/** Nanoseconds in the fitting unit: `42.1 ns`, `1.3 µs`. */
function duration(ns: number): string {
  if (ns < 1e3) return `${significant(ns)} ns`;
  return ns < 1e6 ? `${significant(ns / 1e3)} µs` : `${significant(ns / 1e6)} ms`;
}

/** How many tiers, and whether they come from the file. */
const sizeText = ({ tiers, is_own: isOwn }: BenchSize): string => `${count(tiers)}${isOwn ? ' (yours)' : ''}`;

/** The report of a bench. */
export function benchDocument(report: BenchReport): ReportDocument {
  const { tier_set: tierSet, sizes, machine } = report;
  // The tiers of the file as they are; of synthetic ones the largest number.
  const main = sizes.find((size) => size.is_own) ?? sizes.at(-1)!;
  const select = main.rows.find((row) => row.name === benchNames.select)!;
  const lines = Object.entries(looks).map(([program, look]) => ({
    name: program,
    look,
    points: sizes.map(({ tiers, rows }) => ({ tiers, ns: rows.find((row) => row.name === program)!.median_ns })),
  }));
  const at = `with ${sizeText(main)} tiers`;
  const growth = [
    ...main.rows.map((row, position) => ({ name: row.name, ns: sizes.map(({ rows }) => rows[position]!.median_ns) })),
    { name: 'compile the tiers', ns: sizes.map((size) => size.compile_ms * 1e6) },
  ];
  const checked = sizes.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.checked_bids, 0);
  return {
    title: `Bench: ${tierSet?.name ?? 'synthetic tiers'}`,
    kind: 'Bench: what tier selection costs',
    headline: name(tierSet?.name ?? 'Synthetic tiers'),
    subject: `${benchSubject(report)}.`,
    opening: [
      facts(
        [
          ['Selecting a tier', duration(select.median_ns), `per bid, ${at}; 99\u00a0%: ${duration(select.p99_ns)}`],
          ['On one core', significant(select.bids_a_second), 'bids per second'],
          ['Allocated', significant(select.bytes_a_bid), 'bytes per bid'],
          ['Compiling the tiers', duration(main.compile_ms * 1e6), 'when one of them changes'],
        ],
        'tiles',
      ),
    ],
    sections: [
      section('growth', 'Cost as tiers grow', [
        sentence(
          'Limit only reads each bid. Simple index keeps the tiers of each buyer by priority. Linear walks all tiers.',
        ),
        { block: 'chart', width: 'page', chart: costPlot(lines, duration) },
        table(growth, {
          caption: 'Median time per bid',
          columns: [
            text('Program', (row) => row.name),
            ...sizes.map((size, position) =>
              figure<(typeof growth)[number]>(sizeText(size), ({ ns }) => duration(ns[position]!)),
            ),
          ],
        }),
      ]),
      section('cost', `Cost ${at}`, [
        table(main.rows, {
          caption: 'Per bid, of auctions',
          columns: [
            text('Program', (row) => row.name),
            figure('Median', (row) => duration(row.median_ns)),
            figure('99 %', (row) => duration(row.p99_ns)),
            figure('Bids per second', (row) => significant(row.bids_a_second)),
            figure('Bytes per bid', (row) => significant(row.bytes_a_bid)),
          ],
        }),
      ]),
      section('check', 'How it was measured', [
        sentence(
          `${machine.processor}, Node ${machine.node}, one core; all programs in turns. ${count(checked)} answers were compared with the linear matcher's: all equal.`,
        ),
      ]),
    ],
  };
}

/** What was measured, in a sentence. */
export function benchSubject({ tier_set: tierSet, auctions }: BenchReport): string {
  const tiers = tierSet === null ? 'Synthetic tiers' : `${tierSet.name} (${counted(tierSet.tiers, 'tier')})`;
  const { files, count: auctionCount, bids } = auctions;
  const what =
    files === null
      ? counted(auctionCount, 'synthetic auction')
      : `${counted(auctionCount, 'auction')} of ${fileList(files)}`;
  return `${tiers}, on ${what} with ${counted(bids, 'bid')}`;
}

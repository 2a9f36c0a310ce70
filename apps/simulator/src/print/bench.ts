import { newTable } from '../figure/table.ts';
import { count, counted, figures, fileList } from '../figure/text.ts';
import type { BenchReport, BenchRow, BenchSize } from '../schema/bench-report.ts';

/** Three significant digits. */
export const figure = (value: number): string => figures.significant(value);

/** Nanoseconds in the fitting unit: `42.1 ns`, `1.3 µs`. */
export function duration(ns: number): string {
  if (ns < 1e3) return `${figure(ns)} ns`;
  return ns < 1e6 ? `${figure(ns / 1e3)} µs` : `${figure(ns / 1e6)} ms`;
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

/** The tiers of the file as they are; of synthetic ones the largest number. */
export const mainSize = ({ sizes }: BenchReport): BenchSize => sizes.find((size) => size.is_own) ?? sizes.at(-1)!;

/** How many tiers, and whether they come from the file. */
export const sizeText = ({ tiers, is_own: isOwn }: BenchSize): string => `${count(tiers)}${isOwn ? ' (yours)' : ''}`;

/** Answers that were compared. */
export const checkedBids = ({ sizes }: BenchReport): number =>
  sizes.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.checked_bids, 0);

/** The report of a bench for a terminal. */
export function printBench(report: BenchReport): string {
  const { sizes, machine } = report;
  const growth = newTable(['time per bid, by number of tiers', ...sizes.map(sizeText)]);
  const names = sizes[0]!.rows.map(({ name }) => name);
  for (const [at, name] of names.entries())
    growth.push([name, ...sizes.map(({ rows }) => duration(rows[at]!.median_ns))]);
  growth.push(['compile the tiers', ...sizes.map((size) => duration(size.compile_ms * 1e6))]);
  const main = mainSize(report);
  const cost = newTable([`with ${sizeText(main)} tiers`, 'median', '99 %', 'bids per second', 'bytes per bid']);
  for (const row of main.rows) cost.push(cellsOf(row));
  return [
    `${benchSubject(report)}.`,
    '',
    cost.toString(),
    '',
    growth.toString(),
    '',
    `Medians and 99 % are of auctions, per bid. ${count(checkedBids(report))} answers were compared with the linear matcher's: all equal.`,
    `${machine.processor}, Node ${machine.node}, one core.`,
    '',
  ].join('\n');
}

function cellsOf({ name, median_ns: median, p99_ns: p99, bids_a_second: rate, bytes_a_bid: bytes }: BenchRow) {
  return [name, duration(median), duration(p99), figure(rate), figure(bytes)];
}

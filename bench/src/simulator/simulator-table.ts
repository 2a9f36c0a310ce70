import { formatFigure, formatRatio } from '../figure.ts';
import { median, medianRatio, spread } from '../measure/statistic.ts';
import type { Table } from '../table.ts';
import type { SimulatorFigures, SimulatorRow, SimulatorRun } from './figures.ts';
import { rowName } from './figures.ts';

const bytesPerMegabyte = 1e6;

/** Speed, processor time and memory of each way through the log. */
export function simulatorTable(run: SimulatorRun): Table {
  const parse = rowOf(run, rowName.parse);
  return {
    header: [
      `${run.auctions.toLocaleString('en-US')} auctions, ${formatFigure(run.logBytes / bytesPerMegabyte)} MB`,
      'seconds',
      'MB a second',
      'processor seconds',
      'speed per core, of JSON.parse',
      'most memory, MB',
      'furthest round',
    ],
    rows: run.rows.map((row) => [
      row.name,
      formatFigure(median(row.seconds)),
      formatFigure((row.logs * run.logBytes) / bytesPerMegabyte / median(row.seconds)),
      formatFigure(median(row.processorSeconds)),
      formatRatio(row.logs * medianRatio(parse.processorSeconds, row.processorSeconds)),
      formatFigure(median(row.mostBytes) / bytesPerMegabyte),
      `±${formatFigure(100 * spread(row.seconds))} %`,
    ]),
  };
}

/** The largest log of the run. */
export function largestRun({ runs }: SimulatorFigures): SimulatorRun {
  return runs.at(-1)!;
}

export function rowOf({ rows }: SimulatorRun, name: string): SimulatorRow {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) throw new Error(`The results have no row ${name}.`);
  return row;
}

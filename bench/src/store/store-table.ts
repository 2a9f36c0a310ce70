import { formatFigure, formatNs, formatPercent } from '../figure.ts';
import { median, medianRatio, spread } from '../measure/statistic.ts';
import type { Table } from '../table.ts';
import type { StoreRow, StoreRun } from './figures.ts';

/** Answers a second and latency of each operation, and what part of the bare command's rate it reaches. */
export function storeTable(run: StoreRun): Table {
  return {
    header: [storeRunTitle(run), 'a second', 'of bare', 'median', '99 %', 'furthest round'],
    rows: run.rows.map((row) => [
      row.name,
      formatFigure(median(row.perSecond)),
      partText(partOfBare(run, row)),
      formatNs(row.latencyMicros.p50 * 1000),
      formatNs(row.latencyMicros.p99 * 1000),
      `±${formatPercent(spread(row.perSecond))}`,
    ]),
  };
}

export function storeRunTitle({ isDurable, callers }: StoreRun): string {
  return `${isDurable ? 'durable' : 'not durable'}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
}

/** 0.5: half as many answers as the bare command; undefined for a bare command itself. */
export function partOfBare({ rows }: StoreRun, { bare, perSecond }: StoreRow): number | undefined {
  const base = rows.find(({ name }) => name === bare);
  return base && medianRatio(perSecond, base.perSecond);
}

function partText(part: number | undefined): string {
  return part === undefined ? '' : formatPercent(part);
}

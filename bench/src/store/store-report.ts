import { formatFigure, formatNs, formatPercent, type Table, toMarkdown, toText } from '../suite/table.ts';
import { median, medianRatio, spread } from '../measure/rounds.ts';
import type { StoreFigures, StoreRow, StoreRun } from './figures.ts';

/** The results for a terminal. */
export function storeText({ runs, redis }: StoreFigures): string {
  const checked = 'Every answer was checked, and the last written tiers were read back.';
  return [...runs.map((run) => toText(storeTable(run))), `${redis}. ${checked}`].join('\n\n');
}

/** The part of the report about the store. */
export function storeSection({ runs, rounds, redis }: StoreFigures): string {
  return `## Storing tiers

One tier with five buyers in ${redis}, through the store (references, unique codes, revision, indexes and change log in one atomic write) and through a bare command of the same client on the same server. *Durable*: every write is on the disk before it is answered. A caller sends its next request when it has the answer to the previous one. Rates are medians of ${rounds} rounds; latencies are those of all rounds. Every answer was checked.

${runs.map((run) => toMarkdown(storeTable(run))).join('\n\n')}`;
}

/** Answers per second and latencies of each operation, and its part of the bare command's rate. */
function storeTable(run: StoreRun): Table {
  return {
    header: [storeRunTitle(run), 'per second', 'of bare', 'median', '99 %', 'furthest round'],
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

function storeRunTitle({ isDurable, callers }: StoreRun): string {
  return `${isDurable ? 'durable' : 'not durable'}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
}

/** 0.5: half as many answers as the bare command; undefined for a bare command. */
export function partOfBare({ rows }: StoreRun, { bare, perSecond }: StoreRow): number | undefined {
  const base = rows.find(({ name }) => name === bare);
  return base && medianRatio(perSecond, base.perSecond);
}

function partText(part: number | undefined): string {
  return part === undefined ? '' : formatPercent(part);
}

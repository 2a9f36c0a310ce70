import { formatFigure, formatNs, formatPercent } from '../figure.ts';
import { median, medianRatio, spread } from '../measure/statistic.ts';
import type { Table } from '../table.ts';
import type { HttpRow, HttpSide } from './figures.ts';

/** What each side can do, and what part of the bare side's that is, by rate and by processor time. */
export function capacityTable(rows: readonly HttpRow[]): Table {
  return {
    header: ['closed loop', 'a second', 'of bare', 'processor', 'of bare', 'busy', 'furthest round'],
    rows: rows.flatMap((row) => [
      sideCells(row.name, row.service, formatPercent(partOfBare(row)), formatPercent(processorPartOfBare(row))),
      sideCells(bareName(row), row.bare, '', ''),
    ]),
  };
}

/** How long an answer takes at half of what the slower side can do, counted from when it was due. */
export function latencyTable(rows: readonly HttpRow[]): Table {
  return {
    header: ['open loop', 'a second', 'median', '99 %', '99.9 %'],
    rows: rows.flatMap((row) => [
      ...latencyCells(row.name, row.latencyRate, row.service),
      ...latencyCells(bareName(row), row.latencyRate, row.bare),
    ]),
  };
}

function latencyCells(name: string, rate: number, { latencyMs }: HttpSide): string[][] {
  if (latencyMs === null) return [];
  const { p50, p99, p99_9: p999 } = latencyMs;
  return [[name, formatFigure(rate), ...[p50, p99, p999].map((ms) => formatNs(ms * 1e6))]];
}

/** 0.9: nine answers of the service for ten of the bare side. */
export function partOfBare({ service, bare }: HttpRow): number {
  return medianRatio(ratesOf(service), ratesOf(bare));
}

/** 0.9: where the service needs ten microseconds of processor time, the bare side needs nine. */
export function processorPartOfBare({ service, bare }: HttpRow): number {
  return medianRatio(microsOf(bare), microsOf(service));
}

function sideCells(name: string, side: HttpSide, part: string, processorPart: string): string[] {
  const { turns } = side;
  return [
    name,
    formatFigure(median(ratesOf(side))),
    part,
    formatNs(1000 * median(microsOf(side))),
    processorPart,
    formatPercent(median(turns.map(({ load }) => load))),
    `±${formatPercent(spread(ratesOf(side)))}`,
  ];
}

function ratesOf({ turns }: HttpSide): number[] {
  return turns.map(({ perSecond }) => perSecond);
}

function microsOf({ turns }: HttpSide): number[] {
  return turns.map(({ processorMicros }) => processorMicros);
}

function bareName({ bare }: HttpRow): string {
  return `- ${bare.name}`;
}

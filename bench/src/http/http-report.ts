import { formatFigure, formatNs, formatPercent, type Table, toMarkdown, toText } from '../suite/table.ts';
import { median, medianRatio, spread } from '../measure/rounds.ts';
import { type Goal, goal, goalTable } from '../suite/goal.ts';
import type { HttpFigures, HttpRow, HttpSide } from './figures.ts';

/** The results for a terminal. */
export function httpText(figures: HttpFigures): string {
  const tables = [capacityTable(figures.rows), latencyTable(figures.rows), goalTable(httpGoals(figures))];
  return [...tables.map(toText), 'Every answer was checked; created objects were counted and read back.'].join('\n\n');
}

/** The part of the report about the service over HTTP. */
export function httpSection({ rows, rounds, connections }: HttpFigures): string {
  return `## Over HTTP

The service runs as its users start it, in a process of its own with a durable Redis of its own. It is compared with the least work that gives the same result: \`node:http\` that parses the same body and writes an answer of the same size; the same auctions in a loop without HTTP; the same process of the service while it records nothing, or does not count for the live report; an empty tRPC procedure with the same input; an express route with one Redis command. Another process sends the requests over ${connections} connections (batches over fewer), each of which sends the next request when it has an answer. Figures are medians of ${rounds} rounds in which both sides ran in turns; ratios are computed within a round. *Processor* is the processor time of the server per answer, and the *of bare* after it is the part of it that the bare side needed. *Busy* is the part of a core that the server used: well below 100 %, something else was the limit, and the ratio of processor time says more. Every answer was compared with the engine's decision in another process, or read back.

${toMarkdown(capacityTable(rows))}

Latencies at a fixed rate, half of the slower side's capacity, counted from the moment a request was due; one histogram has the latencies of all rounds:

${toMarkdown(latencyTable(rows))}`;
}

/** The goals of the service, by rate. The part by processor time is shown too. */
export function httpGoals({ rows }: HttpFigures): Goal[] {
  return rows.map((row) => {
    const judged = goal(`${row.name}: of ${row.bare.name}`, { atLeast: row.wanted }, partOfBare(row), formatPercent);
    return { ...judged, found: `${judged.found} (${formatPercent(processorPartOfBare(row))} by processor)` };
  });
}

/** The capacity of each side, and the service's as a part of the bare side's, by rate and by processor time. */
export function capacityTable(rows: readonly HttpRow[]): Table {
  return {
    header: ['closed loop', 'per second', 'of bare', 'processor', 'of bare', 'busy', 'furthest round'],
    rows: rows.flatMap((row) => [
      sideCells(row.name, row.service, formatPercent(partOfBare(row)), formatPercent(processorPartOfBare(row))),
      sideCells(bareName(row), row.bare, '', ''),
    ]),
  };
}

/** Latencies at half of the slower side's capacity, counted from the moment a request was due. */
export function latencyTable(rows: readonly HttpRow[]): Table {
  return {
    header: ['open loop', 'per second', 'median', '99 %', '99.9 %'],
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

/** 0.9: nine answers of the service per ten of the bare side. */
export function partOfBare({ service, bare }: HttpRow): number {
  return medianRatio(ratesOf(service), ratesOf(bare));
}

/** 0.9: the bare side needs nine microseconds of processor time per ten of the service. */
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

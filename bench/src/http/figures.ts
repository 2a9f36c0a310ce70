import type { Turn } from './contestant.ts';

/** One side of a comparison in all rounds. */
export interface HttpSide {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** At the row's rate; null: it serves nobody, or there was no round about latency. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly p99_9: number } | null;
  /** All latencies of all rounds, as HdrHistogram's tools read them. */
  readonly histogram: string | null;
}

/** The service against the least that could do the same. */
export interface HttpRow {
  readonly name: string;
  /** What is counted. */
  readonly unit: 'auctions' | 'requests';
  /** The part of the bare side's rate that is wanted. */
  readonly wanted: number;
  readonly service: HttpSide;
  readonly bare: HttpSide;
  /** At which latencies were taken, of `unit` a second: half of what the slower side can do. */
  readonly latencyRate: number;
}

/** Everything that the http suite measures. */
export interface HttpFigures {
  readonly rounds: number;
  readonly connections: number;
  readonly turnMs: number;
  readonly latencyMs: number;
  readonly rows: readonly HttpRow[];
}

/** The result of one turn. */
export interface Turn {
  /** Auctions per second, or answers per second where there is one per answer. */
  readonly perSecond: number;
  /** Processor time of the server per auction or answer. */
  readonly processorMicros: number;
  /** How busy the server was: 1 is one core all the time. Well below 1, something else was the limit. */
  readonly load: number;
}

/** One side of a comparison in all rounds. */
export interface HttpSide {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** At the row's rate; null: it is not a server, or there was no round of latencies. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly p99_9: number } | null;
  /** All latencies of all rounds, as the tools of HdrHistogram read them. */
  readonly histogram: string | null;
}

/** The service against the least that could do the same. */
export interface HttpRow {
  readonly name: string;
  /** What is counted. */
  readonly unit: 'auctions' | 'requests';
  /** The goal: the least part of the bare side's rate. */
  readonly wanted: number;
  readonly service: HttpSide;
  readonly bare: HttpSide;
  /** The rate of the latency rounds, in `unit` per second: half of the slower side's capacity. */
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

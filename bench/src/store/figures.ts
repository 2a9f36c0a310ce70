/** One operation with one number of callers on one Redis. */
export interface StoreRow {
  readonly name: string;
  /** The bare command that it is compared with; null: it is one. */
  readonly bare: string | null;
  /** Answers a second, one figure a round. */
  readonly perSecond: readonly number[];
  /** Of the requests of all rounds together. */
  readonly latencyMicros: { readonly p50: number; readonly p99: number };
}

export interface StoreRun {
  /** Whether Redis syncs its log to disk before it answers a write. */
  readonly isDurable: boolean;
  readonly callers: number;
  readonly rows: readonly StoreRow[];
}

/** Everything that the store suite measures. */
export interface StoreFigures {
  readonly rounds: number;
  readonly turnMs: number;
  readonly redis: string;
  readonly runs: readonly StoreRun[];
}

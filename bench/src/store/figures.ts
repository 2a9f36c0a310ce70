/** One operation with one number of callers on one Redis. */
export interface StoreRow {
  readonly name: string;
  /** The bare command that it is compared with; null for a bare command. */
  readonly bare: string | null;
  /** Answers per second, one figure per round. */
  readonly perSecond: readonly number[];
  /** Of the requests of all rounds. */
  readonly latencyMicros: { readonly p50: number; readonly p99: number };
}

export interface StoreRun {
  /** Whether Redis syncs its append-only file before it answers a write. */
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

/** How a seller's auctions fared in some time. */
export interface Honest {
  /** Auctions with the right answer. */
  readonly answered: number;
  /** Other answers, and requests without one, by what was wrong. */
  readonly failures: Readonly<Record<string, number>>;
  /** From the moment an auction was due. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly p99_9: number; readonly most: number };
}

/** What one abuse did to the auctions of a seller who has nothing to do with it; of one round, or of all. */
export interface AbuseRow {
  readonly name: string;
  readonly honest: Honest;
  /** Memory of the service before, and the most that it had from its start to the end. */
  readonly beforeBytes: number;
  readonly mostBytes: number;
  /** What the abuser got: answers by status code, connections. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Everything that the abuse suite measures. */
export interface AbuseFigures {
  /** Auctions per second of the honest seller, and how long each abuse went on. */
  readonly rate: number;
  readonly durationMs: number;
  readonly rounds: number;
  readonly rows: readonly AbuseRow[];
}

/** One part of the time. */
export interface SoakWindow {
  readonly honest: Honest;
  /** Part of the processors that the host of the machine gave to others, 0 to 1. */
  readonly stolen: number;
  /** At the end of the window. */
  readonly residentBytes: number;
  /** What objects took when the newest full collection had ended. */
  readonly keptBytes: number;
}

/** Some seconds after the last window: the service, and a process of it that was just started. */
export interface SoakTurn {
  readonly old: Honest;
  readonly new: Honest;
}

/** Everything that the soak suite measures. */
export interface SoakFigures {
  /** Auctions per second that the service answered over the same connections when each sent the next at once. */
  readonly capacity: number;
  /** Auctions per second during the windows. */
  readonly rate: number;
  readonly connections: number;
  readonly windowMs: number;
  /** Tiers that another seller created meanwhile. */
  readonly writes: number;
  /** Its writes that were answered 503 and sent again. */
  readonly repeats: number;
  readonly windows: readonly SoakWindow[];
  readonly turns: readonly SoakTurn[];
}

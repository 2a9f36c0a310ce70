/** One way to go through the log, in every round. */
export interface SimulatorRow {
  readonly name: string;
  /** Seconds by the wall, from the start of the process to its end; one figure a round. */
  readonly seconds: readonly number[];
  /** Seconds of processor time of all its threads, the kernel's share included; one figure a round. */
  readonly processorSeconds: readonly number[];
  /** The most memory that the process held, bytes; one figure a round. */
  readonly mostBytes: readonly number[];
}

/** A log and what was done with it. */
export interface SimulatorRun {
  readonly auctions: number;
  readonly bids: number;
  readonly logBytes: number;
  readonly rows: readonly SimulatorRow[];
}

/** Everything that the simulator suite measures. */
export interface SimulatorFigures {
  readonly rounds: number;
  /** The smaller log first. */
  readonly runs: readonly SimulatorRun[];
}

/** The names of the rows. */
export const rowName = { parse: 'JSON.parse', one: 'replay, 1 worker', two: 'replay, 2 workers' } as const;

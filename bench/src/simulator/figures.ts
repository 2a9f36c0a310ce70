/** One way to read the log, in every round. */
export interface SimulatorRow {
  readonly name: string;
  /** The number of processes that read the log at the same time. */
  readonly logs: number;
  /** Elapsed seconds from the start of the first process to the end of the last; one figure per round. */
  readonly seconds: readonly number[];
  /** Seconds of processor time of all threads of all its processes, kernel time included; one figure per round. */
  readonly processorSeconds: readonly number[];
  /** The most memory of one process, in bytes; one figure per round. */
  readonly mostBytes: readonly number[];
}

/** A log and its rows. */
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
export const rowName = {
  parse: 'JSON.parse',
  one: 'replay, 1 worker',
  two: 'replay, 2 workers',
  pair: '2 replays at once, 1 worker each',
  compareOne: 'compare, 1 worker',
  compareTwo: 'compare, 2 workers',
} as const;

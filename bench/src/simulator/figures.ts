/** One way to go through the log, in every round. */
export interface SimulatorRow {
  readonly name: string;
  /** How often it goes through the log at once, each time in a process of its own. */
  readonly logs: number;
  /** Seconds by the wall, from the start of the first process to the end of the last; one figure a round. */
  readonly seconds: readonly number[];
  /** Seconds of processor time of all threads of all its processes, the kernel's share included; one figure a round. */
  readonly processorSeconds: readonly number[];
  /** The most memory that one process held, bytes; one figure a round. */
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
export const rowName = {
  parse: 'JSON.parse',
  one: 'replay, 1 worker',
  two: 'replay, 2 workers',
  pair: '2 replays at once, 1 worker each',
} as const;

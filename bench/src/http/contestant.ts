import type { Latencies } from '@auction-tiers/http-load';

/** What one turn came to. */
export interface Turn {
  /** Auctions, or answers where there is one an answer, a second. */
  readonly perSecond: number;
  /** Processor time of the server for each of them. */
  readonly processorMicros: number;
  /** How busy the server was: 1 is one core all the time. Well below it, something else was the limit. */
  readonly load: number;
}

/** One side of a comparison. Its methods throw a WrongAnswer when something was not answered right. */
export interface Contestant {
  readonly name: string;
  /** As many as can be answered. */
  readonly turn: () => Promise<Turn>;
  /** Latencies at a fixed rate, in `perSecond`'s unit; undefined: it does not serve anybody. */
  readonly latencies: ((perSecond: number) => Promise<Latencies>) | undefined;
  /** Whether everything that was written can be read, where something was. */
  readonly verify: () => Promise<void>;
}

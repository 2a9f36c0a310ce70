/** What the service measured of itself during one act, and what an honest caller met meanwhile. */
export interface HoldsRound {
  readonly seconds: number;
  /** The part of all processors that the machine's host gave to others meanwhile, 0 to 1; 0 where it does not tell. */
  readonly stolen: number;
  /** Samples of the service's event loop, one each 2 ms unless it is held. */
  readonly samples: number;
  /** Samples longer than 10 ms. */
  readonly overTenMs: number;
  /** The bounds of the buckets that hold the longest sample and the one of which a thousandth is longer, milliseconds. */
  readonly longestMs: number;
  readonly p999Ms: number;
  /** Processor time of the service between two turns of its event loop, milliseconds: what is its own of the holds. */
  readonly ownLongestMs: number;
  readonly ownP999Ms: number;
  /** The bound of the longest pause of the garbage collector, milliseconds; 0: none was seen. */
  readonly longestPauseMs: number;
  /** Of the honest caller, from the moment that each auction was due. */
  readonly caller: {
    readonly answered: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
    readonly longestMs: number;
  };
}

/** An act over its calmest rounds: medians, and of what is called longest the longest. */
export interface HoldsRow
  extends Pick<
    HoldsRound,
    'seconds' | 'stolen' | 'p999Ms' | 'longestMs' | 'ownP999Ms' | 'ownLongestMs' | 'longestPauseMs'
  > {
  readonly name: string;
  readonly caller: Pick<HoldsRound['caller'], 'p99Ms' | 'longestMs'>;
  /** All that were run. */
  readonly rounds: readonly HoldsRound[];
}

/** Everything that the holds suite measures. */
export interface HoldsFigures {
  readonly tiers: number;
  readonly imported: number;
  /** Of each act, so many of its rounds are judged. */
  readonly judged: number;
  /** Auctions per second of the honest caller. */
  readonly rate: number;
  readonly rows: readonly HoldsRow[];
  /** How long scrapes of `/metrics` took with all tiers, milliseconds. */
  readonly scrapesMs: readonly number[];
}

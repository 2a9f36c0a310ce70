/** The time, as the checks of credentials read it. */
export interface Clock {
  /** Milliseconds since 1970, which a token records at its login. */
  readonly epochMs: () => number;
  /** Milliseconds of a monotonic clock, which no administrator and no time server sets: for the age of a check. */
  readonly elapsedMs: () => number;
}

/** The time, as those read it who remove what is old. */
export interface RetentionClock extends Pick<Clock, 'epochMs'> {
  /** Whether the clocks agree well enough to remove anything by age. */
  readonly mayRemove: () => boolean;
}

/** The functions are Node's own, so that reading the time costs no extra call. */
export const systemClock: Clock = { epochMs: Date.now, elapsedMs: performance.now.bind(performance) };

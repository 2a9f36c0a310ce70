/** The time, as the checks of credentials read it. */
export interface Clock {
  /** Milliseconds since 1970, which a token records at its login. */
  readonly epochMs: () => number;
  /** Milliseconds of a clock that no administrator and no time server sets: how long ago a credential was checked. */
  readonly elapsedMs: () => number;
}

/** The functions are Node's own, so that reading the time costs no call more. */
export const systemClock: Clock = { epochMs: Date.now, elapsedMs: performance.now.bind(performance) };

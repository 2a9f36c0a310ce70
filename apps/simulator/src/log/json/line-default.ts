/** What a line of a log does not say. */
export interface LineDefaults {
  /** Fee of bids that name none, parts per million. */
  readonly feePpm: number;
  /** Moment of impressions that name none, milliseconds since the epoch. */
  readonly timeMs: number;
  /** The seed of an auction that names none; made only where it is needed. */
  readonly seed: () => string;
}

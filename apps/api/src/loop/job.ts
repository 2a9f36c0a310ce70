/** What the runner gives to one run of a job. */
export interface JobRun {
  /** Whether the service stops: long work checks this between its parts. */
  readonly isOver: boolean;
  /** Whether a caller waits for this run, so that nothing may be left to a later one. */
  readonly isAsked: boolean;
  /** Logs a failure, of the object with this id. What failed is tried again by the next run. */
  readonly tell: (error: unknown, id?: number) => void;
}

/** The work of a job. */
export interface Work {
  /** Whether there is something to do, as far as this process knows; without it there always is. */
  readonly isDue?: () => boolean;
  /** May reject: the runner logs the failure, and the next run tries again. */
  readonly run: (run: JobRun) => Promise<void>;
  /** Logs that the run failed as a whole, in place of the runner. */
  readonly failed?: (error: unknown) => void;
}

/** Scheduled drafts, and how long after its moment each was published. */
export interface DueRow {
  readonly name: string;
  /** Milliseconds between the due moment and the change of the tiers, by the clock of Redis. */
  readonly lateMs: readonly number[];
}

/** A question to the report, asked once per round. */
export interface ReportRowFigures {
  readonly name: string;
  readonly rows: number;
  readonly answerBytes: number;
  /** From the request to the last byte of its answer. */
  readonly wallMs: readonly number[];
  /** Processor time of the service's whole process. */
  readonly processorMs: readonly number[];
}

export interface LiveFigures {
  readonly drafts: number;
  readonly due: readonly DueRow[];
  readonly report: { readonly days: number; readonly tiers: number; readonly buyers: number };
  readonly questions: readonly ReportRowFigures[];
}

/** A ym-profile whose auctions were counted. */
export interface ReportSubject {
  readonly memberId: number;
  readonly ymProfileId: number;
}

/** What a process has counted of one ym-profile, within one hour. */
export interface ReportPart extends ReportSubject {
  /** The beginning of the hour, UTC, as `2026-11-21T08:00`. */
  readonly hour: string;
  /** The day that the hour belongs to, in the member's time zone. */
  readonly day: string;
  /** As `encodeRecord` gives it. */
  readonly record: Buffer;
  /** The totals of the record, for processes that follow them; empty: the record was not counted just now. */
  readonly totals: string;
  /** When hour and day are no longer kept, milliseconds since 1970. */
  readonly hourExpiryMs: number;
  readonly dayExpiryMs: number;
}

/** One call of a process. Sent again, it counts once. */
export interface ReportCall {
  /** As `groupOf` gives it for all of the parts. */
  readonly group: number;
  /** Names the process, and no other one that was ever started. */
  readonly process: string;
  /** The number of this call among the calls of the process to the group, from 1. */
  readonly sequence: number;
  /** Everything that the process had counted up to then is stored with this call; milliseconds since 1970. */
  readonly countedToMs: number;
  /** Whether the process counts no more. */
  readonly isLast: boolean;
  readonly parts: readonly ReportPart[];
}

/** The bytes that hour and day of a part have in the store; -1 for what cannot be added to. */
export interface ReportBytes {
  readonly hour: number;
  readonly day: number;
}

/** What was counted within about a second, in the order in which it was added. */
export interface CountedSecond {
  readonly id: string;
  readonly totals: string;
}

/** How far a process has counted. */
export interface CountingProcess {
  readonly countedToMs: number;
  readonly isLast: boolean;
}

/** Where the counts of the live report are kept. Every call rejects with `StoreUnavailable` while the store is away. */
export interface ReportStore {
  /** What is added together: 0, or where the partitions may be on several servers the partition of the member. */
  groupOf(memberId: number): number;
  /** Adds counts, all of the parts or none; null: it was done before. */
  add(call: ReportCall): Promise<readonly ReportBytes[] | null>;
  /** The records of hours and days, which are named as in `ReportPart`; null where there are none. */
  read(subject: ReportSubject, times: readonly string[]): Promise<(Buffer | null)[]>;
  /** Puts a record in the place of records that were read; false where other records stand there by now. */
  compact(subject: ReportSubject, time: string, read: Buffer, record: Buffer): Promise<boolean>;
  /** What was counted after an entry, at most some hundred entries; of the last minute. */
  secondsAfter(subject: ReportSubject, id: string): Promise<readonly CountedSecond[]>;
  /** The id of the last entry of `secondsAfter`. */
  lastSecond(subject: ReportSubject): Promise<string>;
  /** The processes that count, and the processes that did lately. */
  processes(): Promise<readonly CountingProcess[]>;
}

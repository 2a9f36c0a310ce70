/** A ym-profile whose auctions were counted. */
export interface ReportSubject {
  readonly memberId: number;
  readonly ymProfileId: number;
}

/** A process's counts of one ym-profile, within a piece of an hour. */
export interface ReportPart extends ReportSubject {
  /** The UTC hour, as `2026-11-21T08`. The record names its piece of the hour. */
  readonly hour: string;
  /** The day that the piece belongs to, with the time zone that cuts it, as `2026-11-21@Europe/Berlin`. */
  readonly day: string;
  /** A record made by `encodeRecord`. */
  readonly record: Buffer;
  /** The totals of the record, for processes that follow them; empty: the record was not counted just now. */
  readonly totals: string;
  /** When the hour and the day expire, milliseconds since 1970. */
  readonly hourExpiryMs: number;
  readonly dayExpiryMs: number;
}

/** One call of a process. A repeated call counts once. */
export interface ReportCall {
  /** The group of all parts, from `groupOf`. */
  readonly group: number;
  /** Identifies the process among all that were ever started. */
  readonly process: string;
  /** The number of this call among the calls of the process to the group, from 1. */
  readonly sequence: number;
  /** All counts of the process up to this time are stored with this call; milliseconds since 1970. */
  readonly countedToMs: number;
  /** Whether this is the process's last call. */
  readonly isLast: boolean;
  readonly parts: readonly ReportPart[];
}

/** The stored bytes of a part's hour and day; -1: the key holds no counts, so nothing was added. */
export interface ReportBytes {
  readonly hour: number;
  readonly day: number;
}

/** The counts of about one second, in the order in which they were added. */
export interface CountedSecond {
  readonly id: string;
  readonly totals: string;
}

/** How far a process has counted. */
export interface CountingProcess {
  readonly countedToMs: number;
  readonly isLast: boolean;
}

/** The store of the live report's counts. Every call rejects with `StoreUnavailable` while the store is unavailable. */
export interface ReportStore {
  /** The group of a member, whose counts are added in one call: 0, or on a cluster the member's partition. */
  groupOf(memberId: number): number;
  /** Adds counts, all parts or none; null: the call was done before. */
  add(call: ReportCall): Promise<readonly ReportBytes[] | null>;
  /** The records of hours and days, which are named as in `ReportPart`; null where there are none. */
  read(subject: ReportSubject, times: readonly string[]): Promise<(Buffer | null)[]>;
  /** The bytes of the records of hours and days; 0 where there are none. */
  lengths(subject: ReportSubject, times: readonly string[]): Promise<number[]>;
  /** Stores the records of a day that was cut from hours, in the place of what it had. `expiryMs`: since 1970. */
  put(subject: ReportSubject, time: string, records: Buffer, expiryMs: number): Promise<void>;
  /** Replaces records that were read by one record; false if other records are stored by now. */
  compact(subject: ReportSubject, time: string, read: Buffer, record: Buffer): Promise<boolean>;
  /** The counts after an entry, at most some hundred entries, within the last minute. */
  secondsAfter(subject: ReportSubject, id: string): Promise<readonly CountedSecond[]>;
  /** The id of the last entry of `secondsAfter`. */
  lastSecond(subject: ReportSubject): Promise<string>;
  /** The processes that count, and the processes that did lately. */
  processes(): Promise<readonly CountingProcess[]>;
}

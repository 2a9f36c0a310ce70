import type { ReportStore, ReportSubject } from '@auction-tiers/store';
import { isPhaseTime } from '../experiment/phase.ts';
import { breathe } from '../loop/breathe.ts';
import type { JobRun, Work } from '../loop/job.ts';
import { dayNameAt } from './cut.ts';
import type { DamagedCounts } from './damaged-counts.ts';
import type { PieceCounts } from './report-counter.ts';
import { compactRecords } from './merge.ts';
import type { Counted } from './stored-counts.ts';

/** Records are merged once they have more bytes than twice the last merge's, plus this many. */
const spareBytes = 4096;
/** An ended hour is merged after this, once other processes have added their last counts; each at another time. */
const [closeMs, spreadMs] = [5000, 60_000];
/** Number of hours and days whose merged size is remembered. */
const mostRemembered = 50_000;

interface CompactorParts {
  readonly reports: ReportStore;
  /** Stores the days before a change of the zone as they are cut now. */
  readonly keepRecut: (counted: Counted, nowMs: number) => Promise<void>;
  readonly damaged: Pick<DamagedCounts, 'note'>;
}

interface Task {
  readonly subject: ReportSubject;
  readonly time: string;
}

/** A piece of an hour that is over. */
interface Ended extends Counted {
  /** Its hour, and its day where that is over too. */
  readonly times: readonly string[];
  readonly endMs: number;
  /** When to merge them, on the clock of `performance.now()`. */
  readonly dueMs: number;
}

/**
 * Merges the records of an hour or day into one, so that they stay short and quick to read. Any process may do it at
 * any time: a merge replaces only what it has read, and records that were added meanwhile stay after it.
 */
export class ReportCompactor implements Work {
  readonly #parts: CompactorParts;
  /** Bytes after the last merge, by subject and time. */
  readonly #merged = new Map<string, number>();
  readonly #waiting = new Map<string, Task>();
  /** Pieces of hours that are over. */
  #ended: Ended[] = [];

  constructor(parts: CompactorParts) {
    this.#parts = parts;
  }

  /** Has an hour or day merged where its bytes are many; the guard of experiments merges the counts of phases. */
  note(subject: ReportSubject, time: string, bytes: number): void {
    if (isPhaseTime(time)) return;
    const most = 2 * (this.#merged.get(nameOf(subject, time)) ?? 0) + spareBytes;
    if (bytes > most) this.#add(subject, time);
  }

  /** Has the hour of a piece that is over merged, and its day where that is over too. */
  close({ memberId, ymProfileId, hour, startMs, endMs, cuts }: PieceCounts): void {
    const [day, next] = [startMs, endMs].map((ms) => dayNameAt(cuts, ms));
    const dueMs = performance.now() + closeMs + Math.random() * spreadMs;
    const subject = { memberId, ymProfileId };
    this.#ended.push({ subject, times: day === next ? [hour] : [hour, day!], endMs, cuts, dueMs });
  }

  isDue(): boolean {
    return this.#waiting.size > 0 || this.#ended.some(isDueAt(performance.now()));
  }

  /** What fails is not tried again by the next run, but when the next records are added or the next day is over. */
  async run(run: JobRun): Promise<void> {
    const isDue = isDueAt(performance.now());
    const due = this.#ended.filter(isDue);
    this.#ended = this.#ended.filter((one) => !isDue(one));
    for (const { subject, times, endMs, cuts } of due) {
      for (const time of times) this.#add(subject, time);
      if (times.length > 1) await this.#attempt(run, () => this.#parts.keepRecut({ subject, cuts }, endMs));
    }
    for (const [name, task] of this.#waiting) {
      if (run.isOver) return;
      this.#waiting.delete(name);
      await this.#attempt(run, () => this.#compact(name, task));
    }
  }

  #add(subject: ReportSubject, time: string): void {
    this.#waiting.set(nameOf(subject, time), { subject, time });
  }

  async #attempt(run: JobRun, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      run.tell(error);
    }
  }

  async #compact(name: string, { subject, time }: Task): Promise<void> {
    const { reports, damaged } = this.#parts;
    const [records] = await reports.read(subject, [time]);
    if (!records) return;
    await breathe();
    const { record, damage } = compactRecords(records);
    damaged.note(subject, time, damage[0]?.why ?? null);
    if (record !== null) await reports.compact(subject, time, records, record);
    const bytes = (record ?? records).length;
    if (this.#merged.size >= mostRemembered) this.#merged.clear();
    this.#merged.set(name, bytes);
  }
}

const nameOf = ({ memberId, ymProfileId }: ReportSubject, time: string) => `${memberId} ${ymProfileId} ${time}`;
const isDueAt = (nowMs: number) => (ended: Ended) => ended.dueMs <= nowMs;

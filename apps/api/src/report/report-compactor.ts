import { findFrames, type ReportStore, type ReportSubject, StoreUnavailable } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { breathe } from '../loop/breathe.ts';
import { dayNameAt } from './cut.ts';
import type { DamagedCounts } from './damaged-counts.ts';
import type { PieceCounts } from './report-counter.ts';
import { mergeRecords } from '../experiment/counts-record.ts';
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
  readonly log: Logger;
}

interface Task {
  readonly subject: ReportSubject;
  readonly time: string;
}

/**
 * Merges the records of an hour or day into one, so that they stay short and quick to read. Any process may do it at
 * any time: a merge replaces only what it has read, and records that were added meanwhile stay after it.
 */
export class ReportCompactor {
  readonly #parts: CompactorParts;
  /** Bytes after the last merge, by subject and time. */
  readonly #merged = new Map<string, number>();
  readonly #waiting = new Map<string, Task>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: CompactorParts) {
    this.#parts = parts;
  }

  /** Has an hour or day merged where its bytes are many. */
  note(subject: ReportSubject, time: string, bytes: number): void {
    const most = 2 * (this.#merged.get(nameOf(subject, time)) ?? 0) + spareBytes;
    if (bytes > most) this.#add(subject, time);
  }

  /** Schedules the merge of the hour of a piece that is over, and of its day where that is over too. */
  close({ memberId, ymProfileId, hour, startMs, endMs, cuts }: PieceCounts): void {
    const subject = { memberId, ymProfileId };
    const day = dayNameAt(cuts, startMs);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#add(subject, hour);
        if (dayNameAt(cuts, endMs) === day) return;
        this.#add(subject, day);
        this.#parts.keepRecut({ subject, cuts }, endMs).catch((error: unknown) => {
          // The end of the next day causes another attempt.
          if (!(error instanceof StoreUnavailable))
            this.#parts.log.error({ error, ...subject }, 'days cannot be recut');
        });
      },
      closeMs + Math.random() * spreadMs,
    ).unref();
    this.#timers.add(timer);
  }

  /** Resolves when nothing waits to be merged. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#running;
  }

  #add(subject: ReportSubject, time: string): void {
    if (this.#isStopped) return;
    this.#waiting.set(nameOf(subject, time), { subject, time });
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    for (const [name, task] of this.#waiting) {
      if (this.#isStopped) return;
      this.#waiting.delete(name);
      try {
        await this.#compact(name, task);
      } catch (error) {
        // The next records that are added cause another attempt.
        if (!(error instanceof StoreUnavailable)) this.#parts.log.error({ error, ...task }, 'counts cannot be merged');
      }
    }
  }

  async #compact(name: string, { subject, time }: Task): Promise<void> {
    const { reports, damaged } = this.#parts;
    const [records] = await reports.read(subject, [time]);
    if (!records) return;
    await breathe();
    const { record, damage } = compact(time, records);
    damaged.note(subject, time, damage[0]?.why ?? null);
    if (record !== null) await reports.compact(subject, time, records, record);
    const bytes = (record ?? records).length;
    if (this.#merged.size >= mostRemembered) this.#merged.clear();
    this.#merged.set(name, bytes);
  }
}

/** Fewer records with the same sum (null: they cannot be fewer), and what is damaged. */
function compact(time: string, records: Buffer): ReturnType<typeof compactRecords> {
  if (!time.startsWith('experiment-')) return compactRecords(records);
  const { frames, damage } = findFrames(records);
  return { record: frames.length > 1 ? mergeRecords(records) : null, damage };
}

const nameOf = ({ memberId, ymProfileId }: ReportSubject, time: string) => `${memberId} ${ymProfileId} ${time}`;

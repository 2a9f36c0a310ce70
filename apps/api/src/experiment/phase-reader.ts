import type { StoredExperiment } from '@auction-tiers/contract';
import { ExperimentCounts } from '@auction-tiers/experiment';
import { markOf, type ReportStore, type ReportSubject } from '@auction-tiers/store';
import { breathe } from '../loop/breathe.ts';
import { addRecords, type DamagedRecord, toRecord } from './counts-record.ts';
import type { CountedPhase } from './experiments.ts';
import { phaseTime } from './phase.ts';

/** Number of the newest phases that may still get counts. */
const mostOpen = 3;
/** Records are merged once they have more bytes than twice the last merge's, plus this many: some seconds' counts. */
const spareBytes = 128 * 1024;

/** What was read of a phase's records. */
interface Held {
  readonly counts: ExperimentCounts;
  readonly damaged: readonly DamagedRecord[];
  readonly bytes: number;
  readonly mark: Buffer;
  /** The bytes that the last merge left; 0: the reader has not merged the phase. */
  readonly mergedBytes: number;
}

interface PhaseReaderParts {
  readonly reports: Pick<ReportStore, 'read' | 'compact'>;
  /** Told what is damaged in the records of a phase; null: nothing. */
  readonly noteDamage: (subject: ReportSubject, time: string, problem: string | null) => void;
}

/**
 * Reads the counts of running experiments repeatedly: keeps what was read before, and adds only new records. Merges the
 * records of a phase into one where they are many: it has their sum already.
 */
export class PhaseReader {
  readonly #parts: PhaseReaderParts;
  /** By experiment, then phase. */
  readonly #held = new Map<number, Map<string, Held>>();

  constructor(parts: PhaseReaderParts) {
    this.#parts = parts;
  }

  /** Removes the counts of all other experiments. */
  forgetOthers(kept: readonly Pick<StoredExperiment, 'id'>[]): void {
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of this.#held.keys()) if (!ids.has(id)) this.#held.delete(id);
  }

  /** The phases with the stored counts of all processes. Callers must not change the counts, which the reader keeps. */
  async read({
    id,
    member_id: memberId,
    ym_profile_id: ymProfileId,
    phases,
  }: StoredExperiment): Promise<CountedPhase[]> {
    const held = this.#held.get(id) ?? new Map<string, Held>();
    this.#held.set(id, held);
    const wanted = phases.filter(({ key }, at) => at >= phases.length - mostOpen || !held.has(key));
    const subject = { memberId, ymProfileId };
    const times = wanted.map(({ key }) => phaseTime(id, key));
    const read = await this.#parts.reports.read(subject, times);
    for (const [at, { key }] of wanted.entries()) {
      const bytes = read[at] ?? Buffer.alloc(0);
      const now = toHeld(bytes, held.get(key));
      this.#parts.noteDamage(subject, times[at]!, now.damaged[0]?.why ?? null);
      const isLong = now.bytes > 2 * now.mergedBytes + spareBytes;
      held.set(key, isLong ? await this.#merge(now, bytes, subject, times[at]!) : now);
      await breathe();
    }
    return phases.map((phase) => ({ ...phase, counts: held.get(phase.key)!.counts }));
  }

  /** Replaces the records that were read by one with their sum. Records that were added meanwhile stay after it. */
  async #merge(held: Held, read: Buffer, subject: ReportSubject, time: string): Promise<Held> {
    const merged = Buffer.concat([toRecord(held.counts.toData()), ...held.damaged.map(({ record }) => record)]);
    const isDone = await this.#parts.reports.compact(subject, time, read, merged);
    const { length } = merged;
    if (!isDone) return held;
    return { ...held, bytes: length, mark: Buffer.from(markOf(merged)), mergedBytes: length };
  }
}

function toHeld(bytes: Buffer, known: Held | undefined): Held {
  const mark = Buffer.from(bytes.length === 0 ? bytes : markOf(bytes));
  // The first record is another one after another process has merged the records.
  const isGrown = known !== undefined && bytes.length >= known.bytes && known.mark.equals(mark);
  if (isGrown && bytes.length === known.bytes) return known;
  const counts = isGrown ? known.counts : new ExperimentCounts();
  const damaged = addRecords(isGrown ? bytes.subarray(known.bytes) : bytes, counts);
  return {
    counts,
    damaged: isGrown ? [...known.damaged, ...damaged] : damaged,
    bytes: bytes.length,
    mark,
    mergedBytes: isGrown ? known.mergedBytes : 0,
  };
}

import type { StoredExperiment } from '@auction-tiers/contract';
import { ExperimentCounts } from '@auction-tiers/experiment';
import { markOf, type ReportStore } from '@auction-tiers/store';
import { breathe } from '../loop/breathe.ts';
import { addRecords } from './counts-record.ts';
import type { CountedPhase } from './experiments.ts';
import { phaseTime } from './phase.ts';

/** Number of the newest phases that may still get counts. */
const mostOpen = 3;

interface Held {
  readonly counts: ExperimentCounts;
  readonly bytes: number;
  readonly mark: Buffer;
}

/** Reads the counts of running experiments repeatedly: keeps what was read before, and adds only new records. */
export class PhaseReader {
  readonly #reports: ReportStore;
  /** By experiment, then phase. */
  readonly #held = new Map<number, Map<string, Held>>();

  constructor(reports: ReportStore) {
    this.#reports = reports;
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
    const times = wanted.map(({ key }) => phaseTime(id, key));
    const read = await this.#reports.read({ memberId, ymProfileId }, times);
    for (const [at, { key }] of wanted.entries()) {
      held.set(key, toHeld(read[at] ?? Buffer.alloc(0), held.get(key)));
      await breathe();
    }
    return phases.map((phase) => ({ ...phase, counts: held.get(phase.key)!.counts }));
  }
}

function toHeld(bytes: Buffer, known: Held | undefined): Held {
  const mark = Buffer.from(bytes.length === 0 ? bytes : markOf(bytes));
  // The first record is another one after the records were merged.
  const isGrown = known !== undefined && bytes.length >= known.bytes && known.mark.equals(mark);
  const counts = isGrown ? known.counts : new ExperimentCounts();
  addRecords(isGrown ? bytes.subarray(known.bytes) : bytes, counts);
  return { counts, bytes: bytes.length, mark };
}

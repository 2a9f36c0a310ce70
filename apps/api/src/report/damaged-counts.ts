import type { ReportSubject } from '@auction-tiers/store';
import type { Logger } from 'pino';

/** So many are remembered, and named by readiness. */
const mostRemembered = 1000;

/** Stored counts that cannot be read and are left out of every answer, as readiness shows them. */
export interface DamagedTime {
  readonly ym_profile_id: number;
  /** The hour, day or phase of an experiment, as the store names it. */
  readonly time: string;
  readonly problem: string;
}

/** The damaged counts that this process has met. Each is logged once. */
export class DamagedCounts {
  readonly #log: Pick<Logger, 'error'>;
  readonly #found = new Map<string, DamagedTime>();

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** Notes what was found at reading; null: nothing damaged. */
  note({ memberId, ymProfileId }: ReportSubject, time: string, problem: string | null): void {
    if (problem === null && this.#found.size === 0) return;
    const name = `${memberId} ${ymProfileId} ${time}`;
    if (problem === null) {
      this.#found.delete(name);
      return;
    }
    const isKnown = this.#found.has(name);
    if (!isKnown && this.#found.size >= mostRemembered) return;
    this.#found.set(name, { ym_profile_id: ymProfileId, time, problem });
    if (!isKnown) {
      this.#log.error({ memberId, ymProfileId, time, problem }, 'stored counts are damaged and left out of reports');
    }
  }

  list(): readonly DamagedTime[] {
    return [...this.#found.values()];
  }
}

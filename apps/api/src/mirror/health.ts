import type { Follower } from './follower.ts';

/** A snapshot older than this says that changes cannot be followed. */
const degradedMs = 5000;

export interface Readiness {
  readonly status: 'ready' | 'degraded';
  readonly snapshot_age_ms: number;
  readonly revisions: readonly string[];
}

/** Whether the service does all of its work, or only what needs no store. */
export class Health {
  readonly #follower: Follower;

  constructor(follower: Follower) {
    this.#follower = follower;
  }

  readiness(nowMs: number): Readiness {
    const ageMs = this.#follower.ageMs(nowMs);
    return {
      status: ageMs > degradedMs ? 'degraded' : 'ready',
      snapshot_age_ms: ageMs,
      revisions: this.#follower.revisions(),
    };
  }
}

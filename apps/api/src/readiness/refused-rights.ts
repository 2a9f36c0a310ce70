import { refusedRight } from '@auction-tiers/store';
import type { Logger } from 'pino';

/** A right that was not refused for this long counts as granted: refused commands are retried within 30 seconds. */
const keptMs = 60_000;

/** The rights that Redis refuses to the service's user, for readiness. Each is logged once. */
export class RefusedRights {
  readonly #log: Pick<Logger, 'error'>;
  readonly #lastMs = new Map<string, number>();

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** Notes the right that a failure of Redis says is missing. Returns whether the failure says so. */
  note(error: unknown): boolean {
    const right = refusedRight(error);
    if (right === null) return false;
    const isKnown = this.list().includes(right);
    this.#lastMs.set(right, performance.now());
    if (!isKnown)
      this.#log.error(
        { right },
        `Redis refuses ${right} to the user of REDIS_URL; deploy/redis/users.acl has all that it needs`,
      );
    return true;
  }

  /** The rights that are refused now. */
  list(): readonly string[] {
    return [...this.#lastMs].filter(([, ms]) => performance.now() - ms < keptMs).map(([right]) => right);
  }
}

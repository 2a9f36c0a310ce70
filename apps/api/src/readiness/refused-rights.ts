import { refusedRight } from '@auction-tiers/store';
import type { Logger } from 'pino';

/** A right that was not refused for so long counts as granted: what is refused is tried again at least every 30 seconds. */
const keptMs = 60_000;

/** What Redis refuses to the service's user, for readiness. Each is logged once. */
export class RefusedRights {
  readonly #log: Pick<Logger, 'error'>;
  readonly #lastMs = new Map<string, number>();

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** Notes what a failure of Redis says, if it says that a right is missing. Gives whether it does. */
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

  /** Those of now. */
  list(): readonly string[] {
    return [...this.#lastMs].filter(([, ms]) => performance.now() - ms < keptMs).map(([right]) => right);
  }
}

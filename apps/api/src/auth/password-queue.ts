import { type Client, ServiceError } from '@auction-tiers/contract';
import { fullCost, type PasswordCost } from './password.ts';

/** A check of a password takes 64 MiB and about 0.2 s of several processors: two at once leave room for auctions. */
const mostAtOnce = 2;
/** Most checks that wait, over all addresses. */
const mostWaiting = 100;
/** Most checks that wait, of one address. */
const mostWaitingOfOne = 20;
const retryAfterS = 5;

interface Waiting {
  readonly isGone: () => boolean;
  readonly start: () => Promise<void>;
  readonly refuse: () => void;
}

interface Line {
  readonly address: string;
  waiting: Waiting[];
  isRunning: boolean;
}

/**
 * The queue for checks of passwords, which any client may ask for and which are slow on purpose. Addresses take turns, one
 * check of each at a time: many logins from one address delay those from another by one check, and guesses sent together
 * from one address are counted one by one. Checks whose client has disconnected are left out.
 */
export class PasswordQueue {
  /** By address, the one whose turn is next first. */
  readonly #lines = new Map<string, Line>();
  #runningCount = 0;
  /** The cost of hashes that are made in this queue. */
  readonly cost: PasswordCost;

  constructor(cost: PasswordCost = fullCost) {
    this.cost = cost;
  }

  /** Runs a check when it is its turn. Rejects with `rate_exceeded` where too many wait already. */
  async run<T>(client: Client | undefined, check: () => Promise<T>): Promise<T> {
    const address = client?.address() ?? '';
    const isGone = client?.isGone ?? (() => false);
    const line = this.#lines.get(address) ?? { address, waiting: [], isRunning: false };
    if (line.waiting.length >= mostWaitingOfOne || this.#waitingCount() >= mostWaiting) this.#leaveOutGone();
    if (line.waiting.length >= mostWaitingOfOne || this.#waitingCount() >= mostWaiting) throw busy();
    this.#lines.set(address, line);
    return new Promise((resolve, reject) => {
      const start = () => check().then(resolve, reject);
      line.waiting.push({ isGone, start, refuse: () => reject(busy()) });
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#runningCount < mostAtOnce) {
      const line = [...this.#lines.values()].find(({ isRunning, waiting }) => !isRunning && waiting.length > 0);
      if (line === undefined) return;
      const next = line.waiting.shift()!;
      if (next.isGone()) next.refuse();
      else void this.#runOf(line, next);
      if (!line.isRunning && line.waiting.length === 0) this.#lines.delete(line.address);
    }
  }

  async #runOf(line: Line, { start }: Waiting): Promise<void> {
    this.#runningCount += 1;
    line.isRunning = true;
    // Moves the address to the end of the queue.
    this.#lines.delete(line.address);
    this.#lines.set(line.address, line);
    await start();
    line.isRunning = false;
    this.#runningCount -= 1;
    if (line.waiting.length === 0) this.#lines.delete(line.address);
    this.#startNext();
  }

  #waitingCount(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  #leaveOutGone(): void {
    for (const line of this.#lines.values()) {
      const { gone = [], here = [] } = Object.groupBy(line.waiting, ({ isGone }) => (isGone() ? 'gone' : 'here'));
      for (const { refuse } of gone) refuse();
      line.waiting = here;
      if (!line.isRunning && here.length === 0) this.#lines.delete(line.address);
    }
  }
}

const busy = () =>
  new ServiceError('rate_exceeded', `too many passwords are being checked; try again in ${retryAfterS} seconds`, {
    retryAfterS,
  });
